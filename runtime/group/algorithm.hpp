#pragma once
/// \file algorithm.hpp
/// Names the algorithms of collectives, and describes the shape of a group, on which they depend.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace switchyard {

/// The algorithms by which the members of a group carry out a collective. The tree of several algorithms comes from
/// halving an interval of ranks again and again, so that the most distant members exchange messages first; on a grid,
/// one dimension after another is halved.
enum class CollectiveAlgorithm : std::uint8_t {
  usual,    ///< stands for the only algorithm of a kind of collective that has just one
  machine,  ///< means that the machine carries the collective out by itself, without messages
  tree,     ///< Data goes along a tree; in a barrier or all_reduce, along the tree to rank 0, and back.
  /// Data is exchanged in pairs of members at distance 1, 2, 4, ... in rank. A broadcast first scatters slices of the
  /// data along a tree, and then collects the slices in such pairs.
  doubling,
  /// Only for a barrier: in each round, each member sends to the member at distance 1, 2, 4, ... in rank, and receives
  /// from the member at this distance on the other side.
  dissemination,
  /// The vectors that are exchanged are halved while the distance between partners doubles. Afterwards an all_reduce
  /// goes the same way back, and a reduce gathers the parts of the result on the root.
  halving,
  /// Blocks are passed on round a ring of all members. A broadcast first scatters slices of the data along a tree, and
  /// then collects the slices round the ring.
  ring,
  rings,  ///< blocks are passed on round rings along each dimension of a grid of members
  /// In a reduce_scatter, each member exchanges blocks with every other member, one after another. In a broadcast,
  /// reduce, scan or exscan, which use this algorithm only if the caller asks for it, values go straight from the
  /// members that give them to the members that need them.
  pairs,
};

namespace detail {
inline constexpr std::array kCollectiveAlgorithmNames{"usual",   "machine", "tree",  "doubling", "dissemination",
                                                      "halving", "ring",    "rings", "pairs"};
}  // namespace detail

constexpr const char* name_of(CollectiveAlgorithm algorithm) noexcept {
  return detail::kCollectiveAlgorithmNames[static_cast<std::size_t>(algorithm)];
}

/// The ranks of a group as a grid. Ranks are numbered row after row, so that neighbours along the
/// last dimension have consecutive ranks.
struct GroupShape {
  std::uint32_t size = 1;
  std::vector<std::uint32_t> sides{
      1};  ///< number of members along each dimension; the product is the size of the group
  friend bool operator==(const GroupShape&, const GroupShape&) = default;
};

/// Returns the two-dimensional grid with `size` members that is nearest to a square, or one row if
/// `size` is prime.
GroupShape nearly_square_grid(std::uint32_t size);

}  // namespace switchyard
