#pragma once
/// \file schedule_test_networks.hpp
/// Small networks for tests of schedulers, which do not use the code of the emulated machines.

#include <vector>

#include "runtime/routes.hpp"

namespace switchyard::test_networks {

/// The e-cube routes of a hypercube: a message first crosses the lowest dimension in which its node and its destination
/// differ. A link is a pair (node, dimension).
class EcubeRoutes : public Routes {
 public:
  explicit EcubeRoutes(unsigned dimensions) : dimensions_(dimensions) {}
  std::uint32_t node_count() const noexcept override { return 1U << dimensions_; }
  std::uint32_t link_count() const noexcept override { return node_count() * dimensions_; }
  void route(NodeId from, NodeId to, std::vector<LinkId>& path) const override {
    path.clear();
    for (unsigned bit = 0; bit < dimensions_; ++bit) {
      if (((index(from) ^ index(to)) >> bit & 1U) == 0) continue;
      path.push_back(LinkId{index(from) * dimensions_ + bit});
      from = from ^ (1U << bit);
    }
  }

 private:
  unsigned dimensions_;
};

/// A line of nodes. The wire between the neighbours i and i + 1 counts as one link for both directions.
class HalfDuplexLine : public Routes {
 public:
  explicit HalfDuplexLine(std::uint32_t nodes) : node_count_(nodes) {}
  std::uint32_t node_count() const noexcept override { return node_count_; }
  std::uint32_t link_count() const noexcept override { return node_count_; }
  void route(NodeId from, NodeId to, std::vector<LinkId>& path) const override {
    path.clear();
    const std::uint32_t low = index(from) < index(to) ? index(from) : index(to);
    const std::uint32_t high = index(from) < index(to) ? index(to) : index(from);
    for (std::uint32_t i = low; i < high; ++i) path.push_back(LinkId{i});
  }

 private:
  std::uint32_t node_count_;
};

}  // namespace switchyard::test_networks
