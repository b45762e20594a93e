#include "machines/topology/fat_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "runtime/error.hpp"

namespace switchyard {

FatTree::FatTree(std::uint32_t nodes, bool any_size) : node_count_(nodes), level_count_(0) {
  if (nodes < 2 || (!any_size && !std::has_single_bit(nodes))) {
    throw UsageError(fmt::format("a fat tree cannot have {} nodes", nodes),
                     "write a power of two such as 32, or take another machine, such as mesh");
  }
  level_count_ = static_cast<std::uint32_t>(std::bit_width(nodes - 1) + 1) / 2;
  for (std::uint32_t level = 0; level < level_count_; ++level) {
    first_edge_of_level_[level + 1] = first_edge_of_level_[level] + 2 * cluster_count(level);
  }
}

void FatTree::route(NodeId /*from*/, NodeId /*to*/, std::vector<LinkId>& path) const { path.clear(); }

std::string FatTree::link_name(LinkId edge) const {
  std::uint32_t level = 0;
  while (level + 1 < level_count_ && index(edge) >= first_edge_of_level_[level + 1]) ++level;
  const std::uint32_t number = index(edge) - first_edge_of_level_[level];
  const std::uint32_t first = (number / 2) << (2 * level);
  const std::uint32_t last = std::min(first + (1U << (2 * level)), node_count_) - 1;
  const char* direction = number % 2 == 0 ? "up from" : "down to";
  return first == last ? fmt::format("{} node {}", direction, first)
                       : fmt::format("{} nodes {}-{}", direction, first, last);
}

std::uint32_t FatTree::level_of_common_cluster(NodeId a, NodeId b) noexcept {
  return static_cast<std::uint32_t>(std::bit_width(index(a) ^ index(b)) + 1) / 2;
}

}  // namespace switchyard
