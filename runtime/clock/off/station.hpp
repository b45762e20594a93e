#pragma once
/// \file station.hpp
/// What one node is with the clock off, and how it sleeps; internal to the session.

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

// The next constants say by whom a sleeping node wants to be woken: by the node of that number, or as they say.
inline constexpr std::uint32_t kAnySource = index(kAnyNode);
inline constexpr std::uint32_t kAwake = kAnySource - 1;  ///< the node does not sleep
inline constexpr std::uint32_t kNoMessage =
    kAnySource - 2;  ///< the node is woken by no message, but only by a thread that has another reason

/// The packets to one node. Every thread may send: requests as many as there is room for, all others come from handlers
/// and so are few.
struct FreeRunningSession::PacketStation {
  static constexpr std::uint32_t kRoom = 64;

  PacketStation(NodeId node, std::uint32_t nodes) : reception(node, nodes) {}

  Reception reception;
  PacketQueue queue;
  alignas(kCacheLine) Atomic<std::uint32_t> requests{0};  ///< requests that are in the queue, or about to be
  Atomic<bool> room_wanted{false};
};

/// A bulk transfer on its way, with what the receiver looks at: the sender's program may have been unwound by then.
struct FreeRunningSession::BulkCopy {
  explicit BulkCopy(Request& send)
      : request(send), original(&send), data(std::make_unique_for_overwrite<std::byte[]>(send.bytes)) {
    gather = *reinterpret_cast<const Gather*>(send.data);
    std::byte* end = data.get();
    for (const auto& piece : gather.pieces) end = std::ranges::copy(piece, end).out;
    gather.pieces = {{data.get(), send.bytes}};
  }

  const Request request;    ///< request as it was posted
  Request* const original;  ///< the sender's own request, which only its thread accesses
  std::unique_ptr<std::byte[]> data;
  Gather gather;
};

/// One node. `wakes_for` moves from kAwake to something else by the node, and back by whoever wakes it, or by the node
/// itself if it finds that it need not sleep.
struct FreeRunningSession::Station {
  Station(NodeId node, Mailbox& its_mailbox, std::uint64_t seed)
      : id(node), mailbox(its_mailbox), random(split_seed(seed, index(node))) {}

  // One cache line each, as many nodes go through barriers: what stays, what a barrier looks at, what a wait writes.
  const NodeId id;
  Mailbox& mailbox;
  std::unique_ptr<PacketStation> packets;  ///< packets of the node; null if the machine has no active messages
  alignas(kCacheLine) Atomic<std::uint32_t> wakes_for{kAwake};
  std::optional<std::uint32_t> barriers_before{};  ///< of the barrier that it is in, if it is in one
  Context barrier{};                               ///< whose barrier it was last in
  Collective barrier_kind{};                       ///< barrier or global_sync
  std::uint32_t collectives = 0;                   ///< made so far, those of groups apart
  alignas(kCacheLine) Wait wait;
  CallSite barrier_site;
  VirtualTime finished_at{};
  std::vector<Mark> marks;
  Rng random;  ///< random generator of the node's pauses; only its owner uses it
  std::uint64_t requests = 0;
  std::uint32_t vain_tries = 0;   ///< tries to take a lock in vain, since the node last did something else
  std::uint32_t idle_rounds = 0;  ///< how often the node was let on to try again, since it last did something else
  bool is_let_on = false;         ///< written by others only while it sleeps
  std::uint64_t handled = 0;      ///< packets that tried no lock
  std::unordered_map<const Request*, BulkCopy>
      copies;  ///< bulk transfers that the node has announced and that are not over; only its owner uses them
  std::deque<Handshake> handshakes;  ///< handshakes of the node's synchronous sends
};

inline void FreeRunningSession::note_progress(Station& me) noexcept { me.vain_tries = me.idle_rounds = 0; }

/// use(mailbox), which may find a message that does not fit: that ends the run, whatever the program would catch.
template <class Use>
void FreeRunningSession::with_mailbox(Station& me, Use use) {
  try {
    use(me.mailbox);
    me.mailbox.acknowledge(tell());
  } catch (const NodeError&) {
    stop(std::current_exception());
    throw RunStopped{};
  }
}

/// True once ready(); false after a short while, or where no other node is active.
template <class Ready>
bool FreeRunningSession::spin(NodeId node, Ready ready) {
  // How a node waits before it sleeps. Where each active node has a core, it looks again after a pause and yields now
  // and then, in case the other node is on its own core after all. The pause lets messages gather: looking takes the
  // sender's cache lines away. Where nodes outnumber the cores it yields at once: to be woken costs several times as
  // much, and with 64 nodes on 2 cores most messages are there when the others have had their turn.
  constexpr int kPauses = 8;
  constexpr int kLooks = 8;
  constexpr int kYields = 16;
  constexpr int kYieldsIfCrowded = 4;
  const std::uint32_t active = active_.load();
  if (!options_.spin || active == 1) return ready();
  const bool crowded = active > cores_;
  for (int round = crowded ? kYieldsIfCrowded : kYields; round > 0; --round) {
    for (int i = crowded ? 1 : kLooks; i > 0; --i) {
      if (ready()) return true;
      for (int k = 0; k < kPauses; ++k) relax_processor();
    }
    executor_.yield(node);
  }
  return ready();
}

/// Takes messages and sleeps, by turns, until ready(). Woken by messages from `wake_for`, and by wake().
///
/// No wake-up is lost. A sender lists its lane, then looks at `wakes_for`; here `wakes_for` is written, then the list
/// is looked at. All four are sequentially consistent, so that one of the two sees the other. The same holds for what
/// else ready() looks at: it is changed first, and then the node is woken.
template <class Ready>
void FreeRunningSession::block(Station& me, const Wait& wait, std::uint32_t wake_for, Ready ready) {
  for (;;) {
    check_stopped();
    with_mailbox(me, [&](Mailbox& mailbox) { mailbox.sweep(tell()); });
    if (me.packets != nullptr) handle_packets(me);
    if (ready()) return;
    if (!me.mailbox.idle()) continue;
    me.wait = wait;
    disturb(me);
    me.wakes_for.store(wake_for);
    disturb(me);
    if (wait.full != nullptr) {
      Station& receiver = at(wait.full->destination());
      receiver.mailbox.ask_for_space(*wait.full);
      wake(receiver.id);
    }
    const bool may_sleep =
        me.mailbox.idle() && (me.packets == nullptr || !has_packets(me)) && !ready() && !stopped_.load();
    if (!may_sleep && me.wakes_for.exchange(kAwake) != kAwake) continue;
    // From here on there is, or will be, one wake-up for this node to take, unless all is over.
    if (active_.fetch_sub(1) == 1) report_deadlock();
    executor_.park(me.id);
  }
}

}  // namespace switchyard
