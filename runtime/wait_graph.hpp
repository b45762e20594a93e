#pragma once
/// \file wait_graph.hpp
/// Who waits for whom, and why, when a run is stuck: in fields, and as text, DOT and JSON, which are made of these. The
/// text is short however many nodes wait; DOT and JSON hold all.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/described_call.hpp"
#include "runtime/error.hpp"
#include "runtime/fabric.hpp"

namespace switchyard {

/// Nodes that many wait for, listed once: any of them could send what a poll waits for, all of them are missing at a
/// barrier.
struct WaitGroup {
  Resource resource;
  std::vector<NodeId> nodes;
};

/// A message that a waiting node has got, or could have, and does not wait for.
struct OfferedMessage {
  NodeId source{};
  Tag tag{};
  std::uint64_t bytes = 0;
  CallPlace sent = {};
};

/// A message that would have ended the wait, had it not come before its receive.
struct LostMessage {
  OfferedMessage message = {};
  VirtualTime at{};
};

/// What of the graph a waiting node is in.
enum class WaitPlace : std::uint8_t {
  cycle,
  behind,    ///< it waits for a node of a cycle, through others perhaps
  for_ever,  ///< for what cannot come
};

/// One node that cannot go on.
struct Waiter {
  NodeId node{};
  std::string verb = {};                    ///< of the call that waits: "receive", "wait_all", "MPI_Wait"
  CallPlace site = {};                      ///< of that call
  std::vector<DescribedCall> awaited = {};  ///< what it has posted, or probes for
  bool all = false;                         ///< of them, not any
  bool posted_elsewhere = false;            ///< by other calls than the one that waits
  std::vector<OfferedMessage> on_offer = {};
  std::vector<LostMessage> lost = {};
  std::vector<OpenPort> ports = {};  ///< that wait for bytes
  std::optional<VirtualTime> since = {};
  std::vector<Blocker> blockers = {};
  std::vector<std::uint32_t> groups = {};  ///< it waits for their nodes, too, itself apart
  WaitPlace place = WaitPlace::for_ever;   ///< set by WaitGraph

  bool in_cycle() const noexcept { return place == WaitPlace::cycle; }
  /// "receive from 5, tag 2, 4096 B (ring.cpp:12), in wait (ring.cpp:15); on offer: 8 B from 5, tag 3".
  std::string text() const;
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

  /// Cycles first; of many nodes, cycles or calls the first ones, and how many more there are.
  std::string text() const;
  std::string dot() const;
  std::string json() const;

 private:
  template <class See>
  void for_each_blocker(const Waiter& waiter, See see) const;
  std::vector<NodeId> holders(const Waiter& waiter) const;
  void find_cycles();
  void find_places();
  std::size_t count(WaitPlace place) const noexcept;
  std::string head() const;
  void add_cycles(std::string& text) const;
  void add_waiters(std::string& text, WaitPlace place) const;
  std::string place(const Waiter& waiter) const;
  std::string resource_text(const Blocker& blocker) const;
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
