#pragma once
/// \file deadlock_report.hpp
/// Collects, from whoever knows why each node waits, the wait-for graph of a stuck run: one wording for every clock.

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/request.hpp"
#include "runtime/wait_graph.hpp"
#include "runtime/waiting_call.hpp"

namespace switchyard {

class DeadlockReport {
 public:
  using Belongs = std::function<bool(NodeId)>;

  /// `finished[i]`: the program of node i has returned.
  explicit DeadlockReport(std::vector<bool> finished) : finished_(std::move(finished)) {}

  /// The next node that waits; what follows is about it, until the next one.
  void add_waiter(NodeId node, std::optional<VirtualTime> since);
  /// It is in a collective, which those that are `missing` have not reached.
  void in_collective(Collective kind, Context context, CallSite site, const Belongs& missing);
  /// It polls for an active message; its `ports` wait for bytes.
  void polls(CallSite site, std::vector<OpenPort> ports);
  /// It has asked for the busy lock of `owner`, and has no answer.
  void asks_for_lock(NodeId owner, CallSite site);
  /// It tries again and again to take the busy lock of `owner`, which `holder` has.
  void tries_lock(NodeId owner, NodeId holder, CallSite site);
  /// It sends an active message, for which there is no room.
  void sends_packet(CallSite site);
  /// It waits for this request, in `call`; or for several, if called again.
  void waits_for(const Request& request, WaitingCall call);
  /// It does so here, which need not be where the requests were posted: for `all` of them, or for any.
  void waits_in(WaitSite where, bool all);
  /// Of `messages`, which other receives of the node would get, lists those of the contexts that it waits for, by
  /// source and tag; of equal ones, the first.
  void has_on_offer(std::vector<LeftOver> messages);
  /// Of messages to the node that are gone, lists those that it waits for.
  void has_lost(const std::vector<DiscardedMessage>& messages);
  /// What else keeps it from going on.
  std::vector<Blocker>& blockers() noexcept { return waiters_.back().blockers; }
  /// The other end of a receive: the message of its source, or of any node that still runs.
  void awaits_message(const Request& receive);

  /// The other end of a send whose message has come, and which no receive has matched.
  void awaits_receive(const Request& send);

  const std::vector<bool>& finished() const noexcept { return finished_; }
  /// At the end.
  DeadlockError error(std::optional<VirtualTime> at, std::uint64_t seed);

 private:
  void call_is(std::string_view verb, CallSite site);
  void add_group(const Resource& resource, const Belongs& belongs);
  void add_all_that_run(const Resource& resource);

  std::vector<bool> finished_;
  std::vector<Request> awaited_;  ///< of the last waiter
  std::vector<Waiter> waiters_;
  std::vector<WaitGroup> groups_;
};

}  // namespace switchyard
