#pragma once
/// \file payload.hpp
/// Each message carries a byte pattern of its own, so that a check notices a message that is lost, cut short, delivered
/// twice, or delivered to the wrong buffer.
///
/// The patterns are pieces of one sequence of 8-byte words: pattern f + 1 is pattern f from its second word on, and two
/// patterns differ in every word. Many messages can thus be sent from one small piece of memory.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace switchyard {

/// Number of bytes from the start of byte pattern f to the start of byte pattern f + 1. All patterns are parts of one
/// long sequence of bytes and overlap.
inline constexpr std::size_t kPatternStride = sizeof(std::uint64_t);

/// Fills `data`, the bytes of a message, with byte pattern number `first`.
void fill_payload(std::span<std::byte> data, std::uint64_t first) noexcept;

/// Returns the offset of the first byte of `data` that differs from byte pattern number `first`, or nothing if all
/// bytes are right.
std::optional<std::size_t> first_corrupted_byte(std::span<const std::byte> data, std::uint64_t first) noexcept;

}  // namespace switchyard
