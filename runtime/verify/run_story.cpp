#include "runtime/verify/run_story.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/served_message.hpp"

namespace switchyard {
namespace {

constexpr std::size_t kMostMatchesShown = 40;

VerifiedMatch verified_match_of(const OrderedMessage& message) {
  const LoggedRequest& send = *message.send;
  const LoggedRequest& receive = *message.receive;
  VerifiedMatch match{.from = send.owner,
                      .to = receive.owner,
                      .sent = make_defect_call(send.owner, send.site, "send"),
                      .received = make_defect_call(receive.owner, receive.site, "receive"),
                      .is_from_any_source = receive.is_from_any_source,
                      .is_message_addressed_to_service = is_message_to_service(send)};
  match.collective = describe(send).collective;
  return match;
}

/// Returns as text what a stuck node waits for, such as a message. The text does not name the call that waits.
std::string text_of_awaited_event(const Waiter& waiter) {
  if (!waiter.awaited.empty()) return call_text(waiter.awaited.front());
  return waiter.blockers.empty() ? waiter.verb : waiter.blockers.front().resource.text();
}

/// Returns the requests for which the blocked call of the node waits, if they were posted by other calls of the node
/// than the blocked one.
std::vector<DescribedCall> requests_posted_elsewhere(const Waiter& waiter) {
  std::vector<DescribedCall> requests;
  if (!waiter.posted_elsewhere) return requests;
  for (const DescribedCall& each : waiter.awaited) {
    if (each.collective.empty() && each.place.line > 0) requests.push_back(each);
  }
  return requests;
}

const DescribedCall* collective_waited_for(const Waiter& waiter) {
  const auto found =
      std::ranges::find_if(waiter.awaited, [](const DescribedCall& call) { return !call.collective.empty(); });
  return found == waiter.awaited.end() ? nullptr : &*found;
}

/// Returns whether the node waits in an epoch of an MPI window: for a lock, for accesses of other nodes to begin or
/// end, or for a change of memory that it reads again and again.
bool waits_in_window_epoch(const Waiter& waiter) {
  static constexpr std::array kReadingCalls{"MPI_Compare_and_swap", "MPI_Fetch_and_op", "MPI_Get",
                                            "MPI_Get_accumulate",   "MPI_Rget",         "MPI_Rget_accumulate"};
  if (collective_waited_for(waiter) != nullptr) return false;
  return waiter.verb.starts_with("MPI_Win_") || std::ranges::find(kReadingCalls, waiter.verb) != kReadingCalls.end();
}

/// Decides which messages of a run a picture of the run shows: those between the program's own calls, and not those
/// that only serve another message or a collective.
class PictureMessageFilter {
 public:
  explicit PictureMessageFilter(const PartiallyOrderedRun& order) {
    for (const OrderedMessage& message : order.messages) {
      if (message.receive == nullptr) continue;
      if (belongs_to_collective(*message.send)) add_call_if_missing(calls_of_collective_messages_, *message.send);
      if (is_message_to_service(*message.send)) add_call_if_missing(service_creating_calls_, *message.receive);
    }
  }

  static bool belongs_to_collective(const LoggedRequest& request) {
    return !collective_text(request.context, request.tag).empty();
  }
  /// Returns whether the message only serves another message or a collective: a service answers with it, a node sends
  /// it to a service of its own, or a collective, such as MPI_Win_fence, sends it to the services of its members.
  bool is_hidden_in_picture(const OrderedMessage& message) const {
    const LoggedRequest& send = *message.send;
    if (contains(service_creating_calls_, send)) return true;
    return is_message_to_service(send) &&
           (send.owner == message.receive->owner || contains(calls_of_collective_messages_, send));
  }

 private:
  using CallSitesOfNodes = std::vector<std::pair<NodeId, CallSite>>;

  static bool contains(const CallSitesOfNodes& calls, const LoggedRequest& request) {
    return std::ranges::find(calls, std::pair(request.owner, request.site)) != calls.end();
  }
  static void add_call_if_missing(CallSitesOfNodes& calls, const LoggedRequest& request) {
    if (!contains(calls, request)) calls.emplace_back(request.owner, request.site);
  }

  CallSitesOfNodes calls_of_collective_messages_, service_creating_calls_;
};

}  // namespace

MatchesOfRun matches_in_run(const PartiallyOrderedRun& order) {
  const PictureMessageFilter selection(order);
  std::vector<const OrderedMessage*> shown;
  using CollectiveNumber = std::pair<std::uint16_t, std::uint32_t>;
  const auto number_of = [](const LoggedRequest& send) {
    return CollectiveNumber{static_cast<std::uint16_t>(send.context), static_cast<std::uint32_t>(send.tag)};
  };
  std::map<CollectiveNumber, std::set<NodeId>> members_of_collectives;
  for (const OrderedMessage& message : order.messages) {
    if (!PictureMessageFilter::belongs_to_collective(*message.send)) continue;
    std::set<NodeId>& members = members_of_collectives[number_of(*message.send)];
    members.insert(message.send->owner);
    if (message.receive != nullptr) members.insert(message.receive->owner);
  }
  std::set<CollectiveNumber> collectives;
  for (const OrderedMessage& message : order.messages) {
    if (message.receive == nullptr || selection.is_hidden_in_picture(message)) continue;
    const LoggedRequest& send = *message.send;
    if (!PictureMessageFilter::belongs_to_collective(send) || collectives.insert(number_of(send)).second)
      shown.push_back(&message);
  }
  MatchesOfRun matches;
  const std::size_t first = shown.size() > kMostMatchesShown ? shown.size() - kMostMatchesShown : 0;
  matches.left_out_count = first;
  for (std::size_t i = first; i < shown.size(); ++i) {
    VerifiedMatch& match = matches.last_matches.emplace_back(verified_match_of(*shown[i]));
    if (match.collective.empty()) continue;
    const std::set<NodeId>& members = members_of_collectives[number_of(*shown[i]->send)];
    match.members.assign(members.begin(), members.end());
  }
  return matches;
}

std::vector<StuckCall> stuck_calls(const WaitGraph& graph) {
  std::vector<StuckCall> result;
  for (const Waiter& waiter : graph.waiters()) {
    StuckCall& stuck = result.emplace_back();
    stuck.stuck_call = {waiter.node, waiter.verb, waiter.site};
    const DescribedCall* const collective = collective_waited_for(waiter);
    if (collective != nullptr && collective->place == waiter.site) stuck.stuck_call.name = collective->collective;
    if (waiter.site.line == 0 && !waiter.awaited.empty()) stuck.stuck_call.place = waiter.awaited.front().place;
    stuck.waits_for = text_of_awaited_event(waiter);
    for (const DescribedCall& request : requests_posted_elsewhere(waiter)) stuck.requests.push_back(call_text(request));
    stuck.is_in_wait_cycle = waiter.is_in_wait_cycle();
    std::set<NodeId> holders;
    for (const BlockingResource& blocker : graph.blockers(waiter)) holders.insert(blocker.holder);
    stuck.awaited_nodes.assign(holders.begin(), holders.end());
  }
  return result;
}

std::vector<CallInvolvedInDefect> posting_calls(const WaitGraph& graph) {
  std::vector<CallInvolvedInDefect> calls;
  for (const Waiter& waiter : graph.waiters()) {
    for (const DescribedCall& request : requests_posted_elsewhere(waiter))
      calls.push_back({waiter.node, request.verb, request.place});
  }
  return calls;
}

bool do_messages_hold_up_collectives(const WaitGraph& graph) {
  const auto is_in_collective = [](const Waiter& waiter) { return collective_waited_for(waiter) != nullptr; };
  return std::ranges::any_of(graph.waiters(), is_in_collective) &&
         std::ranges::any_of(graph.waiters(), [&](const Waiter& waiter) {
           return waiter.place != RelationToWaitCycle::behind && !is_in_collective(waiter) &&
                  !waits_in_window_epoch(waiter);
         });
}

bool is_call_ordering_defect(const WaitGraph& graph) {
  const auto& waiters = graph.waiters();
  const auto in_collective = [](const Waiter& waiter) { return collective_waited_for(waiter) != nullptr; };
  const auto first = std::ranges::find_if(waiters, in_collective);
  if (first == waiters.end()) return false;
  // If some nodes wait in epochs of MPI windows, the nodes that wait in a collective wait only for those nodes to reach
  // the collective. So the order of collective calls is not the defect.
  if (std::ranges::any_of(waiters, waits_in_window_epoch)) return false;
  // Once any member has left a collective, the other members wait only for messages that have already been sent. So a
  // node that waits for ever in a collective waits for members that never call it.
  return std::ranges::any_of(waiters,
                             [&](const Waiter& other) {
                               const DescribedCall* const collective = collective_waited_for(other);
                               return collective == nullptr ||
                                      collective->collective != collective_waited_for(*first)->collective;
                             }) ||
         std::ranges::any_of(waiters,
                             [](const Waiter& waiter) { return waiter.place == RelationToWaitCycle::for_ever; });
}

bool has_no_wait_cycle(const WaitGraph& graph) { return graph.cycles().empty(); }

}  // namespace switchyard
