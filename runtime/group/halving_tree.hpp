#pragma once
/// \file halving_tree.hpp
/// The tree along which data of a group is sent from a root, or collected on it. A member that
/// holds the data of an interval of ranks sends it to one member in the other half of the
/// interval, and then each of the two repeats this within its own half. Messages of one step stay
/// in disjoint intervals, so that on a line of nodes they share no link, for any root. On a grid
/// the outer dimensions are halved first, and partners differ in one dimension only.
///
/// Source: M. Barnett, D. Payne, R. van de Geijn, J. Watts, "Broadcasting on meshes with wormhole routing", 1993.

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/group/algorithm.hpp"

namespace switchyard::detail {

class HalvingTree {
 public:
  /// An interval of ranks, from `first` to `last` - 1.
  struct Interval {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t size() const { return last - first; }
    bool contains(std::uint32_t rank) const { return rank >= first && rank < last; }
  };
  struct TreeChild {
    std::uint32_t rank = 0;
    Interval subtree;  ///< ranks of the child's subtree, the child included
  };
  struct TreePosition {
    std::optional<std::uint32_t> parent;  ///< rank of the member's parent in the tree; empty for the root
    Interval subtree;                     ///< ranks of the member's subtree, the member included
    std::vector<TreeChild> children;      ///< children of the member, the one with the largest subtree first
  };

  HalvingTree(const GroupShape& shape, std::uint32_t root);
  TreePosition position_of(std::uint32_t rank) const;

 private:
  std::uint32_t largest_stride_below(std::uint32_t size) const;

  std::uint32_t size_;
  std::uint32_t root_;
  /// The distance in rank between neighbours along each dimension of the grid, the largest distance first.
  std::vector<std::uint32_t> strides_;
};

}  // namespace switchyard::detail
