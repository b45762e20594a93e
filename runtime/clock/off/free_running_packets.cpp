#include <fmt/format.h>

#include <cstring>

#include "runtime/call_text.hpp"
#include "runtime/clock/off/station.hpp"
#include "runtime/error.hpp"

// Active messages in runs without emulated time (ClockKind::off): how packets are sent and handled, and how nodes wait
// for busy locks.

namespace switchyard {
namespace {

constexpr std::uint32_t kMarkOfPacketCountedInQueue =
    1;  ///< value of Packet::network_private_number for a packet that counts against the
        ///< limited room for requests in its destination's queue

}  // namespace

bool FreeRunningSession::has_packets(const FreeRunningNode& me) const noexcept {
  return me.active_message_queue != nullptr && !me.active_message_queue->queue_of_arrived_packets.empty();
}

/// Handles the active messages that have arrived at a node. Only the owner thread calls this, and
/// never inside a handler.
void FreeRunningSession::handle_packets(FreeRunningNode& me) {
  if (me.active_message_queue == nullptr) return;
  while (const std::optional<Packet> packet = me.active_message_queue->queue_of_arrived_packets.pop()) {
    if (packet->network_private_number == kMarkOfPacketCountedInQueue) {
      me.active_message_queue->queued_request_count.fetch_sub(1);
      if (me.active_message_queue->has_sender_waiting_for_room.exchange(false)) wake_all();
    }
    if (!packet->tries_lock) {
      ++me.handled_packet_count;
      reset_lock_try_counts(me);
    }
    pause_at_random_if_enabled(me);
    try {
      handle_packet(me, *packet);
    } catch (const Error&) {
      stop_run(std::current_exception());
      throw RunStopped{};
    }
  }
}

void FreeRunningSession::handle_packet(FreeRunningNode& me, Packet packet) {
  if (packet.run == nullptr) {
    const BulkCopy* copy = nullptr;
    std::memcpy(&copy, packet.arguments.data(), sizeof(copy));
    return receive_bulk_transfer(me, *copy, packet.site);
  }
  ActiveMessage message(packet, me.active_message_queue->active_message_state, host_time());
  run_handler(packet, message);
  if (message.reply_packet()) deliver_packet(*message.reply_packet());
}

/// Copies the data of a bulk transfer into the receiver's bulk port. Runs on the receiver's thread.
void FreeRunningSession::receive_bulk_transfer(FreeRunningNode& me, const BulkCopy& copy, CallSite site) {
  const Request& send = copy.posted_request;
  std::optional<Packet> packet_when_complete;
  try {
    packet_when_complete =
        me.active_message_queue->active_message_state.add_bulk_data(copy.copied_bulk_data, send.owner);
  } catch (const UsageError& error) {
    throw NodeError(send.owner, fmt::format("node {} in {}: {}", index(send.owner), call_text(send), error.what()));
  }
  const auto tell_sender = [this, original = copy.original_request](ActiveMessage&) {
    original->complete = true;
    free_running_node_of(original->owner).bulk_copies.erase(original);
  };
  deliver_packet(Packet::make_packet_for_handler(tell_sender, me.id, send.owner, site));
  if (packet_when_complete) handle_packet(me, *packet_when_complete);
}

/// Puts an active message into its destination's queue, and wakes the destination. No wake-up is lost: a node looks at
/// its queue before it sleeps, and the sender looks at `waking_source` of the destination after it has pushed the
/// message. Any thread may call this.
void FreeRunningSession::deliver_packet(const Packet& packet) {
  FreeRunningNode& to = free_running_node_of(packet.destination);
  to.active_message_queue->queue_of_arrived_packets.push(packet);
  wake(to.id);
}

/// Tries to send a request, that is, an active message that is no reply. Returns false if the destination has no room
/// for another request at present.
bool FreeRunningSession::try_send_packet(const Packet& packet) {
  ActiveMessageQueue& to = *free_running_node_of(packet.destination).active_message_queue;
  if (to.queued_request_count.fetch_add(1) >= ActiveMessageQueue::kMostQueuedRequests) {
    to.queued_request_count.fetch_sub(1);
    return false;
  }
  deliver_packet(packet);
  return true;
}

void FreeRunningSession::send_active_message(const Packet& packet) {
  throw_if_stopped();
  FreeRunningNode& me = free_running_node_of(packet.source);
  count_call_toward_limit(me);
  if (!packet.tries_lock) reset_lock_try_counts(me);
  Packet counted = packet;
  counted.network_private_number = kMarkOfPacketCountedInQueue;
  pause_at_random_if_enabled(me);
  if (try_send_packet(counted)) return;
  ActiveMessageQueue& to = *free_running_node_of(packet.destination).active_message_queue;
  bool sent = false;
  const auto ready = [&] {
    to.has_sender_waiting_for_room.store(true);
    return sent = sent || try_send_packet(counted);
  };
  block(me, {NodeWait::AwaitedEvent::packet_space, {}, {packet.site}, nullptr, packet.destination}, kWokenByNoMessage,
        ready);
}

/// Announces a bulk transfer to its destination by an active message, whose handling makes the receiver copy the data.
void FreeRunningSession::announce_bulk_transfer(Request& send) {
  send.handshake = nullptr;
  Packet packet;
  packet.source = send.owner;
  packet.destination = send.peer;
  packet.site = send.site;
  const BulkCopy* const address = &free_running_node_of(send.owner).bulk_copies.try_emplace(&send, send).first->second;
  std::memcpy(packet.arguments.data(), &address, sizeof(address));
  send_active_message(packet);
}

bool FreeRunningSession::poll(NodeId node, std::span<Request* const> watched, CallSite site) {
  throw_if_stopped();
  count_call_toward_limit(free_running_node_of(node));
  if (!has_packets(free_running_node_of(node))) executor_.yield(node);
  handle_packets(free_running_node_of(node));
  return !watched.empty() && count_complete_requests_at_no_cost(node, watched, site) > 0;
}

/// Evaluates the condition for which a node polls. If the condition throws, its exception ends the run.
bool FreeRunningSession::condition_holds_now(FreeRunningNode& me, const PollCondition& condition, CallSite site) {
  try {
    return condition_holds(condition, site);
  } catch (const std::exception& error) {
    stop_run(std::make_exception_ptr(polling_error(me.id, site, error.what())));
  }
  throw RunStopped{};
}

bool FreeRunningSession::poll_until(NodeId node, const PollCondition& condition, CallSite site) {
  throw_if_stopped();
  FreeRunningNode& me = free_running_node_of(node);
  if (!condition.owner_of_requested_busy_lock) reset_lock_try_counts(me);
  bool held = false;  // the condition is not evaluated again once it was true, because it may change state, for example
                      // by taking a lock
  const auto holds = [&] { return held = held || condition_holds_now(me, condition, site); };
  pause_at_random_if_enabled(me);
  handle_packets(me);
  if (condition.deadline) {
    count_call_toward_limit(me);
    if (!holds()) executor_.yield(node);
    handle_packets(me);
    return holds();
  }
  if (!holds()) spin_until(node, [&] { return has_packets(me); });
  const auto asked = condition.owner_of_requested_busy_lock;
  const NodeWait::AwaitedEvent what = asked ? NodeWait::AwaitedEvent::lock_answer : NodeWait::AwaitedEvent::packet;
  block(me, {what, {}, {site}, nullptr, asked.value_or(NodeId{})},
        condition.interrupting_requests.empty() ? kWokenByNoMessage : kWokenByMessageOfAnySource,
        [&] { return holds() || any_is_complete(condition.interrupting_requests); });
  return held;
}

/// Called when a node has tried in vain to take another node's lock. After kTriesBeforeSleep vain tries in a row the
/// node sleeps until the lock is free. While it sleeps, it still handles active messages, such as tries of other nodes
/// to take its own lock. Before that number of tries the node continues at once: it may hold a lock that it frees next,
/// and other nodes could run while it waited for the answer to its try.
void FreeRunningSession::note_refused_lock(NodeId node, NodeId owner, CallSite site) {
  throw_if_stopped();
  FreeRunningNode& me = free_running_node_of(node);
  if (++me.failed_lock_tries < kTriesBeforeSleep) return;
  me.failed_lock_tries = 0;
  me.is_woken_to_retry_lock = false;
  const BusyLock& lock = free_running_node_of(owner).active_message_queue->active_message_state.busy_lock();
  const auto arrivals = [&me] { return me.handled_packet_count + me.mailbox.emptied_lane_count(); };
  const std::uint64_t before = arrivals();
  lock_sleeper_count_.fetch_add(1);
  block(me, {NodeWait::AwaitedEvent::lock, {}, {site}, nullptr, owner}, kWokenByMessageOfAnySource,
        [&] { return me.is_woken_to_retry_lock || !lock.holder() || arrivals() != before; });
  lock_sleeper_count_.fetch_sub(1);
}

/// Wakes all nodes that sleep until a lock is free. Called when a lock was freed. A node that is about to sleep is
/// counted as a sleeper before it looks at the lock for the last time, so it cannot miss this wake-up.
void FreeRunningSession::wake_nodes_waiting_for_locks() {
  if (lock_sleeper_count_.load() == 0) return;
  wake_all();
}

/// Called when no node is active: wakes the nodes that sleep until a lock is free, because their
/// programs may stop trying and do something else. Returns false if these nodes were woken so
/// often that they count as waiting for ever.
bool FreeRunningSession::wake_idle_lock_sleepers() {
  std::vector<NodeId> tired;
  for (const auto& station : free_running_node_states_) {
    if (station->mailbox.is_closed() || station->current_wait.awaited_event != NodeWait::AwaitedEvent::lock) continue;
    if (station->lock_wake_ups_without_other_work == kMostIdleWakeUps) continue;
    ++station->lock_wake_ups_without_other_work;
    station->is_woken_to_retry_lock = true;
    tired.push_back(station->id);
  }
  if (tired.empty()) return false;
  active_node_count_.fetch_add(
      1);  // counts this thread as active, so that no thread finds a deadlock before all nodes are woken
  for (const NodeId node : tired) wake(node);
  if (active_node_count_.fetch_sub(1) == 1) report_deadlock();
  return true;
}

ActiveMessageState& FreeRunningSession::active_message_state_of(NodeId node) {
  throw_if_stopped();
  return free_running_node_of(node).active_message_queue->active_message_state;
}

void FreeRunningSession::check_active_messages_ended_cleanly() {
  for (const auto& station : free_running_node_states_) {
    if (station->active_message_queue == nullptr) continue;
    station->active_message_queue->active_message_state.check_nothing_left_open();
    const std::optional<Packet> first = station->active_message_queue->queue_of_arrived_packets.pop();
    if (!first) continue;
    std::size_t left = 1;
    while (station->active_message_queue->queue_of_arrived_packets.pop()) ++left;
    throw never_handled_error(*first, left);
  }
}

}  // namespace switchyard
