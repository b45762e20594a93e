#include "runtime/deadlock_report.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/matching.hpp"
#include "runtime/stop_point.hpp"

namespace switchyard {
namespace {

OfferedMessage offered_message_of(const LeftOverMessage& message) {
  return {message.label.source, message.label.tag, message.bytes, message.site};
}

/// Removes blockers (reasons to wait) that occur twice, because a node that waits for several
/// requests may lack the same resource for each of them.
void remove_duplicate_blockers(std::vector<BlockingResource>& blockers) {
  std::set<std::pair<NodeId, std::string>> seen;
  std::erase_if(blockers, [&](const BlockingResource& blocker) {
    return !seen.emplace(blocker.holder, blocker.resource.text()).second;
  });
}

}  // namespace

void DeadlockReport::add_waiter(NodeId node, std::optional<VirtualTime> since) {
  waiters_.push_back({.node = node, .since = since});
  awaited_requests_.clear();
}

void DeadlockReport::set_waiting_call(std::string_view verb, CallSite site) {
  waiters_.back().verb = site.called_function_name_or_default(verb);
  waiters_.back().site = site;
}

void DeadlockReport::note_wait_in_collective(Collective kind, Context context, CallSite site,
                                             const NodePredicate& missing) {
  set_waiting_call(name_of(kind), site);
  waiters_.back().awaited = {describe(kind, context, site)};
  add_group_of_awaited_nodes({ResourceKind::collective, {}, collective_text(kind, context)}, missing);
}

void DeadlockReport::note_polling_for_packets(CallSite site, std::vector<OpenBulkPort> ports) {
  set_waiting_call("polling", site);
  waiters_.back().ports = std::move(ports);
  add_wait_for_all_running_nodes(ResourceKind::active_message);
}

void DeadlockReport::note_lock_request(NodeId owner, CallSite site) {
  set_waiting_call("try_lock", site);
  blockers_of_current_waiter().push_back({owner, {ResourceKind::lock_answer, owner}});
}

void DeadlockReport::note_lock_attempts(NodeId owner, NodeId holder, CallSite site) {
  set_waiting_call("try_lock", site);
  blockers_of_current_waiter().push_back({holder, {ResourceKind::lock, owner}});
}

void DeadlockReport::note_blocked_packet_send(CallSite site) { set_waiting_call("request", site); }

void DeadlockReport::note_awaited_request(const Request& request, WaitingCall call) {
  waiters_.back().awaited.push_back(request.kind == Request::Kind::probe ? describe(request, name_of(call))
                                                                         : describe(request));
  awaited_requests_.push_back(request);
}

bool DeadlockReport::note_awaited_service_lock(const Request& receive, const ServiceLocks& locks) {
  std::vector<BlockingResource> holders = locks.blockers_of(receive);
  if (holders.empty()) return false;
  DescribedCall call = describe(receive);
  call.kind = DescribedCall::Kind::lock;
  waiters_.back().awaited.push_back(std::move(call));
  awaited_requests_.push_back(receive);
  blockers_of_current_waiter().insert(blockers_of_current_waiter().end(), std::make_move_iterator(holders.begin()),
                                      std::make_move_iterator(holders.end()));
  return true;
}

void DeadlockReport::note_wait_for_service_requests_only() {
  add_wait_for_all_running_nodes({ResourceKind::message, {}, "a request from any node to its service"});
}

void DeadlockReport::note_wait_call(WaitSite where, bool all) {
  Waiter& waiter = waiters_.back();
  waiter.all = all;
  waiter.posted_elsewhere =
      std::ranges::any_of(awaited_requests_, [&](const Request& request) { return request.site != where.site; });
  if (waiter.posted_elsewhere || waiter.awaited.empty())
    return set_waiting_call(name_of(where.waiting_call), where.site);
  waiter.verb = waiter.awaited.front().verb;
  waiter.site = waiter.awaited.front().place;
}

void DeadlockReport::note_offered_messages(std::vector<LeftOverMessage> messages) {
  const auto is_awaited = [&](const LeftOverMessage& message) {
    return std::ranges::any_of(awaited_requests_, [&](const Request& request) {
      return request.kind != Request::Kind::send && is_in_context_of(request, message.label);
    });
  };
  const auto label = [](const LeftOverMessage& message) { return std::pair(message.label.source, message.label.tag); };
  std::erase_if(messages, [&](const LeftOverMessage& message) { return !is_awaited(message); });
  std::ranges::stable_sort(messages, {}, label);
  const auto equal_ones = std::ranges::unique(messages, {}, label);
  messages.erase(equal_ones.begin(), equal_ones.end());
  for (const LeftOverMessage& message : messages) waiters_.back().on_offer.push_back(offered_message_of(message));
}

void DeadlockReport::note_lost_messages(const std::vector<DiscardedMessage>& messages) {
  for (const DiscardedMessage& each : messages) {
    const bool is_awaited = std::ranges::any_of(awaited_requests_, [&](const Request& request) {
      return request.kind != Request::Kind::send && matches(request, each.message.label);
    });
    if (is_awaited) waiters_.back().lost.push_back({offered_message_of(each.message), each.at});
  }
}

void DeadlockReport::note_missing_receive(const Request& send) {
  blockers_of_current_waiter().push_back({send.peer, ResourceKind::receive});
}

void DeadlockReport::note_missing_message(const Request& receive) {
  if (receive.peer == kAnyNode)
    return add_wait_for_all_running_nodes({ResourceKind::message, {}, "a message from any node"});
  blockers_of_current_waiter().push_back({receive.peer, ResourceKind::message});
}

void DeadlockReport::add_wait_for_all_running_nodes(const Resource& resource) {
  add_group_of_awaited_nodes(resource, [this](NodeId node) { return !has_node_finished_[index(node)]; });
}

/// Notes that the waiting node lacks `resource`. Any of the nodes for which `belongs` returns true can give the
/// resource. Waiting nodes that lack the same resource share one WaitGroup, so that its nodes are looked up only once.
void DeadlockReport::add_group_of_awaited_nodes(const Resource& resource, const NodePredicate& belongs) {
  const std::string text = resource.text();
  const auto found =
      std::ranges::find_if(wait_groups_, [&](const WaitGroup& each) { return each.resource.text() == text; });
  const auto number = static_cast<std::uint32_t>(found - wait_groups_.begin());
  auto& own = waiters_.back().groups;
  if (std::ranges::find(own, number) == own.end()) own.push_back(number);
  if (found != wait_groups_.end()) return;
  wait_groups_.push_back({resource, {}});
  for (std::uint32_t i = 0; i < has_node_finished_.size(); ++i) {
    if (belongs(NodeId{i})) wait_groups_.back().nodes.push_back(NodeId{i});
  }
}

DeadlockError DeadlockReport::make_error(std::optional<VirtualTime> at, std::uint64_t seed) {
  for (Waiter& waiter : waiters_) remove_duplicate_blockers(waiter.blockers);
  switchyard_stop_here("deadlock");
  return DeadlockError(
      WaitGraph(std::move(waiters_), std::move(wait_groups_), std::move(has_node_finished_), at, seed));
}

}  // namespace switchyard
