#pragma once
/// \file deadlock_report.hpp
/// Builds the wait-for graph of a stuck run from the reason why each node waits. Runs under all clocks (virtual, wall
/// and off) use it, so that their reports have the same wording.

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/request.hpp"
#include "runtime/service_locks.hpp"
#include "runtime/wait_graph.hpp"
#include "runtime/waiting_call.hpp"

namespace switchyard {

class DeadlockReport {
 public:
  using NodePredicate = std::function<bool(NodeId)>;

  /// Begins a report of a stuck run without any waiting node. `finished` says for each node whether its program has
  /// returned.
  explicit DeadlockReport(std::vector<bool> finished) : has_node_finished_(std::move(finished)) {}

  /// Begins the report's entry of `node`, which waits. The functions from note_wait_in_collective() to
  /// note_missing_receive() describe this node until the next call of add_waiter().
  void add_waiter(NodeId node, std::optional<VirtualTime> since);
  /// Notes that the waiting node is in a collective which the `missing` nodes have not reached.
  void note_wait_in_collective(Collective kind, Context context, CallSite site, const NodePredicate& missing);
  /// Notes that the waiting node polls for an active message. `ports` are its bulk ports that still wait for bytes.
  void note_polling_for_packets(CallSite site, std::vector<OpenBulkPort> ports);
  /// Notes that the waiting node has asked for the busy lock of `owner`, and has no answer yet.
  void note_lock_request(NodeId owner, CallSite site);
  /// Notes that the waiting node tries again and again to take the busy lock of `owner`, which
  /// `holder` has.
  void note_lock_attempts(NodeId owner, NodeId holder, CallSite site);
  /// Notes that the waiting node sends an active message for which the network has no room.
  void note_blocked_packet_send(CallSite site);
  /// Notes that the waiting node waits for `request` in the call `call`. Call this once for each request that the node
  /// waits for.
  void note_awaited_request(const Request& request, WaitingCall call);
  /// Notes that the waiting node waits for the lock of a service (such as an MPI window) of another node, if `receive`
  /// is for the answer to a request for such a lock. Returns whether it is. Call this instead of note_awaited_request()
  /// for such a receive.
  bool note_awaited_service_lock(const Request& receive, const ServiceLocks& locks);
  /// Notes that the waiting node does nothing but listen for requests to its services, such as its MPI windows.
  void note_wait_for_service_requests_only();
  /// Notes the call in which the waiting node waits, which need not be the call that posted the awaited requests, and
  /// whether the node waits for all of these requests or for any one.
  void note_wait_call(WaitSite where, bool all);
  /// Lists messages that have come to the waiting node, but that none of its receives matches. Of `messages` it lists
  /// those in the context of a receive or probe for which the node waits, sorted by source and tag. Of several messages
  /// with equal source and tag it lists only the first.
  void note_offered_messages(std::vector<LeftOverMessage> messages);
  /// Lists the discarded `messages` that match a receive or probe for which the node waits.
  void note_lost_messages(const std::vector<DiscardedMessage>& messages);
  /// Returns the blockers of the waiting node: what the node lacks, and which nodes could give it.
  /// The caller may add to the list.
  std::vector<BlockingResource>& blockers_of_current_waiter() noexcept { return waiters_.back().blockers; }
  /// Notes that the node waits for a message for `receive`: from the source of the receive, or, if
  /// the source is any node, from any node whose program still runs.
  void note_missing_message(const Request& receive);

  /// Notes that the message of `send` has come to its destination, where no receive has matched it.
  void note_missing_receive(const Request& send);

  const std::vector<bool>& has_node_finished() const noexcept { return has_node_finished_; }
  /// Returns the finished report as an error. Call this when all waiting nodes have been added.
  DeadlockError make_error(std::optional<VirtualTime> at, std::uint64_t seed);

 private:
  void set_waiting_call(std::string_view verb, CallSite site);
  void add_group_of_awaited_nodes(const Resource& resource, const NodePredicate& belongs);
  void add_wait_for_all_running_nodes(const Resource& resource);

  std::vector<bool> has_node_finished_;
  std::vector<Request> awaited_requests_;  ///< requests that the node added last by add_waiter() waits for
  std::vector<Waiter> waiters_;
  std::vector<WaitGroup> wait_groups_;
};

}  // namespace switchyard
