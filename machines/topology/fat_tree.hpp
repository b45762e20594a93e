#pragma once
/// \file fat_tree.hpp
/// A 4-ary fat tree in which routers send packets on random paths, so that only the capacity of its
/// edges matters.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "machines/networks/flow_network.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// A fat tree, seen as clusters of nodes. A cluster of level k holds 4^k nodes; a cluster of level 0 is a single node.
/// Each cluster except the root has one edge up and one edge down. Immutable; any thread may read it.
class FatTree final : public Routes {
 public:
  /// Makes a fat tree. Throws UsageError unless `nodes` is a power of two and at least 2. If `any_size` is true, any
  /// number from 2 on is allowed, and the last cluster of a level may have fewer nodes.
  explicit FatTree(std::uint32_t nodes, bool any_size = false);

  std::string topology() const override { return "fat tree"; }
  std::uint32_t node_count() const noexcept override { return node_count_; }
  /// Returns 0: packets take random paths up the tree, so there are no links on which a schedule
  /// could keep messages apart.
  std::uint32_t link_count() const noexcept override { return 0; }
  void route(NodeId from, NodeId to, std::vector<LinkId>& path) const override;
  /// Returns the name of an edge, such as "up from node 3" or "down to nodes 16-31".
  std::string link_name(LinkId edge) const override;

  /// Returns the number of levels whose clusters have edges, that is, of all levels below the root.
  std::uint32_t level_count() const noexcept { return level_count_; }
  std::uint32_t cluster_count(std::uint32_t level) const noexcept { return ((node_count_ - 1) >> (2 * level)) + 1; }
  /// Returns the level of the smallest cluster of the fat tree that holds both nodes; 0 if they are the same node.
  static std::uint32_t level_of_common_cluster(NodeId a, NodeId b) noexcept;

  std::uint32_t edge_count() const noexcept { return first_edge_of_level_[level_count_]; }
  EdgeId up_edge(std::uint32_t level, NodeId node) const noexcept {
    return EdgeId{first_edge_of_level_[level] + 2 * (index(node) >> (2 * level))};
  }
  EdgeId down_edge(std::uint32_t level, NodeId node) const noexcept { return EdgeId{index(up_edge(level, node)) + 1}; }

 private:
  /// the largest number of levels; a tree of 12 levels has 4^12 nodes
  static constexpr std::uint32_t kMostTreeLevels = 12;
  std::uint32_t node_count_;
  std::uint32_t level_count_;
  /// number of the first edge of each level of the tree
  std::array<std::uint32_t, kMostTreeLevels + 1> first_edge_of_level_{};
};

}  // namespace switchyard
