#pragma once
/// \file wait_graph.hpp
/// Who waits for whom, and why, when a run is stuck; as text, DOT and JSON.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/fabric.hpp"

namespace switchyard {

/// Nodes that many wait for, listed once: any of them could send what a poll waits for, all of them are missing at a
/// barrier.
struct WaitGroup {
  std::string resource;
  std::vector<NodeId> nodes;
};

/// The number of the group of that resource, which is made of the nodes that `belong` when it is first asked for.
template <class Belong>
std::uint32_t group_of(std::vector<WaitGroup>& groups, const std::string& resource, std::uint32_t node_count,
                       Belong belong) {
  std::uint32_t number = 0;
  while (number < groups.size() && groups[number].resource != resource) ++number;
  if (number < groups.size()) return number;
  groups.push_back({resource, {}});
  for (std::uint32_t i = 0; i < node_count; ++i) {
    if (belong(NodeId{i})) groups.back().nodes.push_back(NodeId{i});
  }
  return number;
}

/// One node that cannot go on.
struct Waiter {
  NodeId node{};
  std::string call = {};  ///< "receive from 5, tag 2, 4096 B (ring.cpp:12)"
  std::optional<VirtualTime> since = {};
  std::vector<Blocker> blockers = {};
  std::vector<std::uint32_t> groups = {};  ///< it waits for their nodes, too, itself apart
  bool in_cycle = false;                   ///< set by WaitGraph
};

/// The wait-for graph of a stuck run. Immutable once made.
class WaitGraph {
 public:
  WaitGraph() = default;
  /// `finished[i]`: node i has returned, so that waiting for it is for ever.
  WaitGraph(std::vector<Waiter> waiters, std::vector<WaitGroup> groups, std::vector<bool> finished,
            std::optional<VirtualTime> at, std::uint64_t seed);

  const std::vector<Waiter>& waiters() const noexcept { return waiters_; }
  const std::vector<WaitGroup>& groups() const noexcept { return groups_; }
  /// All that it waits for, in its groups too.
  std::vector<Blocker> blockers(const Waiter& waiter) const;
  /// Each cycle as the nodes of a strong component with more than one node, ascending.
  const std::vector<std::vector<NodeId>>& cycles() const noexcept { return cycles_; }

  std::string text() const;
  std::string dot() const;
  std::string json() const;

 private:
  template <class See>
  void for_each_blocker(const Waiter& waiter, See see) const;
  std::vector<NodeId> holders(const Waiter& waiter) const;
  void find_cycles();
  std::string place(const Waiter& waiter) const;
  void add_blockers(std::string& text, const Waiter& waiter) const;

  std::vector<Waiter> waiters_;
  std::vector<WaitGroup> groups_;
  std::vector<bool> finished_;
  std::vector<std::vector<NodeId>> cycles_;
  std::optional<VirtualTime> at_;
  std::uint64_t seed_ = 0;
};

/// Every node waits and nothing is in flight.
class DeadlockError : public Error {
 public:
  explicit DeadlockError(WaitGraph graph) : Error(graph.text(), ExitCode::deadlock), graph_(std::move(graph)) {}
  const WaitGraph& graph() const noexcept { return graph_; }

 private:
  WaitGraph graph_;
};

}  // namespace switchyard
