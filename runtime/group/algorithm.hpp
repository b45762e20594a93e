#pragma once
/// \file algorithm.hpp
/// Names the algorithms of collectives, and describes the shape of a group, on which they depend.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace switchyard {

/// The algorithms by which the members of a group carry out a collective. The `tree` algorithm
/// repeatedly halves an interval of ranks, so that the most distant members exchange messages
/// first; on a grid it halves one dimension after another.
enum class CollectiveAlgorithm : std::uint8_t {
  usual,          ///< the only algorithm of this collective
  machine,        ///< the machine carries the collective out by itself, without messages
  tree,           ///< sends data along a tree; for barrier and all_reduce: to rank 0 and back
  doubling,       ///< exchanges data in pairs at distance 1, 2, 4, ...; for broadcast: scatters along a tree, and then
                  ///< collects in such pairs
  dissemination,  ///< for barrier: sends to the member at distance 1, 2, 4, ... and receives from the member at that
                  ///< distance on the other side
  halving,  ///< halves vectors while it doubles distances between partners; for all_reduce: then also the way back; for
            ///< reduce: then gathers on the root
  ring,     ///< passes blocks on round a ring; for broadcast: scatters along a tree, and then collects round the ring
  rings,    ///< passes blocks on round rings along each dimension of a grid
  pairs,  ///< for reduce_scatter: each member exchanges blocks with every other member, one after another; for others,
          ///< only if asked for: values go straight from who gives them to who needs them
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
