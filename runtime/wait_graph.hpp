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

/// One node that cannot go on.
struct Waiter {
  NodeId node{};
  std::string call;  ///< "receive from 5, tag 2, 4096 B (ring.cpp:12)"
  std::optional<VirtualTime> since;
  std::vector<Blocker> blockers;
  bool in_cycle = false;  ///< set by WaitGraph
};

/// The wait-for graph of a stuck run. Immutable once made.
class WaitGraph {
 public:
  WaitGraph() = default;
  /// `finished[i]`: node i has returned, so that waiting for it is for ever.
  WaitGraph(std::vector<Waiter> waiters, std::vector<bool> finished, std::optional<VirtualTime> at, std::uint64_t seed);

  const std::vector<Waiter>& waiters() const noexcept { return waiters_; }
  /// Each cycle as the nodes of a strong component with more than one node, ascending.
  const std::vector<std::vector<NodeId>>& cycles() const noexcept { return cycles_; }

  std::string text() const;
  std::string dot() const;
  std::string json() const;

 private:
  void find_cycles();
  std::string place(const Waiter& waiter) const;

  std::vector<Waiter> waiters_;
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
