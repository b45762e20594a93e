#pragma once
/// \file algorithm.hpp
/// The algorithms that collectives are built by, and the shape of the group that they go by.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace switchyard {

/// How a collective comes about. In `tree` each step halves an interval of ranks, the farthest partners first; on a
/// grid, dimension by dimension.
enum class CollectiveAlgorithm : std::uint8_t {
  usual,          ///< the only one that it has
  machine,        ///< the machine by itself, without messages
  tree,           ///< barrier and all_reduce: to rank 0, and back
  doubling,       ///< in pairs at distance 1, 2, 4, ...; broadcast: scatters along a tree, and collects so
  dissemination,  ///< barrier: to the member at distance 1, 2, 4, ..., and from the one on the other side
  halving,  ///< halves vectors while it doubles distances; all_reduce: and back; reduce: the stretches go to the root
  ring,     ///< buckets round a ring; broadcast: scatters along a tree, and collects so
  rings,    ///< the same along each dimension of a grid
};

namespace detail {
inline constexpr std::array kCollectiveAlgorithmNames{"usual",         "machine", "tree", "doubling",
                                                      "dissemination", "halving", "ring", "rings"};
}  // namespace detail

constexpr const char* name_of(CollectiveAlgorithm algorithm) noexcept {
  return detail::kCollectiveAlgorithmNames[static_cast<std::size_t>(algorithm)];
}

/// The ranks of a group as a grid, numbered row after row, so that the last dimension varies first.
struct GroupShape {
  std::uint32_t size = 1;
  std::vector<std::uint32_t> sides{1};  ///< their product is the size
  friend bool operator==(const GroupShape&, const GroupShape&) = default;
};

/// The grid of so many members that is nearest to a square.
GroupShape square_shape(std::uint32_t size);

}  // namespace switchyard
