#include "machines/fat_tree.hpp"

#include <fmt/format.h>

#include <bit>

#include "runtime/error.hpp"

namespace switchyard {

FatTree::FatTree(std::uint32_t nodes) : nodes_(nodes), levels_(0) {
  if (nodes < 2 || !std::has_single_bit(nodes)) {
    throw UsageError(fmt::format("a fat tree cannot have {} nodes; write a power of two such as 32", nodes));
  }
  levels_ = static_cast<std::uint32_t>(std::bit_width(nodes - 1) + 1) / 2;
  for (std::uint32_t level = 0; level < levels_; ++level) {
    first_edge_[level + 1] = first_edge_[level] + 2 * cluster_count(level);
  }
}

void FatTree::route(NodeId /*from*/, NodeId /*to*/, std::vector<LinkId>& path) const { path.clear(); }

std::uint32_t FatTree::common_level(NodeId a, NodeId b) noexcept {
  return static_cast<std::uint32_t>(std::bit_width(index(a) ^ index(b)) + 1) / 2;
}

}  // namespace switchyard
