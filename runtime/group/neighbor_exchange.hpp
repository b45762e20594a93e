#pragma once
/// \file neighbor_exchange.hpp
/// An all_to_all of which most blocks are empty.

#include <utility>

#include "runtime/group/call.hpp"

namespace switchyard {

/// Operation::id of such an exchange. All members know by it that the others send nothing where a block is empty.
inline constexpr std::uint64_t kNeighborExchange = std::uint64_t{1} << 33U;

/// As GroupCall::all_to_all with blocks of varying sizes; but empty blocks cost no message, and all others are under
/// way at once, without a schedule.
inline GroupCall neighbor_exchange(std::span<const std::byte> in, Blocks in_blocks, std::span<std::byte> out,
                                   Blocks out_blocks) {
  GroupCall call = GroupCall::all_to_all(in, std::move(in_blocks), out, std::move(out_blocks));
  call.operation.id = kNeighborExchange;
  return call;
}

}  // namespace switchyard
