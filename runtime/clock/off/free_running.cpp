#include "runtime/clock/off/free_running.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <tuple>

#include "runtime/call_text.hpp"
#include "runtime/clock/off/mailbox_store.hpp"
#include "runtime/clock/off/station.hpp"
#include "runtime/deadlock_report.hpp"
#include "runtime/misuse.hpp"
#include "runtime/served_message.hpp"

namespace switchyard {

FreeRunningSession::FreeRunningSession(std::uint32_t nodes, const Options& options, Executor& executor)
    : options_(options),
      core_count_(std::thread::hardware_concurrency()),
      start_time_(std::chrono::steady_clock::now()),
      executor_(executor),
      active_node_count_(nodes) {
  if (options.mailbox_capacity == 0) throw UsageError("a mailbox must have room for at least one message");
  mailboxes_ = MailboxStore::instance().take_mailboxes(nodes, options.mailbox_capacity);
  free_running_node_states_.reserve(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    free_running_node_states_.push_back(
        std::make_unique<FreeRunningNode>(NodeId{i}, *mailboxes_[i], options.pause_seed.value_or(0)));
    if (!options.has_active_messages) continue;
    free_running_node_states_.back()->active_message_queue = std::make_unique<ActiveMessageQueue>(NodeId{i}, nodes);
    free_running_node_states_.back()->active_message_queue->active_message_state.busy_lock().call_when_freed(
        [this] { wake_nodes_waiting_for_locks(); });
  }
}

FreeRunningSession::~FreeRunningSession() {
  if (can_next_run_reuse_mailboxes_) MailboxStore::instance().keep_mailboxes_for_next_run(std::move(mailboxes_));
}

[[gnu::cold]] void FreeRunningSession::stop_current_node() {
  stop_run(std::make_exception_ptr(
      UnfinishedError("the run has expired")));  // stop_run() has no effect if the run already has an error
  throw RunStopped{};
}

/// Lets a node pause at random: it yields to other nodes, spins for a moment, or does nothing. So nodes access shared
/// state in orders that are rare at full speed.
void FreeRunningSession::pause_at_random(FreeRunningNode& me) {
  constexpr std::uint64_t kLongestPause = 512;
  switch (me.pause_random_generator.random_number_below(8)) {
    case 0:
      executor_.yield(me.id);
      break;
    case 1:
      for (std::uint64_t left = me.pause_random_generator.random_number_below(8); left > 0; --left)
        executor_.yield(me.id);
      break;
    case 2:
      for (std::uint64_t left = me.pause_random_generator.random_number_below(kLongestPause); left > 0; --left)
        relax_processor();
      break;
    default:
      break;
  }
}

// --- how nodes sleep and are woken -----------------------------------------------------------------------------------

/// Wakes `node` if it sleeps. A node that is awake needs no wake-up, because it looks for messages itself before it
/// sleeps. Any thread may call this.
void FreeRunningSession::wake(NodeId node) {
  if (!free_running_node_of(node).end_sleep()) return;
  active_node_count_.fetch_add(1);
  executor_.unpark(node);
}

/// Wakes all nodes that sleep. The calling node is awake, and stays so: meanwhile, more nodes are counted as active
/// than are, so that no other node can believe itself to be the last one.
void FreeRunningSession::wake_all() {
  const auto nodes = static_cast<std::uint32_t>(free_running_node_states_.size());
  std::uint32_t awake = 0;
  active_node_count_.fetch_add(nodes);
  for (const auto& station : free_running_node_states_) {
    if (station->end_sleep()) {
      executor_.unpark(station->id);
    } else {
      ++awake;
    }
  }
  active_node_count_.fetch_sub(awake);
}

/// Ends the run with `error`. Only the first error of a run counts. Every node program ends in its next call, or in the
/// call in which it is now.
void FreeRunningSession::stop_run(std::exception_ptr error) {
  if (has_error_.exchange(true)) return;
  run_error_ = std::move(error);
  is_stopped_.store(true);
  for (const auto& station : free_running_node_states_) executor_.unpark(station->id);
}

// --- sends, receives, waits and tests --------------------------------------------------------------------------------

void FreeRunningSession::post(Request& request) {
  throw_if_stopped();
  FreeRunningNode& me = free_running_node_of(request.owner);
  if (request.protocol == Protocol::bulk) [[unlikely]]
    return announce_bulk_transfer(request);
  count_call_toward_limit(me);
  reset_lock_try_counts(me);
  if (request.kind == Request::Kind::send) return send(me, request);
  call_with_mailbox(me, [&](Mailbox& mailbox) { mailbox.post(request); });
}

[[gnu::cold]] void FreeRunningSession::count_call_and_check_limit(FreeRunningNode& me) {
  if (++me.calls_counted_toward_limit <= *options_.request_limit) return;
  stop_run(std::make_exception_ptr(
      UnfinishedError(fmt::format("not finished: node {} has made more than {} sends, receives and polls (seed {})",
                                  index(me.id), *options_.request_limit, options_.seed))));
  throw RunStopped{};
}

void FreeRunningSession::send(FreeRunningNode& me, Request& request) {
  SenderToReceiverLane& lane = me.mailbox.lane_to(request.peer);
  pause_at_random_if_enabled(me);
  const bool is_synchronous = lasts_until_received(request.mode);
  request.handshake = is_synchronous ? &me.handshakes.emplace_back() : nullptr;
  const bool has_space = lane.has_space() || await_space_in_lane(me, request, lane);
  request.complete = !is_synchronous;
  if (!has_space) [[unlikely]]
    return me.mailbox.keep_undeliverable_message(request);
  me.mailbox.send(lane, request);
  pause_at_random_if_enabled(me);
  FreeRunningNode& to = free_running_node_of(request.peer);
  const bool is_first = to.mailbox.list_lane(lane);
  pause_at_random_if_enabled(me);
  // The receiver of a synchronous message may sleep for another reason when it posts the receive of this message. Then
  // only the sender can wake the receiver, which has to take the message out of the lane, the queue from this sender to
  // it.
  if (is_synchronous) [[unlikely]]
    return wake(to.id);
  if (!is_first) return;
  const std::uint32_t wakes_for = to.waking_source.load();
  if (wakes_for == index(me.id) || wakes_for == kWokenByMessageOfAnySource) wake(to.id);
}

/// Blocks a sender until the lane, its queue of messages to one receiver, has space for another message. Returns false
/// if the receiver has finished and the lane is still full.
bool FreeRunningSession::await_space_in_lane(FreeRunningNode& me, Request& request, SenderToReceiverLane& lane) {
  const Mailbox& receiver = free_running_node_of(request.peer).mailbox;
  const auto has_space = [&] { return lane.has_space(); };
  if (spin_until(me.id, has_space)) return true;
  Request* const self = &request;
  block(me, {NodeWait::AwaitedEvent::message, {&self, 1}, {request.site}, &lane}, kWokenByNoMessage,
        [&] { return has_space() || receiver.is_closed(); });
  return has_space();
}

/// Returns whether a request is complete. A synchronous send is complete once its receiver has taken the message. Only
/// the thread of the node that posted the request may call this.
inline bool FreeRunningSession::is_complete(Request& request) noexcept {
  return request.complete ||
         (request.kind == Request::Kind::send && request.handshake != nullptr && is_acknowledged(request));
}

[[gnu::cold]] bool FreeRunningSession::is_acknowledged(Request& send) noexcept {
  const Handshake::HandshakeState state = send.handshake->handshake_state.load();
  send.complete = state == Handshake::HandshakeState::received || state == Handshake::HandshakeState::cancelled;
  return send.complete;
}

/// Waits until the first of `requests` is complete. A deadlock report lists all of `requests`, because the node is
/// going to wait for the rest as well.
void FreeRunningSession::wait_for_first_request_in_list(FreeRunningNode& me, std::span<Request* const> requests,
                                                        WaitSite where) {
  Request* const request = requests.front();
  reset_lock_try_counts(me);
  if (is_complete(*request)) return;
  const NodeWait wait{.awaited_requests = requests, .wait_site = where, .needs_all_requests = true};
  if (request->kind == Request::Kind::send) {  // a send that is not complete is a bulk transfer, or a synchronous send
    return block(me, wait, kWokenByNoMessage, [&] { return is_complete(*request); });
  }
  const NodeId from = request->peer;
  pause_at_random_if_enabled(me);
  if (options_.spins_before_sleep && active_node_count_.load() <= core_count_) {
    for (int left = me.mailbox.pauses_before_taking_messages(from); left > 0; --left) relax_processor();
  }
  do {
    call_with_mailbox(me, [&](Mailbox& mailbox) { mailbox.take_messages_from(from, function_that_wakes_sender()); });
    if (request->complete) return;
  } while (spin_until(me.id, [&] { return me.mailbox.may_have_message_from(from); }));
  block(me, wait, index(from), [&] { return request->complete; });
}

void FreeRunningSession::order_later_calls_after_requests(NodeId node, std::span<Request* const> requests,
                                                          WaitSite where) {
  throw_if_stopped();
  for (std::size_t i = 0; i < requests.size(); ++i)
    wait_for_first_request_in_list(free_running_node_of(node), requests.subspan(i, 1), where);
}

void FreeRunningSession::wait_all(NodeId node, std::span<Request* const> requests, WaitSite where) {
  throw_if_stopped();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!requests[i]->complete) wait_for_first_request_in_list(free_running_node_of(node), requests.subspan(i), where);
  }
}

void FreeRunningSession::block_until_any_completes(FreeRunningNode& me, std::span<Request* const> requests,
                                                   WaitSite where) {
  throw_if_stopped();
  reset_lock_try_counts(me);
  block(me, {NodeWait::AwaitedEvent::message, requests, where}, kWokenByMessageOfAnySource,
        [&] { return any_is_complete(requests); });
}

std::size_t FreeRunningSession::wait_any(NodeId node, std::span<Request* const> requests, WaitSite where) {
  block_until_any_completes(free_running_node_of(node), requests, where);
  const auto done = std::ranges::find_if(requests, [](const Request* request) { return request->complete; });
  return static_cast<std::size_t>(done - requests.begin());
}

void FreeRunningSession::wait_some(NodeId node, std::span<Request* const> requests, WaitSite where) {
  block_until_any_completes(free_running_node_of(node), requests, where);
  mark_complete_requests(requests);
}

bool FreeRunningSession::any_is_complete(std::span<Request* const> requests) noexcept {
  return std::ranges::any_of(requests, [](Request* request) { return is_complete(*request); });
}

std::size_t FreeRunningSession::mark_complete_requests(std::span<Request* const> requests) noexcept {
  for (Request* request : requests) request->was_found_complete = is_complete(*request);
  return static_cast<std::size_t>(
      std::ranges::count_if(requests, [](const Request* r) { return r->was_found_complete; }));
}

std::size_t FreeRunningSession::count_complete_requests_at_no_cost(NodeId node, std::span<Request* const> requests,
                                                                   CallSite /*site*/) {
  throw_if_stopped();
  call_with_mailbox(free_running_node_of(node),
                    [&](Mailbox& mailbox) { mailbox.take_messages_from_listed_lanes(function_that_wakes_sender()); });
  return mark_complete_requests(requests);
}

std::size_t FreeRunningSession::test(NodeId node, std::span<Request* const> requests, RequestTestCondition enough,
                                     WaitSite where) {
  throw_if_stopped();  // this check comes before any handler of an active message runs, because the program of a
                       // stopped run may already have destroyed objects that its handlers use
  count_call_toward_limit(free_running_node_of(node));
  handle_packets(free_running_node_of(node));
  const std::size_t complete = count_complete_requests_at_no_cost(node, requests, where.site);
  if (complete < (enough == RequestTestCondition::all ? requests.size() : 1)) {
    executor_.yield(node);
  } else {
    reset_lock_try_counts(free_running_node_of(node));
  }
  return mark_complete_requests(requests);
}

void FreeRunningSession::take_arrivals_before_probe(FreeRunningNode& me) {
  throw_if_stopped();
  count_call_toward_limit(me);
  call_with_mailbox(me,
                    [&](Mailbox& mailbox) { mailbox.take_messages_from_listed_lanes(function_that_wakes_sender()); });
  handle_packets(me);
}

std::size_t FreeRunningSession::probe(Request& probe, WaitSite /*where*/) {
  FreeRunningNode& me = free_running_node_of(probe.owner);
  take_arrivals_before_probe(me);
  probe.complete = me.mailbox.find_message(probe);
  if (!probe.complete) {
    executor_.yield(me.id);
  } else {
    reset_lock_try_counts(me);
  }
  return probe.complete ? 1 : 0;
}

bool FreeRunningSession::wait_for_message_of_probe(Request& probe, std::span<Request* const> watched,
                                                   WaitingCall call) {
  FreeRunningNode& me = free_running_node_of(probe.owner);
  take_arrivals_before_probe(me);
  reset_lock_try_counts(me);
  std::vector<Request*> all(watched.begin(), watched.end());
  all.push_back(&probe);
  const auto ready = [&] {
    probe.complete = probe.complete || me.mailbox.find_message(probe);
    return probe.complete || any_is_complete(watched);
  };
  const bool one_source = probe.peer != kAnyNode && watched.empty();
  block(me, {NodeWait::AwaitedEvent::message, all, {probe.site, call}},
        one_source ? index(probe.peer) : kWokenByMessageOfAnySource, ready);
  return probe.complete;
}

/// Cancels a request, unless it is complete. A send that is not synchronous is always complete. Before a receive is
/// cancelled, its message is looked for in the lanes, the queues of messages to the node.
void FreeRunningSession::cancel(Request& request) {
  throw_if_stopped();
  if (request.kind == Request::Kind::receive)
    call_with_mailbox(free_running_node_of(request.owner),
                      [&](Mailbox& mailbox) { mailbox.take_messages_from_listed_lanes(function_that_wakes_sender()); });
  if (is_complete(request)) return;
  if (request.kind == Request::Kind::send) {
    request.cancelled = request.handshake != nullptr &&
                        request.handshake->decide_handshake_state_if_undecided(Handshake::HandshakeState::cancelled);
  } else {
    request.cancelled = request.complete = free_running_node_of(request.owner).mailbox.cancel_receive(request);
  }
}

// --- a node's calls for computing, time, and collectives -------------------------------------------------------------

void FreeRunningSession::compute(NodeId node, Duration /*cost*/, CallSite /*site*/) {
  throw_if_stopped();
  reset_lock_try_counts(free_running_node_of(node));
}

void FreeRunningSession::begin_work_on_host(NodeId node, Duration cost, CallSite site) { compute(node, cost, site); }

void FreeRunningSession::end_work_on_host(NodeId /*node*/) {}

VirtualTime FreeRunningSession::now(NodeId node) {
  throw_if_stopped();
  reset_lock_try_counts(free_running_node_of(node));
  return host_time();
}

void FreeRunningSession::note_begin_of_collective_by_messages(NodeId node, const CollectiveCall& call, CallSite site) {
  throw_if_stopped();
  node_call_ledger_.check_collective_agrees(node, free_running_node_of(node).collective_count, call, site);
}

/// Lets a node take part in a barrier, and returns true when it has passed the barrier. Returns false if one of the
/// requests that the node watches completes first; the node then stays in the barrier, and has to call this function
/// again.
bool FreeRunningSession::take_part_in_collective(NodeId node, const CollectiveCall& barrier, CallSite site) {
  throw_if_stopped();
  FreeRunningNode& me = free_running_node_of(node);
  reset_lock_try_counts(me);
  if (!me.passed_barrier_count_at_entry && enter_barrier(me, barrier, site)) return true;
  const auto passed = [&me, this] { return passed_barrier_count_.load() != *me.passed_barrier_count_at_entry; };
  if (!spin_until(node, passed)) {
    const bool watches = !barrier.interrupting_requests.empty();
    me.current_wait = {NodeWait::AwaitedEvent::barrier, {}, {site}};
    block(me, me.current_wait, watches ? kWokenByMessageOfAnySource : kWokenByNoMessage,
          [&] { return passed() || (watches && any_is_complete(barrier.interrupting_requests)); });
    if (watches && !passed()) return false;
  }
  me.passed_barrier_count_at_entry.reset();
  return true;
}

/// Lets a node enter a barrier. Returns true if the node is the last one to enter, so that all nodes have passed the
/// barrier.
bool FreeRunningSession::enter_barrier(FreeRunningNode& me, const CollectiveCall& barrier, CallSite site) {
  node_call_ledger_.check_collective_agrees(me.id, me.collective_count, barrier, site);
  me.barrier_context = barrier.context;
  me.barrier_kind = barrier.kind;
  if (barrier.context != Context::collectives) [[unlikely]]
    has_group_barrier_.store(true);
  me.barrier_site = site;
  const std::uint32_t before = passed_barrier_count_.load();
  pause_at_random_if_enabled(me);
  if (nodes_at_barrier_.fetch_add(1) + 1 < free_running_node_states_.size()) {
    me.passed_barrier_count_at_entry = before;
    return false;
  }
  check_all_are_in_same_barrier();
  nodes_at_barrier_.store(0);
  passed_barrier_count_.fetch_add(1);
  wake_all();
  return true;
}

/// Checks, once every node is in a barrier, that all of them are in the barrier of the same group. Throws NodeError if
/// their groups differ.
void FreeRunningSession::check_all_are_in_same_barrier() const {
  if (!has_group_barrier_.load()) return;
  const FreeRunningNode& first = *free_running_node_states_.front();
  for (const auto& station : free_running_node_states_) {
    if (station->barrier_context == first.barrier_context) continue;
    const EnteredCollective other{station->id, station->barrier_kind, station->barrier_context, station->barrier_site};
    const EnteredCollective met{first.id, first.barrier_kind, first.barrier_context, first.barrier_site};
    throw collective_group_mismatch_error(other, met);
  }
}

void FreeRunningSession::record_mark(NodeId node, const char* label) {
  const VirtualTime at_time = now(node);
  free_running_node_of(node).marks.push_back({node, at_time, label});
}

void FreeRunningSession::finish(NodeId node) {
  FreeRunningNode& me = free_running_node_of(node);
  me.finish_time = now(node);
  pause_at_random_if_enabled(me);
  me.mailbox.close();
  me.mailbox.take_messages_from_listed_lanes(
      function_that_wakes_sender());  // empties all lanes to this node, so that senders that wait for space in a lane
                                      // continue
  finished_node_count_.fetch_add(1);
  if (active_node_count_.fetch_sub(1) == 1) report_deadlock();
}

void FreeRunningSession::fail(NodeId /*node*/, std::exception_ptr error) { stop_run(std::move(error)); }

// --- how a deadlock is reported --------------------------------------------------------------------------------------

/// Called when no node is active. Reports a deadlock unless all nodes have finished, because the nodes that have not
/// finished then wait for ever. The lanes (queues of messages from node to node) are emptied before the report is made:
/// whether a message for which its receiver does not wait is still in a lane is a matter of chance, and must not change
/// the report. No sender waits for space in these lanes.
void FreeRunningSession::report_deadlock() {
  if (finished_node_count_.load() == free_running_node_states_.size() || has_error_.load() || wake_idle_lock_sleepers())
    return;
  std::vector<bool> finished;
  for (const auto& station : free_running_node_states_) finished.push_back(station->mailbox.is_closed());
  try {
    for (const auto& station : free_running_node_states_) {
      if (!station->mailbox.is_closed()) station->mailbox.take_messages_from_listed_lanes([](NodeId) {});
    }
  } catch (const NodeError&) {
    return stop_run(std::current_exception());
  }
  DeadlockReport report(finished);
  for (const auto& station : free_running_node_states_) {
    if (!station->mailbox.is_closed()) add_waiting_node(report, *station);
  }
  stop_run(std::make_exception_ptr(report.make_error(std::nullopt, options_.seed)));
}

/// Adds a waiting node to the deadlock report, with an edge of the wait-for graph to each node that could end the wait.
void FreeRunningSession::add_waiting_node(DeadlockReport& report, const FreeRunningNode& station) const {
  const NodeWait& wait = station.current_wait;
  report.add_waiter(station.id, std::nullopt);
  switch (wait.awaited_event) {
    case NodeWait::AwaitedEvent::packet:
      return report.note_polling_for_packets(wait.wait_site.site,
                                             station.active_message_queue->active_message_state.ports_still_open());
    case NodeWait::AwaitedEvent::lock_answer:
      return report.note_lock_request(wait.awaited_node, wait.wait_site.site);
    case NodeWait::AwaitedEvent::lock: {
      const auto holder = free_running_node_states_[index(wait.awaited_node)]
                              ->active_message_queue->active_message_state.busy_lock()
                              .holder();
      return report.note_lock_attempts(wait.awaited_node, holder.value_or(wait.awaited_node), wait.wait_site.site);
    }
    case NodeWait::AwaitedEvent::packet_space:
      report.note_blocked_packet_send(wait.wait_site.site);
      return report.blockers_of_current_waiter().push_back(
          {wait.awaited_node, {ResourceKind::network_room_for_packets, wait.awaited_node}});
    case NodeWait::AwaitedEvent::barrier:
      return report.note_wait_in_collective(
          station.barrier_kind, station.barrier_context, wait.wait_site.site, [&](NodeId other) {
            const FreeRunningNode& its = *free_running_node_states_[index(other)];
            return its.mailbox.is_closed() || its.current_wait.awaited_event != NodeWait::AwaitedEvent::barrier;
          });
    case NodeWait::AwaitedEvent::message:
      return add_awaited_requests(report, station);
  }
}

/// Adds the requests that a node waits for to the deadlock report. If the node waits for all of these requests, the
/// complete requests are left out, even if the sleeping node has not yet noticed that they are complete.
void FreeRunningSession::add_awaited_requests(DeadlockReport& report, const FreeRunningNode& station) const {
  const NodeWait& wait = station.current_wait;
  const auto listens = [](const Request* request) { return is_service_listening(*request); };
  if (!wait.awaited_requests.empty() && std::ranges::all_of(wait.awaited_requests, listens))
    report.note_wait_for_service_requests_only();
  for (Request* request : wait.awaited_requests) {
    if (!listens(request) && (!wait.needs_all_requests || !is_complete(*request)))
      add_awaited_request(report, wait, *request);
  }
  report.note_wait_call(wait.wait_site, wait.needs_all_requests);
  std::vector<LeftOverMessage> early;
  station.mailbox.append_receivable_messages(early);
  report.note_offered_messages(std::move(early));
}

void FreeRunningSession::add_awaited_request(DeadlockReport& report, const NodeWait& wait,
                                             const Request& request) const {
  if (report.note_awaited_service_lock(request, service_locks())) return;
  report.note_awaited_request(request, wait.wait_site.waiting_call);
  if (wait.full_lane != nullptr) {
    report.blockers_of_current_waiter().push_back({request.peer, {ResourceKind::mailbox, request.peer}});
  } else if (request.protocol == Protocol::bulk) {
    report.blockers_of_current_waiter().push_back({request.peer, ResourceKind::poll});
  } else if (request.kind == Request::Kind::send) {
    report.note_missing_receive(request);
  } else {
    report.note_missing_message(request);
  }
}

// --- the results of a run --------------------------------------------------------------------------------------------

VirtualTime FreeRunningSession::finish_time(NodeId node) const {
  return free_running_node_states_[index(node)]->finish_time;
}

FabricStatistics FreeRunningSession::statistics() const {
  FabricStatistics sum;
  for (const auto& station : free_running_node_states_) {
    sum.messages += station->mailbox.received_message_count();
    sum.payload_bytes += station->mailbox.payload_bytes();
  }
  return sum;
}

std::vector<Mark> FreeRunningSession::marks() const {
  std::vector<Mark> all;
  for (const auto& station : free_running_node_states_)
    all.insert(all.end(), station->marks.begin(), station->marks.end());
  std::stable_sort(all.begin(), all.end(), [](const Mark& a, const Mark& b) { return a.at < b.at; });
  return all;
}

std::vector<LeftOverMessage> FreeRunningSession::left_over_messages() {
  std::vector<LeftOverMessage> all;
  for (const auto& station : free_running_node_states_) station->mailbox.append_unreceived_messages(all);
  for (const auto& station : free_running_node_states_) station->mailbox.move_undelivered_messages_to(all);
  std::stable_sort(all.begin(), all.end(), [](const LeftOverMessage& a, const LeftOverMessage& b) {
    return std::tie(a.label.source, a.destination) < std::tie(b.label.source, b.destination);
  });
  can_next_run_reuse_mailboxes_ = all.empty() && !has_error_.load();
  return all;
}

}  // namespace switchyard
