#pragma once
/// \file wait_graph.hpp
/// The wait-for graph of a stuck run: who waits for whom, and why. The graph can be printed as text, DOT and JSON. The
/// text is short however many nodes wait; DOT and JSON contain everything.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/described_call.hpp"
#include "runtime/error.hpp"
#include "runtime/fabric.hpp"

namespace switchyard {

/// A set of nodes for which several other nodes wait. The set is stored once for all waiting nodes. For example, any
/// node of the set could send what a poll waits for, or all nodes of the set are missing at a barrier.
struct WaitGroup {
  Resource resource;
  std::vector<NodeId> nodes;
};

/// A message that has come to a waiting node without ending its wait: none of the node's receives or probes matches it,
/// or it was discarded.
struct OfferedMessage {
  NodeId source{};
  Tag tag{};
  std::uint64_t bytes = 0;
  CallPlace sent = {};
};

/// A discarded message that would have ended a node's wait if it had not arrived before its receive was posted.
struct LostMessage {
  OfferedMessage message = {};
  VirtualTime at{};
};

/// Where a waiting node lies in the wait-for graph.
enum class RelationToWaitCycle : std::uint8_t {
  cycle,
  behind,    ///< the node is in no cycle, but waits for a node of a cycle, perhaps through other nodes
  for_ever,  ///< the node waits for something that cannot come, and for no node of a cycle
};

/// A node that waits in a stuck run and cannot continue.
struct Waiter {
  NodeId node{};
  std::string verb = {};  ///< name of the call that waits, such as "receive", "wait_all" or "MPI_Wait"
  CallPlace site = {};    ///< place of the call that waits
  std::vector<DescribedCall> awaited = {};  ///< requests or probes that the node waits for
  bool all = false;  ///< whether the node waits for all calls in `awaited`; otherwise it waits for any one of them
  /// Whether the requests in `awaited` were posted by calls other than the one that waits.
  bool posted_elsewhere = false;
  std::vector<OfferedMessage> on_offer = {};
  std::vector<LostMessage> lost = {};
  std::vector<OpenBulkPort> ports = {};  ///< bulk ports of the node that still wait for bytes
  std::optional<VirtualTime> since = {};
  std::vector<BlockingResource> blockers = {};
  /// Indices of WaitGroups (sets of nodes): this node waits for all or any nodes of these sets, except for itself.
  std::vector<std::uint32_t> groups = {};
  RelationToWaitCycle place =
      RelationToWaitCycle::for_ever;  ///< where the node lies in the wait-for graph; WaitGraph sets this

  bool is_in_wait_cycle() const noexcept { return place == RelationToWaitCycle::cycle; }
  /// Returns a line such as "receive from 5, tag 2, 4096 B (ring.cpp:12), in wait (ring.cpp:15); on offer: 8 B from 5,
  /// tag 3".
  std::string text() const;
};

/// The wait-for graph of a stuck run. It does not change once it is made.
class WaitGraph {
 public:
  WaitGraph() = default;
  /// Makes the wait-for graph. `finished[i]` says that the program of node i has returned, so that a node that waits
  /// for node i waits for ever.
  WaitGraph(std::vector<Waiter> waiters, std::vector<WaitGroup> groups, std::vector<bool> finished,
            std::optional<VirtualTime> at, std::uint64_t seed);

  /// Adds the exit codes, other than 0, with which programs have ended.
  void set_exit_codes(std::map<NodeId, int> codes) { exit_codes_ = std::move(codes); }

  const std::vector<Waiter>& waiters() const noexcept { return waiters_; }
  const std::vector<WaitGroup>& groups() const noexcept { return wait_groups_; }
  /// Returns all nodes and resources that the waiting node waits for, including the nodes of its WaitGroups.
  std::vector<BlockingResource> blockers(const Waiter& waiter) const;
  /// Returns the cycles of the graph. Each is a strongly connected component with more than one node, and lists its
  /// nodes in ascending order.
  const std::vector<std::vector<NodeId>>& cycles() const noexcept { return cycles_; }

  /// Returns the graph as text, cycles first. If there are many nodes, cycles or calls, the text lists only the first
  /// ones, and says how many more there are.
  std::string text() const;
  std::string dot() const;
  std::string json() const;

 private:
  template <class See>
  void for_each_blocker(const Waiter& waiter, See see) const;
  std::vector<NodeId> blocking_nodes_of(const Waiter& waiter) const;
  void find_cycles();
  void find_nodes_behind_cycles();
  std::size_t count_waiters_at(RelationToWaitCycle place) const noexcept;
  std::string headline_text() const;
  void append_cycles_text(std::string& text) const;
  void append_waiters_text(std::string& text, RelationToWaitCycle place) const;
  std::string wait_graph_position_text(const Waiter& waiter) const;
  std::string exit_codes_text(const std::vector<NodeId>& nodes) const;
  std::string resource_text(const BlockingResource& blocker) const;
  void append_blockers_text(std::string& text, const Waiter& waiter) const;

  std::vector<Waiter> waiters_;
  std::vector<WaitGroup> wait_groups_;
  std::vector<bool> has_node_finished_;
  std::map<NodeId, int> exit_codes_;
  std::vector<std::vector<NodeId>> cycles_;
  std::optional<VirtualTime> report_time_;
  std::uint64_t seed_ = 0;
};

/// The error for a deadlock: every node waits, and nothing is under way that could end a wait.
class DeadlockError : public Error {
 public:
  explicit DeadlockError(WaitGraph graph) : Error(graph.text(), ExitCode::deadlock), graph_(std::move(graph)) {}
  const WaitGraph& graph() const noexcept { return graph_; }

 private:
  WaitGraph graph_;
};

}  // namespace switchyard
