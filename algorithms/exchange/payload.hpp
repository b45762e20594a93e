#pragma once
/// \file payload.hpp
/// The bytes of a message: a pattern that depends on who sends it to whom, so that a message that is lost, cut short,
/// delivered twice or to the wrong buffer is noticed.

#include <cstddef>
#include <optional>
#include <span>

#include "runtime/units.hpp"

namespace switchyard {

/// Fills `data` with the pattern of the message from `source` to `destination`.
void fill_payload(std::span<std::byte> data, NodeId source, NodeId destination) noexcept;

/// The first byte that differs from that pattern, or nothing.
std::optional<std::size_t> first_corrupted_byte(std::span<const std::byte> data, NodeId source,
                                                NodeId destination) noexcept;

}  // namespace switchyard
