#pragma once
/// \file halving_tree.hpp
/// The tree that a group's data goes along from a root, or to it: whoever has the data of an interval of ranks shares
/// it with one member of the other half, and then each does the same with its own half. No two messages of a step are
/// in the same interval, so that on a line of nodes they share no link, wherever the root is. On a grid the outer
/// dimensions are halved first, and partners differ in one dimension only.
///
/// Source: M. Barnett, D. Payne, R. van de Geijn, J. Watts, "Broadcasting on meshes with wormhole routing", 1993.

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/group/algorithm.hpp"

namespace switchyard::detail {

class HalvingTree {
 public:
  /// Ranks first to last - 1.
  struct Interval {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t size() const { return last - first; }
    bool has(std::uint32_t rank) const { return rank >= first && rank < last; }
  };
  struct Child {
    std::uint32_t rank = 0;
    Interval below;  ///< with the child itself
  };
  struct Place {
    std::optional<std::uint32_t> parent;  ///< none of the root
    Interval below;                       ///< with the member itself
    std::vector<Child> children;          ///< the one with the most below it first
  };

  HalvingTree(const GroupShape& shape, std::uint32_t root);
  Place place_of(std::uint32_t rank) const;

 private:
  std::uint32_t stride_within(std::uint32_t size) const;

  std::uint32_t size_;
  std::uint32_t root_;
  std::vector<std::uint32_t> strides_;  ///< from rank to rank along each dimension, the largest first
};

}  // namespace switchyard::detail
