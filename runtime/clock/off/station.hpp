#pragma once
/// \file station.hpp
/// The state of one node in a run without emulated time (ClockKind::off), and how such a node sleeps; internal to
/// FreeRunningSession.

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "runtime/atomic.hpp"
#include "runtime/clock/off/free_running.hpp"
#include "runtime/clock/off/packet_queue.hpp"
#include "runtime/pause.hpp"
#include "runtime/random.hpp"

namespace switchyard {

// The constants kWokenByMessageOfAnySource, kNodeIsAwake and kWokenByNoMessage are special values of
// FreeRunningNode::waking_source. All other values of `waking_source` are the number of the node whose messages wake
// the sleeping node.
inline constexpr std::uint32_t kWokenByMessageOfAnySource = index(kAnyNode);
inline constexpr std::uint32_t kNodeIsAwake =
    kWokenByMessageOfAnySource - 1;  ///< value of FreeRunningNode::waking_source of a
                                     ///< node that does not sleep
inline constexpr std::uint32_t kWokenByNoMessage =
    kWokenByMessageOfAnySource - 2;  ///< value of FreeRunningNode::waking_source of a node that no message wakes, but
                                     ///< only a thread with another reason, such as a finished barrier

/// The queue of the active messages (packets) to one node, to which every thread may send. The queue has room for a
/// limited number of requests, that is, active messages that are no replies. All other packets are sent by handlers, so
/// that there are only a few of them.
struct FreeRunningSession::ActiveMessageQueue {
  static constexpr std::uint32_t kMostQueuedRequests = 64;

  ActiveMessageQueue(NodeId node, std::uint32_t nodes) : active_message_state(node, nodes) {}

  ActiveMessageState active_message_state;
  PacketQueue queue_of_arrived_packets;
  alignas(kCacheLine) Atomic<std::uint32_t> queued_request_count{
      0};  ///< number of requests (active messages that are no replies) that are in the queue, or about to be put into
           ///< it
  Atomic<bool> has_sender_waiting_for_room{false};
};

/// A bulk transfer that has not ended, with copies of its request and data, because the sender's program may have been
/// unwound before the receiver reads the data.
struct FreeRunningSession::BulkCopy {
  explicit BulkCopy(Request& send)
      : posted_request(send),
        original_request(&send),
        copied_data(std::make_unique_for_overwrite<std::byte[]>(send.bytes)) {
    copied_bulk_data = *reinterpret_cast<const BulkData*>(send.data);
    std::byte* end = copied_data.get();
    for (const auto& piece : copied_bulk_data.pieces) end = std::ranges::copy(piece, end).out;
    copied_bulk_data.pieces = {{copied_data.get(), send.bytes}};
  }

  const Request posted_request;     ///< a copy of the sender's request, made when the program posted it
  Request* const original_request;  ///< the sender's own request, which only the sender's thread accesses
  std::unique_ptr<std::byte[]> copied_data;
  BulkData copied_bulk_data;
};

/// The state of one node in a run without emulated time (ClockKind::off). Only the node itself changes `waking_source`
/// from kNodeIsAwake to another value, before it sleeps. The thread that wakes the node changes `waking_source` back to
/// kNodeIsAwake, or the node does so itself if it finds that it need not sleep.
struct FreeRunningSession::FreeRunningNode {
  FreeRunningNode(NodeId node, Mailbox& its_mailbox, std::uint64_t seed)
      : id(node), mailbox(its_mailbox), pause_random_generator(split_seed(seed, index(node))) {}

  /// Notes that the node does not sleep any more. Returns whether it has slept, so that the calling thread has to
  /// unpark it. Any thread may call this.
  bool end_sleep() noexcept {
    std::uint32_t seen = waking_source.load();
    while (seen != kNodeIsAwake) {
      if (waking_source.compare_exchange_weak(seen, kNodeIsAwake)) return true;
    }
    return false;
  }

  // Three groups of members lie in separate cache lines: those that never change, those that a barrier reads, and those
  // that a wait writes. A barrier reads its members of many nodes.
  const NodeId id;
  Mailbox& mailbox;
  std::unique_ptr<ActiveMessageQueue> active_message_queue;  ///< active messages to this node; null if the machine has
                                                             ///< no active messages
  alignas(kCacheLine) Atomic<std::uint32_t> waking_source{kNodeIsAwake};
  std::optional<std::uint32_t> passed_barrier_count_at_entry{};  ///< number of barriers that all nodes had passed when
                                                                 ///< this node entered its present barrier; empty while
                                                                 ///< the node is in no barrier
  Context barrier_context{};           ///< context of the group whose barrier this node entered last
  Collective barrier_kind{};           ///< kind of the barrier that this node entered last: Collective::barrier or
                                       ///< Collective::global_sync
  std::uint32_t collective_count = 0;  ///< number of collectives of all nodes in which this node has taken part so far
  alignas(kCacheLine) NodeWait current_wait;
  CallSite barrier_site;
  VirtualTime finish_time{};
  std::vector<Mark> marks;
  Rng pause_random_generator;  ///< generator of the node's random pauses (Options::pause_seed); only the node itself
                               ///< uses it
  std::uint64_t calls_counted_toward_limit = 0;
  std::uint32_t failed_lock_tries = 0;  ///< number of vain tries to take a lock since the node last did anything else
  std::uint32_t lock_wake_ups_without_other_work = 0;  ///< number of times that the node was woken to try a lock again,
                                                       ///< since the node last did anything else
  bool is_woken_to_retry_lock = false;     ///< whether the sleeping node was woken in order to try a lock again; other
                                           ///< nodes write this flag only while the node sleeps
  std::uint64_t handled_packet_count = 0;  ///< number of active messages that the node has handled, without tries to
                                           ///< take its lock
  std::unordered_map<const Request*, BulkCopy> bulk_copies;  ///< the bulk transfers that the node has announced and
                                                             ///< that have not ended, by the request of each; only the
                                                             ///< node itself uses them
  std::deque<Handshake> handshakes;                          ///< the handshakes of the node's synchronous sends
};

inline void FreeRunningSession::reset_lock_try_counts(FreeRunningNode& me) noexcept {
  me.failed_lock_tries = me.lock_wake_ups_without_other_work = 0;
}

/// Calls use(mailbox) with the node's mailbox. If a message does not fit its receive, the run ends, even if the program
/// would catch the exception.
template <class Use>
void FreeRunningSession::call_with_mailbox(FreeRunningNode& me, Use use) {
  try {
    use(me.mailbox);
    me.mailbox.for_each_acknowledged_sender(function_that_wakes_sender());
  } catch (const NodeError&) {
    stop_run(std::current_exception());
    throw RunStopped{};
  }
}

/// Calls ready() repeatedly for a short while, without sleeping, and returns whether ready() has become true. Calls
/// ready() only once if no other node is active or if Options::spins_before_sleep is false.
template <class Ready>
bool FreeRunningSession::spin_until(NodeId node, Ready ready) {
  // The constants in spin_until() say how a node waits before it sleeps. If each active node has a core, the node looks
  // again after a pause, so that messages gather, because each look takes the sender's cache lines away. The node also
  // yields now and then, in case the other node is on the same core after all. If nodes outnumber the cores, a node
  // yields at once: a wake-up costs several times as much as a yield, and with 64 nodes on 2 cores most messages have
  // come when the other nodes have had their turn.
  constexpr int kPauses = 8;
  constexpr int kLooks = 8;
  constexpr int kYields = 16;
  constexpr int kYieldsIfCrowded = 4;
  const std::uint32_t active = active_node_count_.load();
  if (!options_.spins_before_sleep || active == 1) return ready();
  const bool crowded = active > core_count_;
  for (int round = crowded ? kYieldsIfCrowded : kYields; round > 0; --round) {
    for (int i = crowded ? 1 : kLooks; i > 0; --i) {
      if (ready()) return true;
      for (int k = 0; k < kPauses; ++k) relax_processor();
    }
    executor_.yield(node);
  }
  return ready();
}

/// Blocks a node until ready() is true: the node takes messages and sleeps, by turns. It is woken by messages from the
/// node `wake_for`, and by wake().
///
/// No wake-up is lost: a sender puts its lane into the list of lanes with new messages and then reads `waking_source`,
/// while this node writes `waking_source` and then reads the list. All four accesses are sequentially consistent, so
/// that at least one of the two threads sees what the other has written. The same holds for other state that ready()
/// reads: it is changed first, and then the node is woken.
template <class Ready>
void FreeRunningSession::block(FreeRunningNode& me, const NodeWait& wait, std::uint32_t wake_for, Ready ready) {
  for (;;) {
    throw_if_stopped();
    call_with_mailbox(me,
                      [&](Mailbox& mailbox) { mailbox.take_messages_from_listed_lanes(function_that_wakes_sender()); });
    if (me.active_message_queue != nullptr) handle_packets(me);
    if (ready()) return;
    if (!me.mailbox.has_no_listed_lane()) continue;
    if (&wait != &me.current_wait) me.current_wait = wait;
    pause_at_random_if_enabled(me);
    me.waking_source.store(wake_for);
    pause_at_random_if_enabled(me);
    if (wait.full_lane != nullptr) {
      FreeRunningNode& receiver = free_running_node_of(wait.full_lane->destination());
      receiver.mailbox.request_notice_when_lane_has_space(*wait.full_lane);
      wake(receiver.id);
    }
    const bool may_sleep = me.mailbox.has_no_listed_lane() &&
                           (me.active_message_queue == nullptr || !has_packets(me)) && !ready() && !is_stopped_.load();
    if (!may_sleep && me.waking_source.exchange(kNodeIsAwake) != kNodeIsAwake) continue;
    // From this point on the node counts as asleep. Another thread has woken it already, or will wake it, exactly once,
    // unless the run ends.
    if (active_node_count_.fetch_sub(1) == 1) report_deadlock();
    executor_.park(me.id);
  }
}

}  // namespace switchyard
