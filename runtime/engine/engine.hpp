#pragma once
/// \file engine.hpp
/// The sequential half of the virtual clock: executes the nodes' instruction streams and the fabric's events in the
/// order of virtual time. Knows no threads: `clock/virtual_clock` decides who runs it, and when.

#include <algorithm>
#include <atomic>
#include <boost/lockfree/spsc_queue.hpp>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/active_message.hpp"
#include "runtime/arbiter.hpp"
#include "runtime/error.hpp"
#include "runtime/engine/event_queue.hpp"
#include "runtime/fabric.hpp"
#include "runtime/engine/instruction.hpp"
#include "runtime/machine.hpp"
#include "runtime/observer.hpp"
#include "runtime/engine/pending_copies.hpp"
#include "runtime/engine/trace_hash.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {

/// A named instant of a node program.
struct Mark {
  NodeId node;
  VirtualTime at;
  std::string label;
};

/// Where a node's thread stands towards the engine. running -> parked by the node; parked -> running by the engine;
/// running -> working and back through parked by the node; working -> running by the engine, which then waits for it.
enum class Stance : std::uint8_t {
  running,  ///< the engine must not move before it parks
  working,  ///< does real work; the engine may move up to the end of its compute call
  parked,
};

/// One node as the engine sees it.
struct alignas(kCacheLine) Processor {
  enum class Stage : std::uint8_t { idle, starting, effect, blocked, polling, finished };
  static constexpr std::size_t kStreamCapacity = 64;

  Stage stage = Stage::idle;
  std::atomic<Stance> stance{Stance::running};
  std::uint32_t cursor = 0;  ///< first request of the current wait that is not known to be complete
  std::uint32_t answer = 0;  ///< of wait_any and test; read by the node after it was woken
  std::uint32_t failed_polls = 0;
  bool abandoned = false;                 ///< its program ended and left requests behind; nothing of it may be touched
  std::exception_ptr* failure = nullptr;  ///< what such a program threw; ends the run at once
  Duration debt{};                        ///< processor time that the next operation pays first
  Duration receipt{};                     ///< the same, for what has come
  const Request* posted = nullptr;        ///< the send that the last instruction posted
  const Request* awaited = nullptr;       ///< what it is blocked for, if that is one request
  bool goes_on = false;                   ///< the current instruction waits for that send: both are one operation
  VirtualTime local_time{};               ///< when the last instruction was done; read by the node while it runs
  VirtualTime blocked_since{};
  Instruction current;
  boost::lockfree::spsc_queue<Instruction, boost::lockfree::capacity<kStreamCapacity>> stream;

  /// Null if its stream has run dry. For the engine, which reads the stream.
  const Instruction* next_instruction() const noexcept {
    return stream.read_available() > 0 ? &stream.front() : nullptr;
  }
};

/// A node's active messages, as the engine sees them.
struct PacketPort {
  static constexpr std::size_t kOutgoing = 16;

  PacketPort(NodeId node, std::uint32_t ports) : reception(node, ports) {}

  std::deque<Packet> inbox;      ///< arrived, and not handled yet
  std::size_t interrupting = 0;  ///< of them
  bool handling = false;         ///< the first of them is being received
  VirtualTime busy_until{};      ///< by handlers
  VirtualTime next_interrupt{};  ///< not before
  std::uint32_t polls = 0;       ///< how often the node has polled until something holds
  Reception reception;
  boost::lockfree::spsc_queue<Packet, boost::lockfree::capacity<kOutgoing>> outgoing;  ///< by its program, in order
};

/// One event as recorded for comparing runs.
using EventLog = std::vector<Event>;

class Engine {
 public:
  struct Options {
    std::uint64_t seed = 1;
    std::optional<Duration> time_limit = std::nullopt;  ///< of virtual time; past it the run fails as a livelock
    EventLog* log = nullptr;                            ///< where to record every event, or not
    Arbiter* arbiter = nullptr;                         ///< who chooses the next event, if not virtual time alone
    Observer* observer = nullptr;                       ///< who watches, or nobody
  };

  Engine(const MachineModel& machine, const Options& options);

  // --- for the machine's fabric -------------------------------------------------------------------------------------
  VirtualTime now() const noexcept { return now_; }
  std::uint64_t seed() const noexcept { return options_.seed; }
  std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(processors_.size()); }
  /// True if, at this instant, the events of `node` that were scheduled before it have happened: its turn is over.
  bool has_had_turn(NodeId node) const noexcept { return turn_time_ == now_ && index(node) < turn_; }
  /// Null if nobody watches.
  Observer* observer() const noexcept { return options_.observer; }

  /// Kinds of events below this are the engine's own.
  static constexpr std::uint32_t kFirstFabricKind = 16;

  void schedule(Duration after, NodeId node, std::uint32_t kind, std::uint32_t item = 0) {
    push(after, node, kind, item);
  }
  /// What the fabric looks at or changes; see Fabric::tells_what_it_touches.
  void touch(NodeId node) noexcept {
    if (options_.arbiter != nullptr) [[unlikely]]
      options_.arbiter->touch(node);
  }
  void touch(LinkId link) noexcept {
    if (options_.arbiter != nullptr) [[unlikely]]
      options_.arbiter->touch(link);
  }
  /// Something is about to happen to `node`.
  void prefetch(NodeId node) const noexcept { prefetch_lines(&processor(node)); }
  /// `request` is done; a node blocked in a wait for it goes on `after` later.
  void complete(Request& request, Duration after = Duration::zero());
  /// True while the owner is blocked in a wait for just this request.
  bool is_blocked_on(const Request& request) const noexcept {
    const Processor& p = processor(request.owner);
    return p.awaited == &request || waits_for_any(p, request);
  }
  /// The next operation of `node` starts this much later.
  void charge(NodeId node, Duration cost) noexcept {
    touch(node);
    processor(node).debt += cost;
  }
  /// The same for software that something which has come makes the node run; ProcessorRates::one_receipt.
  void charge_receipt(NodeId node, Duration cost) noexcept {
    touch(node);
    Duration& owed = processor(node).receipt;
    owed = rates_.one_receipt ? std::max(owed, cost) : owed + cost;
  }
  /// A node that is in the collective which has begun goes on `after` later.
  void leave_collective(NodeId node, Duration after);
  /// A packet has reached its destination, and waits there until the node polls.
  void arrive(const Packet& packet);
  /// The packet that `node` could not send before has entered the network.
  void packet_sent(NodeId node);
  /// What active messages find on `node`.
  Reception& reception(NodeId node) noexcept { return packet_ports_[index(node)]->reception; }
  /// Copies a message into `receive` and fills in source and size. False, and the run fails, if it does not fit.
  bool deliver(Request& receive, NodeId source, const std::byte* data, std::uint64_t bytes);
  /// The same for the message of `send`, which stays in its program's buffer until the program goes on: so may the
  /// copy.
  bool deliver(Request& receive, const Request& send);
  /// Delivers, and completes the receive: its owner goes on `software` later if it is blocked in a wait for just this
  /// receive; otherwise its next operation pays for it, as charge_receipt() says.
  bool hand_over(Request& receive, const Request& send, Duration software);
  /// Ends the run after the current event.
  void fail(std::exception_ptr error);

  // --- for the clock ------------------------------------------------------------------------------------------------
  Processor& processor(NodeId node) noexcept { return processors_[index(node)]; }
  const Processor& processor(NodeId node) const noexcept { return processors_[index(node)]; }

  enum class Outcome : std::uint8_t {
    dispatch,  ///< the nodes of ready() must run before virtual time can go on
    done,      ///< every program has returned and nothing is due
    failed,    ///< error() says why
  };
  /// Moves virtual time until one of the outcomes.
  Outcome advance();
  // The same for a clock that goes by itself, while nodes run.
  /// Executes what is due up to `limit`. True as soon as nodes are ready(), false when no more is due or there is an
  /// error().
  bool advance_until(VirtualTime limit);
  /// `node` has asked for more at `at`, or now if that is later. Needs: nothing is due before that.
  void enter(NodeId node, VirtualTime at);
  /// When something is due next.
  std::optional<VirtualTime> next_due();
  /// No node runs, and nothing is due any more: done, failed as a deadlock, or, if nodes that poll may give up,
  /// dispatch.
  Outcome run_dry(VirtualTime at);

  /// Nodes whose streams ran dry at now(); advance() looks at their streams first when it is called again.
  const std::vector<NodeId>& ready() const noexcept { return ready_; }
  std::exception_ptr error() const noexcept { return error_; }
  PacketPort& packet_port(NodeId node) noexcept { return *packet_ports_[index(node)]; }

  // --- for the report -----------------------------------------------------------------------------------------------
  const Fabric& fabric() const noexcept { return *fabric_; }
  std::uint64_t trace_hash() const noexcept { return hash_.value(); }
  std::uint64_t event_count() const noexcept { return events_; }
  const std::vector<Mark>& marks() const noexcept { return marks_; }
  /// Throws what is wrong with the active messages at the end of a run: packets that were never handled, locks that
  /// are held, ports that wait for bytes.
  void check_receptions() const;

 private:
  enum EventKind : std::uint32_t {
    kResume = 0,
    kHandle,    ///< the node has received the first packet of its inbox
    kDeadline,  ///< of the node's poll with number `item`
  };

  Outcome execute_events();
  bool accept(Request& receive, NodeId source, std::uint64_t bytes);
  static bool looks_soon(const Processor& p) noexcept;
  void step(NodeId node, Processor& p);
  static void note_operation(Processor& p) noexcept;
  static Duration pay_debt(Processor& p) noexcept;
  Duration begin(NodeId node, const Instruction& instruction);
  bool take_effect(NodeId node, Processor& p);
  static bool wait_is_over(Processor& p) noexcept;
  static bool waits_for_any(const Processor& p, const Request& request) noexcept;
  bool poll(Processor& p);
  bool found(Processor& p) const noexcept;
  bool found_nothing(Processor& p) const noexcept;
  bool holds(NodeId node, const Processor& p);
  void push(Duration after, NodeId node, std::uint32_t kind, std::uint32_t item) {
    if (after > VirtualTime::max() - now_) [[unlikely]]
      return run_out_of_time();
    if (options_.arbiter != nullptr) [[unlikely]]
      return push_arbitrated(now_ + after, node, kind, item);
    queue_.push(now_ + after, node, kind, item);
  }
  void push_arbitrated(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item);
  bool is_pending() const noexcept { return options_.arbiter == nullptr ? !queue_.empty() : !arbitrated_.empty(); }
  /// Nodes run before virtual time goes on; where the order is chosen, before anything is chosen.
  bool must_dispatch() {
    if (ready_.empty()) return false;
    return options_.arbiter != nullptr || queue_.empty() || queue_.next_time() > now_.time_since_epoch().count();
  }
  /// An event that was held up happens when virtual time has got to.
  Event next_event() {
    const Event event = options_.arbiter == nullptr ? queue_.pop() : pop_arbitrated();
    if (const VirtualTime due{Duration{event.time}}; due >= now_) [[likely]]
      now_ = due;
    return event;
  }
  Event pop_arbitrated();
  void run_out_of_time();
  void exceed_time_limit();
  void stand_still(NodeId node);
  void execute_next();
  void look_ahead(NodeId node) const;
  void end_turns() noexcept {
    turn_time_ = now_;
    turn_ = ~std::uint32_t{0};
  }
  void touch_by_fabric() noexcept;
  void sleep(NodeId node, Duration after) { push(after, node, kResume, 0); }
  void show(NodeId node, const NodeState& state) {
    if (options_.observer != nullptr) [[unlikely]]
      options_.observer->node_is(now_, node, state);
  }
  void show_start(NodeId node, const Instruction& instruction);
  void show_wait(NodeId node, const Processor& p);
  void unblock(NodeId node, Processor& p, Duration after);
  void reach_collective(NodeId node, Processor& p);
  bool request(NodeId node, Processor& p);
  bool handle_arrived(NodeId node, Processor& p);
  bool poll_until(NodeId node, Processor& p);
  void block(NodeId node, Processor& p);
  void receive_packet(NodeId node);
  void handle_packet(NodeId node);
  void after_handler(NodeId node, Processor& p);
  bool is_past(const Event& deadline) const;
  void go_on(NodeId node, Processor& p);
  Duration handler_rest(NodeId node) const noexcept;
  void wake_poller(NodeId node, Processor& p);
  bool wake_idle_pollers();
  void close(Processor& p);
  Outcome stuck();
  Waiter waiter(NodeId node, std::vector<WaitGroup>& groups) const;

  const MachineModel& machine_;
  Options options_;
  ProcessorRates rates_;
  bool looks_ahead_;
  std::vector<Processor> processors_;
  std::vector<std::unique_ptr<PacketPort>> packet_ports_;  ///< none where the machine has no active messages
  EventQueue queue_;
  OrderedEvents arbitrated_;  ///< instead of the queue where there is an arbiter
  VirtualTime now_{};
  VirtualTime turn_time_{};           ///< the instant that turn_ is about
  std::uint32_t turn_ = 0;            ///< the highest node that an event was for; past all of them once nodes have run
  VirtualTime round_time_{};          ///< when programs have gone on last
  std::uint32_t rounds_at_once_ = 0;  ///< how often they have at that instant, after the first time
  PendingCopies copies_;
  TraceHash hash_;
  std::uint64_t events_ = 0;
  std::uint32_t finished_ = 0;
  std::uint32_t in_collective_ = 0;  ///< nodes that wait for the others in the machine's own collective
  std::uint32_t idle_rounds_ = 0;    ///< how often pollers were woken since something last arrived
  std::vector<NodeId> ready_;
  std::vector<NodeId> stepping_;
  std::exception_ptr error_;
  std::vector<Mark> marks_;
  std::unique_ptr<Fabric> fabric_;
};

}  // namespace switchyard
