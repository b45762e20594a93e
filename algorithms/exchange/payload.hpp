#pragma once
/// \file payload.hpp
/// The bytes of a message: a pattern of its own, so that a message that is lost, cut short, delivered twice or to the
/// wrong buffer is noticed.
///
/// The patterns are pieces of one sequence of 8-byte words: pattern f + 1 is pattern f from its second word on, and two
/// patterns differ in every word. Many messages can thus be sent from one small piece of memory.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace switchyard {

/// By how many bytes a pattern begins later than the one before.
inline constexpr std::size_t kPatternStride = sizeof(std::uint64_t);

/// Fills `data` with pattern `first`.
void fill_payload(std::span<std::byte> data, std::uint64_t first) noexcept;

/// The first byte that differs from that pattern, or nothing.
std::optional<std::size_t> first_corrupted_byte(std::span<const std::byte> data, std::uint64_t first) noexcept;

}  // namespace switchyard
