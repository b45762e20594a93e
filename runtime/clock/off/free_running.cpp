#include "runtime/clock/off/free_running.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <tuple>
#include <unordered_map>

#include "runtime/call_text.hpp"
#include "runtime/clock/off/mailbox_store.hpp"
#include "runtime/clock/off/packet_queue.hpp"
#include "runtime/deadlock_report.hpp"
#include "runtime/error.hpp"
#include "runtime/pause.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

// Whom a sleeping node wants to be woken by: a source's number, or one of these.
constexpr std::uint32_t kAnySource = index(kAnyNode);
constexpr std::uint32_t kAwake = kAnySource - 1;      ///< not asleep
constexpr std::uint32_t kNoMessage = kAnySource - 2;  ///< by no message, but by whoever has a reason

constexpr std::uint32_t kCounted = 1;  ///< Packet::item of one that takes up room at its destination

// How a node waits before it sleeps. Where each active node has a core, it looks again after a pause and yields now and
// then, in case the other node is on its own core after all. The pause lets messages gather: looking takes the sender's
// cache lines away. Where nodes outnumber the cores it yields at once: to be woken costs several times as much, and
// with 64 nodes on 2 cores most messages are there when the others have had their turn.
constexpr int kPauses = 8;
constexpr int kLooks = 8;
constexpr int kYields = 16;
constexpr int kYieldsIfCrowded = 4;

}  // namespace

/// The packets to one node. Every thread may send: requests as many as there is room for, all others come from handlers
/// and so are few.
struct FreeRunningSession::PacketStation {
  static constexpr std::uint32_t kRoom = 64;

  PacketStation(NodeId node, std::uint32_t nodes) : reception(node, nodes) {}

  Reception reception;
  PacketQueue queue;
  alignas(kCacheLine) std::atomic<std::uint32_t> requests{0};  ///< in the queue, or about to be
  std::atomic<bool> room_wanted{false};
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

  const Request request;    ///< as it was posted
  Request* const original;  ///< for the sender's thread
  std::unique_ptr<std::byte[]> data;
  Gather gather;
};

/// One node. `wakes_for` moves from kAwake to something else by the node, and back by whoever wakes it, or by the node
/// itself if it finds that it need not sleep.
struct FreeRunningSession::Station {
  Station(NodeId node, Mailbox& its_mailbox, std::uint64_t seed)
      : id(node), random(split_seed(seed, index(node))), mailbox(its_mailbox) {}

  const NodeId id;
  alignas(kCacheLine) std::atomic<std::uint32_t> wakes_for{kAwake};
  alignas(kCacheLine) Wait wait;
  VirtualTime finished_at{};
  std::vector<Mark> marks;
  Rng random;  ///< of its pauses; owner only
  std::uint64_t requests = 0;
  Mailbox& mailbox;
  std::unique_ptr<PacketStation> packets;               ///< null where the machine has no active messages
  std::unordered_map<const Request*, BulkCopy> copies;  ///< that it has announced, and not heard of since; owner only
};

FreeRunningSession::FreeRunningSession(std::uint32_t nodes, const Options& options, Executor& executor)
    : options_(options),
      cores_(std::thread::hardware_concurrency()),
      start_(std::chrono::steady_clock::now()),
      executor_(executor),
      active_(nodes) {
  if (options.mailbox_capacity == 0) throw UsageError("a mailbox must have room for at least one message");
  mailboxes_ = MailboxStore::instance().take(nodes, options.mailbox_capacity);
  stations_.reserve(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    stations_.push_back(std::make_unique<Station>(NodeId{i}, *mailboxes_[i], options.pauses.value_or(0)));
    if (options.active_messages) stations_.back()->packets = std::make_unique<PacketStation>(NodeId{i}, nodes);
  }
}

FreeRunningSession::~FreeRunningSession() {
  if (left_nothing_) MailboxStore::instance().keep(std::move(mailboxes_));
}

void FreeRunningSession::check_stopped() const {
  if (stopped_.load()) throw RunStopped{};
}

/// use(mailbox), which may find a message that does not fit: that ends the run, whatever the program would catch.
template <class Use>
void FreeRunningSession::with_mailbox(Station& me, Use use) {
  try {
    use(me.mailbox);
  } catch (const NodeError&) {
    stop(std::current_exception());
    throw RunStopped{};
  }
}

/// Now and then lets others run, or lets a moment pass, so that orders come up that are rare at full speed.
void FreeRunningSession::pause(Station& me) {
  constexpr std::uint64_t kLongestPause = 512;
  switch (me.random.below(8)) {
    case 0:
      executor_.yield(me.id);
      break;
    case 1:
      for (std::uint64_t left = me.random.below(8); left > 0; --left) executor_.yield(me.id);
      break;
    case 2:
      for (std::uint64_t left = me.random.below(kLongestPause); left > 0; --left) relax_processor();
      break;
    default:
      break;
  }
}

// --- sleeping and waking -------------------------------------------------------------------------------------------

/// True once ready(); false after a short while, or where no other node is active.
template <class Ready>
bool FreeRunningSession::spin(NodeId node, Ready ready) {
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
    handle_packets(me);
    if (ready()) return;
    if (!me.mailbox.idle()) continue;
    me.wait = wait;
    touch(me);
    me.wakes_for.store(wake_for);
    touch(me);
    if (wait.full != nullptr) {
      Station& receiver = at(wait.full->destination());
      receiver.mailbox.ask_for_space(*wait.full);
      wake(receiver.id);
    }
    const bool may_sleep = me.mailbox.idle() && !has_packets(me) && !ready() && !stopped_.load();
    if (!may_sleep && me.wakes_for.exchange(kAwake) != kAwake) continue;
    // From here on there is, or will be, one wake-up for this node to take, unless all is over.
    if (active_.fetch_sub(1) == 1) report_deadlock();
    executor_.park(me.id);
  }
}

/// Any node. Does nothing if `node` is awake; it then looks for itself before it sleeps.
void FreeRunningSession::wake(NodeId node) {
  Station& sleeper = at(node);
  std::uint32_t seen = sleeper.wakes_for.load();
  while (seen != kAwake) {
    if (!sleeper.wakes_for.compare_exchange_weak(seen, kAwake)) continue;
    active_.fetch_add(1);
    executor_.unpark(node);
    return;
  }
}

/// The first error wins. All nodes end at their next call, or at the one they are in.
void FreeRunningSession::stop(std::exception_ptr error) {
  if (has_error_.exchange(true)) return;
  error_ = std::move(error);
  stopped_.store(true);
  for (const auto& station : stations_) executor_.unpark(station->id);
}

// --- messages ------------------------------------------------------------------------------------------------------

void FreeRunningSession::post(Request& request) {
  check_stopped();
  Station& me = at(request.owner);
  if (request.protocol == Protocol::bulk) return announce(request);
  count_request(me);
  if (request.kind == Request::Kind::send) return send(me, request);
  with_mailbox(me, [&](Mailbox& mailbox) { mailbox.post(request); });
}

/// Without a clock there is no time to be over; a program that goes on like this has come to no end either.
void FreeRunningSession::count_request(Station& me) {
  if (!options_.request_limit || ++me.requests <= *options_.request_limit) return;
  stop(std::make_exception_ptr(
      LivelockError(fmt::format("livelock: node {} has made more than {} sends and receives (seed {})", index(me.id),
                                *options_.request_limit, options_.seed))));
  throw RunStopped{};
}

void FreeRunningSession::send(Station& me, Request& request) {
  Lane& lane = me.mailbox.lane_to(request.peer);
  Station& to = at(request.peer);
  const auto has_space = [&] { return lane.has_space(); };
  touch(me);
  if (!has_space() && !spin(me.id, has_space)) {
    Request* const self = &request;
    block(me, {Wait::For::message, {&self, 1}, request.site, &lane}, kNoMessage,
          [&] { return has_space() || to.mailbox.closed(); });
  }
  request.complete = true;
  if (!has_space()) return me.mailbox.keep_back(request);
  me.mailbox.send(lane, request);
  touch(me);
  if (!to.mailbox.list(lane)) return;
  touch(me);
  const std::uint32_t wakes_for = to.wakes_for.load();
  if (wakes_for == index(me.id) || wakes_for == kAnySource) wake(to.id);
}

void FreeRunningSession::await(Station& me, Request* const& request, const std::source_location& site) {
  if (request->complete) return;
  if (request->kind == Request::Kind::send) {  // a bulk transfer
    return block(me, {Wait::For::message, {&request, 1}, site}, kNoMessage, [&] { return request->complete; });
  }
  const NodeId from = request->peer;
  touch(me);
  if (options_.spin && active_.load() <= cores_) {
    for (int left = me.mailbox.patience(from); left > 0; --left) relax_processor();
  }
  do {
    with_mailbox(me, [&](Mailbox& mailbox) { mailbox.fetch(from, tell()); });
    if (request->complete) return;
  } while (spin(me.id, [&] { return me.mailbox.has_from(from); }));
  block(me, {Wait::For::message, {&request, 1}, site}, index(from), [&] { return request->complete; });
}

void FreeRunningSession::wait_later(NodeId node, std::span<Request* const> requests, std::source_location site) {
  wait_all(node, requests, site);
}

void FreeRunningSession::wait_all(NodeId node, std::span<Request* const> requests, std::source_location site) {
  check_stopped();
  for (Request* const& request : requests) await(at(node), request, site);
}

std::size_t FreeRunningSession::wait_any(NodeId node, std::span<Request* const> requests, std::source_location site) {
  check_stopped();
  const auto done = [&] {
    return std::find_if(requests.begin(), requests.end(), [](const Request* request) { return request->complete; });
  };
  block(at(node), {Wait::For::message, requests, site}, kAnySource, [&] { return done() != requests.end(); });
  return static_cast<std::size_t>(done() - requests.begin());
}

bool FreeRunningSession::test(NodeId node, Request& request, std::source_location /*site*/) {
  check_stopped();
  count_request(at(node));
  const auto done = [&] { return request.complete; };
  with_mailbox(at(node), [&](Mailbox& mailbox) { mailbox.sweep(tell()); });
  handle_packets(at(node));
  if (!done()) executor_.yield(node);
  return done();
}

// --- active messages -----------------------------------------------------------------------------------------------

bool FreeRunningSession::has_packets(const Station& me) const noexcept {
  return me.packets != nullptr && !me.packets->queue.empty();
}

/// Owner thread only; handlers do not come here.
void FreeRunningSession::handle_packets(Station& me) {
  if (me.packets == nullptr) return;
  while (const std::optional<Packet> packet = me.packets->queue.pop()) {
    if (packet->item == kCounted) {
      me.packets->requests.fetch_sub(1);
      if (me.packets->room_wanted.exchange(false)) {
        for (const auto& station : stations_) wake(station->id);
      }
    }
    touch(me);
    try {
      handle_packet(me, *packet);
    } catch (const Error&) {
      stop(std::current_exception());
      throw RunStopped{};
    }
  }
}

void FreeRunningSession::handle_packet(Station& me, Packet packet) {
  if (packet.run == nullptr) {
    const BulkCopy* copy = nullptr;
    std::memcpy(&copy, packet.arguments.data(), sizeof(copy));
    return receive_bulk(me, *copy, packet.site);
  }
  Arrival arrival(packet, me.packets->reception, now(me.id));
  run_handler(packet, arrival);
  if (arrival.reply_packet()) deliver(*arrival.reply_packet());
}

/// On the receiver's thread.
void FreeRunningSession::receive_bulk(Station& me, const BulkCopy& copy, const std::source_location& site) {
  const Request& send = copy.request;
  std::optional<Packet> at_zero;
  try {
    at_zero = me.packets->reception.put(copy.gather, send.owner);
  } catch (const UsageError& error) {
    throw NodeError(send.owner, fmt::format("node {} in {}: {}", index(send.owner), call_text(send), error.what()));
  }
  const auto tell_sender = [this, original = copy.original](Arrival&) {
    original->complete = true;
    at(original->owner).copies.erase(original);
  };
  deliver(Packet::running(tell_sender, me.id, send.owner, site));
  if (at_zero) handle_packet(me, *at_zero);
}

/// Any thread. The queue is what a node looks at before it sleeps, and `wakes_for` what is looked at after pushing.
void FreeRunningSession::deliver(const Packet& packet) {
  Station& to = at(packet.destination);
  to.packets->queue.push(packet);
  wake(to.id);
}

/// False if there are as many requests on their way to that node as there is room for.
bool FreeRunningSession::try_send(const Packet& packet) {
  PacketStation& to = *at(packet.destination).packets;
  if (to.requests.fetch_add(1) >= PacketStation::kRoom) {
    to.requests.fetch_sub(1);
    return false;
  }
  deliver(packet);
  return true;
}

void FreeRunningSession::request(const Packet& packet) {
  check_stopped();
  Station& me = at(packet.source);
  count_request(me);
  Packet counted = packet;
  counted.item = kCounted;
  touch(me);
  if (try_send(counted)) return;
  PacketStation& to = *at(packet.destination).packets;
  bool sent = false;
  const auto ready = [&] {
    to.room_wanted.store(true);
    return sent = sent || try_send(counted);
  };
  block(me, {Wait::For::room, {}, packet.site, nullptr, packet.destination}, kNoMessage, ready);
}

/// A bulk transfer is a request that the receiver makes the copy.
void FreeRunningSession::announce(Request& send) {
  Packet packet;
  packet.source = send.owner;
  packet.destination = send.peer;
  packet.site = send.site;
  const BulkCopy* const address = &at(send.owner).copies.try_emplace(&send, send).first->second;
  std::memcpy(packet.arguments.data(), &address, sizeof(address));
  request(packet);
}

void FreeRunningSession::poll(NodeId node, std::source_location /*site*/) {
  check_stopped();
  count_request(at(node));
  if (!has_packets(at(node))) executor_.yield(node);
  handle_packets(at(node));
}

bool FreeRunningSession::poll_until(NodeId node, const PollCondition& condition, std::source_location site) {
  check_stopped();
  Station& me = at(node);
  bool held = false;  // once is enough: what is looked at may change by being looked at, as a lock does
  const auto holds = [&] { return held = held || condition_holds(condition, site); };
  touch(me);
  handle_packets(me);
  if (condition.deadline) {
    count_request(me);
    if (!holds()) executor_.yield(node);
    handle_packets(me);
    return holds();
  }
  if (!holds()) spin(node, [&] { return has_packets(me); });
  block(me, {Wait::For::packet, {}, site}, kNoMessage, holds);
  return true;
}

Reception& FreeRunningSession::reception(NodeId node) {
  check_stopped();
  return at(node).packets->reception;
}

// --- everything else that a node asks for --------------------------------------------------------------------------

void FreeRunningSession::compute(NodeId /*node*/, Duration /*cost*/, std::source_location /*site*/) { check_stopped(); }

void FreeRunningSession::begin_work(NodeId /*node*/, Duration /*cost*/, std::source_location /*site*/) {
  check_stopped();
}

void FreeRunningSession::end_work(NodeId /*node*/) {}

VirtualTime FreeRunningSession::now(NodeId /*node*/) {
  check_stopped();
  return VirtualTime{std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - start_)};
}

void FreeRunningSession::collective(NodeId node, const CollectiveCall& /*barrier*/, std::source_location site) {
  check_stopped();
  const std::uint32_t before = barriers_.load();
  touch(at(node));
  if (at_barrier_.fetch_add(1) + 1 < stations_.size()) {
    const auto passed = [&] { return barriers_.load() != before; };
    if (!spin(node, passed)) block(at(node), {Wait::For::barrier, {}, site}, kNoMessage, passed);
    return;
  }
  at_barrier_.store(0);
  barriers_.fetch_add(1);
  for (const auto& station : stations_) wake(station->id);
}

void FreeRunningSession::mark(NodeId node, const char* label) {
  const VirtualTime at_time = now(node);
  at(node).marks.push_back({node, at_time, label});
}

void FreeRunningSession::finish(NodeId node) {
  Station& me = at(node);
  me.finished_at = now(node);
  touch(me);
  me.mailbox.close();
  me.mailbox.sweep(tell());  // lets senders go on that wait for space
  finished_.fetch_add(1);
  if (active_.fetch_sub(1) == 1) report_deadlock();
}

void FreeRunningSession::fail(NodeId /*node*/, std::exception_ptr error) { stop(std::move(error)); }

// --- deadlock ------------------------------------------------------------------------------------------------------

/// No node is active: all have finished, or those that have not wait for ever.
void FreeRunningSession::report_deadlock() {
  if (finished_.load() == stations_.size() || stopped_.load()) return;
  std::vector<bool> finished;
  for (const auto& station : stations_) finished.push_back(station->mailbox.closed());
  DeadlockReport report(finished);
  for (const auto& station : stations_) {
    if (!station->mailbox.closed()) add_waiter(report, *station);
  }
  stop(std::make_exception_ptr(report.error(std::nullopt, options_.seed)));
}

/// What a sleeping node waits for, as an edge to each node that could end the wait.
void FreeRunningSession::add_waiter(DeadlockReport& report, const Station& station) const {
  const Wait& wait = station.wait;
  report.add_waiter(station.id, std::nullopt);
  switch (wait.what) {
    case Wait::For::packet:
      return report.polls(wait.site);
    case Wait::For::room:
      report.sends_packet(wait.site);
      return report.blockers().push_back(
          {wait.destination, fmt::format("room for packets to node {}, which does not poll", index(wait.destination))});
    case Wait::For::barrier:
      return report.in_collective(Collective::barrier, wait.site, [&](NodeId other) {
        const Station& its = *stations_[index(other)];
        return its.mailbox.closed() || its.wait.what != Wait::For::barrier;
      });
    case Wait::For::message:
      for (const Request* request : wait.requests) add_request(report, wait, *request);
  }
}

void FreeRunningSession::add_request(DeadlockReport& report, const Wait& wait, const Request& request) {
  report.waits_for(request);
  if (wait.full != nullptr) {
    report.blockers().push_back({request.peer, fmt::format("space in the mailbox of node {}", index(request.peer))});
  } else if (request.protocol == Protocol::bulk) {
    report.blockers().push_back({request.peer, "its poll"});
  } else {
    report.awaits_message(request);
  }
}

// --- after the run -------------------------------------------------------------------------------------------------

VirtualTime FreeRunningSession::finished_at(NodeId node) const { return stations_[index(node)]->finished_at; }

FabricStatistics FreeRunningSession::statistics() const {
  FabricStatistics sum;
  for (const auto& station : stations_) {
    sum.messages += station->mailbox.messages();
    sum.payload_bytes += station->mailbox.payload_bytes();
  }
  return sum;
}

std::vector<Mark> FreeRunningSession::marks() const {
  std::vector<Mark> all;
  for (const auto& station : stations_) all.insert(all.end(), station->marks.begin(), station->marks.end());
  std::stable_sort(all.begin(), all.end(), [](const Mark& a, const Mark& b) { return a.at < b.at; });
  return all;
}

std::vector<LeftOver> FreeRunningSession::left_over() {
  std::vector<LeftOver> all;
  for (const auto& station : stations_) station->mailbox.unexpected(all);
  for (const auto& station : stations_) station->mailbox.undelivered(all);
  std::stable_sort(all.begin(), all.end(), [](const LeftOver& a, const LeftOver& b) {
    return std::tie(a.source, a.destination) < std::tie(b.source, b.destination);
  });
  left_nothing_ = all.empty() && !has_error_.load();
  return all;
}

void FreeRunningSession::check_receptions() {
  for (const auto& station : stations_) {
    if (station->packets == nullptr) continue;
    station->packets->reception.check_settled();
    std::size_t left = 0;
    while (station->packets->queue.pop()) ++left;
    if (left == 0) continue;
    throw DataError(fmt::format("{} active message{} to node {} {} never handled", left, left == 1 ? "" : "s",
                                index(station->id), left == 1 ? "was" : "were"));
  }
}

}  // namespace switchyard
