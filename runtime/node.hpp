#pragma once
/// \file node.hpp
/// What a node program sees of the machine: one Node, handed in as an argument. Plain verbs block; those that start
/// with `post_` return a handle to wait for.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/active_message.hpp"
#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/group/elements.hpp"
#include "runtime/machine.hpp"
#include "runtime/node_session.hpp"
#include "runtime/random.hpp"
#include "runtime/request.hpp"
#include "runtime/session.hpp"
#include "runtime/units.hpp"
#include "runtime/waiting_call.hpp"

namespace switchyard {

class CollectiveLedger;
class CollectiveUnderWay;

/// How to send one message.
struct MessageOptions {
  Tag tag{};
  Protocol protocol = Protocol::automatic;
  Route route = Route::automatic;
  Context context = Context::program;
  SendMode mode = SendMode::standard;
};

/// What a receive got, or a probe found.
struct Received {
  NodeId source{};
  std::size_t bytes = 0;  ///< of the message
  Tag tag{};
  bool cut = false;        ///< the message is longer than the buffer, which has the beginning of it
  bool cancelled = false;  ///< there was no message; of a send: its message will not be received
};

/// When sends in standard mode with Protocol::automatic are complete. A right program runs under each of these.
class StandardSends {
 public:
  /// As the machine has it.
  constexpr StandardSends() noexcept = default;
  /// Those of so many bytes and more only when a receive has taken the message, as with SendMode::synchronous.
  static constexpr StandardSends waiting_from(std::uint64_t bytes) noexcept { return {bytes, false}; }
  /// At once, however much is under way.
  static constexpr StandardSends always_buffered() noexcept { return {kNever, true}; }

  constexpr SendMode mode_of(std::uint64_t bytes) const noexcept {
    if (buffered_) return SendMode::buffered;
    return bytes >= waiting_from_ ? SendMode::synchronous : SendMode::standard;
  }

 private:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  constexpr StandardSends(std::uint64_t waiting_from, bool buffered) noexcept
      : waiting_from_(waiting_from), buffered_(buffered) {}

  std::uint64_t waiting_from_ = kNever;
  bool buffered_ = false;
};

/// A posted send, receive or collective of a group that has not been waited for. Empty once it has been. Copies refer
/// to the same one.
class Handle {
 public:
  Handle() = default;
  bool empty() const noexcept { return request_ == nullptr; }

 private:
  friend class Node;
  explicit Handle(Request& request) : request_(&request), generation_(request.generation) {}
  Request* request_ = nullptr;
  std::uint32_t generation_ = 0;
};

/// A message that a matched probe has found: no other receive gets it. Empty once a receive has been posted for it.
class TakenMessage {
 public:
  TakenMessage() = default;
  bool empty() const noexcept { return message_ == nullptr; }
  const Received& envelope() const noexcept { return envelope_; }

 private:
  friend class Node;
  TakenMessage(EarlyMessage& message, const Received& envelope) : message_(&message), envelope_(envelope) {}
  EarlyMessage* message_ = nullptr;
  Received envelope_;
};

/// A send or a receive that a program posts again and again with the same arguments (Node::start). A value; its buffer
/// must stay for as long as it is used.
class PersistentRequest {
 public:
  PersistentRequest() = default;

 private:
  friend class Node;
  Request::Kind kind_ = Request::Kind::send;
  NodeId peer_{};
  std::span<std::byte> data_;
  MessageOptions sending_;
  ReceiveOptions receiving_;
  Handle last_;  ///< of its last start
};

/// One virtual processor, as its own program sees it. Owner thread or fiber only.
///
/// Errors, for every call: UsageError for a peer outside the machine, a protocol or route that the machine lacks, or a
/// handle that was waited for before. The run then ends, and names node, call and call site.
///
/// When the run has ended, for whatever reason, the next call of each node unwinds its program by RunStopped, which
/// programs do not catch. Destructors may call their node all the same. While the program unwinds in a run that has
/// ended, each call returns at once and without effect: sends, locks and collectives as if done, whose data stay as
/// they are; receives, probes, waits and tests as if done, with Received::cancelled and no bytes; now() as a time after
/// all that programs wait for; poll_until without its condition. While it unwinds by an error of its own and the run
/// goes on, they do what they always do. An exception that leaves a function which must not throw, as a destructor is,
/// ends the run with the node's name, and what is on that node's stack is not destroyed.
class Node {
 public:
  /// Who calls. The compiler fills it in; an interface on top of Node gives its own caller's.
  using Site = CallSite;

  Node(NodeId id, const MachineModel& machine, Session& session, CollectiveLedger& ledger, std::uint64_t seed,
       StandardSends standard_sends = {});
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  NodeId id() const noexcept { return id_; }
  std::uint32_t node_count() const noexcept { return node_count_; }
  /// The same for all nodes of one run, and another one for each run that goes on at the same time.
  const void* run() const noexcept { return &ledger_; }
  /// What this node's processor charges for its own work.
  const ProcessorRates& rates() const noexcept { return rates_; }
  /// What a lone message takes on this machine: how long to wait for one step of the others.
  Duration message_time(std::uint64_t bytes) const { return machine_.message_time(bytes); }
  /// Virtual time, or time since the start of the run with the clock off.
  VirtualTime now();
  /// The node's own generator: split from the run's seed.
  Rng& random() noexcept { return random_; }

  /// The processor is busy for `cost`.
  void compute(Duration cost, Site site = Site::current());
  /// The same, while `work` really runs on this thread, next to other nodes' work: the node promises not to
  /// communicate before now + cost, so `work` must not call this Node.
  template <class Work>
  void compute(Duration cost, Work&& work, Site site = Site::current()) {
    refuse_in_handler("compute", site);
    session_.begin_work(id_, checked(cost, site), site);
    std::exception_ptr thrown;
    try {
      std::forward<Work>(work)();
    } catch (...) {
      thrown = std::current_exception();
    }
    session_.end_work(id_);  // before the stack unwinds: until then messages may be on their way into its buffers
    if (thrown) std::rethrow_exception(thrown);
  }

  /// Blocks until `data` may be used again; in synchronous mode, until a receive has taken the message.
  void send(NodeId to, std::span<const std::byte> data, MessageOptions options = {}, Site site = Site::current());
  /// A message of zero bytes. What this node does next comes after it has left.
  void signal(NodeId to, Tag tag = {}, Site site = Site::current()) { send(to, {}, {tag, Protocol::automatic}, site); }
  /// What this node does next comes after a signal from `from`. Under the virtual clock only the emulated node waits,
  /// while its thread goes on up to its next call that blocks: so this orders nothing in memory that programs share on
  /// the host. `receive` does.
  void await_signal(NodeId from, Tag tag = {}, Site site = Site::current());
  /// The same for whatever has been posted: what this node does next comes after it is done. Until settle() or another
  /// call that waits for a message has returned, its buffer must neither be touched nor go away, and a program must not
  /// return. The handle becomes stale.
  void wait_later(const Handle& handle, Site site = Site::current());
  /// As if waited for one after another. Empty handles are skipped, and all are empty afterwards.
  void wait_all_later(std::span<Handle> handles, Site site = Site::current());
  /// Blocks until all that is waited for later is done. Takes no virtual time of its own.
  void settle(Site site = Site::current());
  /// Blocks until a message from `from` (or kAnyNode) with such a tag is in `data`; a larger one ends the run, unless
  /// the options say that it is cut.
  Received receive(NodeId from, std::span<std::byte> data, ReceiveOptions options = {}, Site site = Site::current());
  /// Both directions at once. Blocks until both are done.
  Received exchange(NodeId peer, std::span<const std::byte> outgoing, std::span<std::byte> incoming,
                    MessageOptions options = {}, Site site = Site::current());

  /// `data` must stay as it is until the send has been waited for.
  [[nodiscard]] Handle post_send(NodeId to, std::span<const std::byte> data, MessageOptions options = {},
                                 Site site = Site::current());
  [[nodiscard]] Handle post_receive(NodeId from, std::span<std::byte> data, ReceiveOptions options = {},
                                    Site site = Site::current());

  // Probes look for a message without receiving it: the one that a receive with the same arguments, posted now, would
  // get. Those that do not block cost virtual time.

  /// Blocks until there is one.
  Received probe(NodeId from, TagSelector tags = {}, Site site = Site::current());
  std::optional<Received> try_probe(NodeId from, TagSelector tags = {}, Site site = Site::current());
  /// The same as probe, but takes the message: only the receives below get it.
  [[nodiscard]] TakenMessage matched_probe(NodeId from, TagSelector tags = {}, Site site = Site::current());
  [[nodiscard]] std::optional<TakenMessage> try_matched_probe(NodeId from, TagSelector tags = {},
                                                              Site site = Site::current());
  Received receive(TakenMessage& message, std::span<std::byte> data, bool cuts = false, Site site = Site::current());
  [[nodiscard]] Handle post_receive(TakenMessage& message, std::span<std::byte> data, bool cuts = false,
                                    Site site = Site::current());

  /// Takes back a receive that has no message, or a send that is not complete and that no receive or probe has taken.
  /// It still has to be waited for; Received::cancelled says whether it was taken back. Waiting then needs no receive
  /// any more, but a message that is in the network already first comes to its end there. Once for each.
  void cancel(const Handle& handle, Site site = Site::current());
  /// The request goes on by itself, and the program does not hear of it any more. Its buffer must stay until
  /// wait_freed(); a program must not return before, unless there is no data in it.
  void free(Handle& handle, Site site = Site::current());
  /// Blocks until all requests that were freed, and all messages in buffered mode, are done.
  void wait_freed(Site site = Site::current());

  /// Room for messages in buffered mode, from the copy of their data until that has left. One buffer at a time.
  void attach_buffer(std::uint64_t bytes, Site site = Site::current());
  /// Blocks until nothing is in it; its size.
  std::uint64_t detach_buffer(Site site = Site::current());

  [[nodiscard]] PersistentRequest make_send(NodeId to, std::span<const std::byte> data, MessageOptions options = {},
                                            Site site = Site::current());
  [[nodiscard]] PersistentRequest make_receive(NodeId from, std::span<std::byte> data, ReceiveOptions options = {},
                                               Site site = Site::current());
  /// Posts it. Needs: what the last start has posted was waited for.
  [[nodiscard]] Handle start(PersistentRequest& request, Site site = Site::current());

  /// Blocks until done; the handle becomes stale. For a send, the result is empty.
  Received wait(const Handle& handle, Site site = Site::current());
  /// As if waited for one after another. Empty handles are skipped, and all are empty afterwards.
  void wait_all(std::span<Handle> handles, Site site = Site::current());
  /// Blocks until one is done, empties it and returns its index. Which, if several are done, is left open. Needs one
  /// that is not empty.
  std::size_t wait_any(std::span<Handle> handles, Received* result = nullptr, Site site = Site::current());
  /// Blocks until one is done; empties all that are and returns their indices, ascending. `results`: empty, or one for
  /// each handle. Needs one that is not empty.
  std::vector<std::size_t> wait_some(std::span<Handle> handles, std::span<Received> results = {},
                                     Site site = Site::current());
  /// True if done; the handle still has to be waited for, which then takes no time. Costs virtual time, as do the next
  /// three.
  bool test(const Handle& handle, Site site = Site::current());
  /// True if all are done, in the same way; also if there is nothing to wait for.
  bool test_all(std::span<const Handle> handles, Site site = Site::current());
  /// As wait_any, if one is done. Nothing otherwise, or if there is nothing to wait for.
  std::optional<std::size_t> test_any(std::span<Handle> handles, Received* result = nullptr,
                                      Site site = Site::current());
  /// As wait_some, but what it returns may be empty.
  std::vector<std::size_t> test_some(std::span<Handle> handles, std::span<Received> results = {},
                                     Site site = Site::current());

  // Collectives: every node calls them in the same order, with the same root and sizes. Where the machine does not do
  // them by itself they are built of messages, by the algorithm that is fastest on this machine for the size
  // (collective_choice.hpp). Combining costs ProcessorRates::flop for each element.

  /// Takes as long as the machine's own barrier or as one by messages, whichever is faster, and needs no room anywhere.
  void barrier(Site site = Site::current());
  /// What this node does next comes after all nodes' barrier. As with await_signal, only the emulated node waits.
  void barrier_later(Site site = Site::current());
  /// The machine's own barrier, which papers call its global synchronisation; where it has none, by messages.
  void global_sync(Site site = Site::current());
  void global_sync_later(Site site = Site::current());
  /// `data` of `root` arrives in `data` of all.
  void broadcast(NodeId root, std::span<std::byte> data, Site site = Site::current());
  /// The papers' "concatenate". `all` has node_count() times the size of `mine`; block i comes from node i.
  void all_gather(std::span<const std::byte> mine, std::span<std::byte> all, Site site = Site::current());

  /// Combines `value` of all nodes, lower node ids on the left; the result counts on `root` only.
  template <class T, class Op>
  T reduce(NodeId root, T value, Op op, Site site = Site::current()) {
    combine(Collective::reduce, root, bytes_of(value), operation_on<T>(op), site);
    return value;
  }
  /// The same for each element of a vector, which has the result on `root` and is left alone elsewhere.
  template <class T, class Op>
  void reduce(NodeId root, std::span<T> values, Op op, OperandOrder order = OperandOrder::kept,
              Site site = Site::current()) {
    combine(Collective::reduce, root, std::as_writable_bytes(values), operation_on<T>(op, order), site);
  }
  /// The same result, to the bit, on every node.
  template <class T, class Op>
  T all_reduce(T value, Op op, Site site = Site::current()) {
    combine(Collective::all_reduce, NodeId{0}, bytes_of(value), operation_on<T>(op), site);
    return value;
  }
  /// The same for each element of a vector. An operation that commutes can be had faster: OperandOrder::free.
  template <class T, class Op>
  void all_reduce(std::span<T> values, Op op, OperandOrder order = OperandOrder::kept, Site site = Site::current()) {
    combine(Collective::all_reduce, NodeId{0}, std::as_writable_bytes(values), operation_on<T>(op, order), site);
  }
  /// Inclusive: node i gets the combination of the values of nodes 0..i.
  template <class T, class Op>
  T scan(T value, Op op, Site site = Site::current()) {
    combine(Collective::scan, NodeId{0}, bytes_of(value), operation_on<T>(op), site);
    return value;
  }

  /// Whether a message of this protocol is discarded if it finds no posted receive.
  bool needs_posted(Protocol protocol) const { return machine_.needs_posted(protocol); }

  // Active messages, on machines that have them. Packets are handled in the order in which they arrive, which need not
  // be that in which they were sent; while a node polls, or waits in any call that blocks, and not while it computes.

  /// Runs `handler`, a callable of Arrival& whose captured arguments fit into the machine's packets, on `peer`. Goes on
  /// once the packet has entered the network; while that has no room, it handles what arrives.
  template <class Handler>
  void request(NodeId peer, Handler handler, Site site = Site::current()) {
    send_packet(Packet::running(handler, id_, peer, site));
  }
  /// Handles what has arrived.
  void poll(Site site = Site::current());
  /// Handles what arrives, until `holds()` is true for the first time. It is looked at after each handler, on whichever
  /// thread that runs, and must not block.
  template <class Condition>
  void poll_until(Condition&& holds, Site site = Site::current()) {
    poll_for(std::nullopt, holds, site);
  }
  /// The same, but false at the deadline. With the clock off, which knows no virtual time: false at once.
  template <class Condition>
  bool poll_until(VirtualTime deadline, Condition&& holds, Site site = Site::current()) {
    return poll_for(deadline, holds, site);
  }
  /// What this node's handlers find with Arrival::state; it must live until no packet is on its way to this node.
  template <class T>
  void expose(T& state, Site site = Site::current()) {
    reception("expose", site).expose(&state);
  }
  /// This node's own test-and-set lock. To look at or to change before the next call; not in a handler.
  BusyLock& busy_lock(Site site = Site::current()) { return reception("busy_lock", site).busy_lock(); }
  /// Remote test-and-set: true if this node holds the lock of `peer` now. A request and its reply. `interrupts`: does
  /// not wait until `peer` polls, and costs it an interrupt. A node that tries some thousand times in a row, does
  /// nothing else and does not look at the time, while nothing else goes on, is taken to wait for the lock.
  bool try_lock(NodeId peer, bool interrupts = false, Site site = Site::current());
  /// Sends word to free the lock of `peer`, which this node holds.
  void unlock(NodeId peer, Site site = Site::current());

  /// Expects as many bytes as `buffer` has from bulk transfers. When they are there, `at_zero` runs as a handler, with
  /// the source of the last of them, and the port is closed. Ports are numbered as the program likes, below
  /// node_count().
  template <class Handler>
  void open_port(PortId port, std::span<std::byte> buffer, Handler at_zero, Site site = Site::current()) {
    open_packet_port(port, buffer, Packet::running(at_zero, id_, id_, site), site);
  }
  /// A bulk transfer to a port that `to` has opened; begins when `to` polls. `what` and its pieces must stay as they
  /// are until it has been waited for, which takes until the last byte has left.
  [[nodiscard]] Handle post_copy(NodeId to, const Gather& what, Site site = Site::current());
  void copy(NodeId to, const Gather& what, Site site = Site::current()) { wait(post_copy(to, what, site), site); }

  /// Ends the run with a DataError-like failure unless `holds`.
  void expect(bool holds, const char* what, Site site = Site::current());
  /// A named instant in the report; `label` must outlive the run.
  void mark(const char* label, Site site = Site::current());

  /// Requests that were never waited for.
  std::size_t open_requests() const noexcept { return pool_.live(); }
  /// For run(): the program has returned. Throws UsageError if there are requests that it has not waited for, or with
  /// data only later: their buffers may be gone.
  void end();

 private:
  template <class T>
  static std::span<std::byte> bytes_of(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return std::as_writable_bytes(std::span<T>(&value, 1));
  }
  friend class Group;
  /// A collective of a group that was posted. As long as there is one, calls that wait or test go through
  /// node_progress.cpp.
  struct UnderWay {
    Request* request;  ///< its handle's
    std::shared_ptr<CollectiveUnderWay> collective;
  };
  void carry_out(CollectiveUnderWay& collective);
  Handle start_collective(std::shared_ptr<CollectiveUnderWay> collective);
  [[gnu::cold]] void forget_collective(const Request& request);
  std::size_t progress_until_any(std::span<Request* const> awaited, WaitSite where);
  [[gnu::cold]] void progress_until_all(std::span<Request* const> awaited, WaitSite where);
  void progress_until_some(std::span<Request* const> requests, WaitSite where);
  std::size_t progress_and_test(std::span<Request* const> requests, WaitSite where);
  bool wait_for_message(Request& probe, WaitingCall call);
  bool progress_now(Site site);
  /// One of the machine's own collectives.
  void meet(const CollectiveCall& call, Site site) {
    if (!under_way_.empty()) [[unlikely]]
      return meet_meanwhile(call, site);
    session_.collective(id_, call, site);
  }
  void meet_meanwhile(CollectiveCall call, Site site);
  std::size_t tell_done(std::span<Request* const> requests, Site site);
  std::vector<Request*> requests_under_way() const;
  void progress(Request& done);
  [[noreturn]] static void refuse_later(const Request& request, const char* call, Site site);
  void check_nothing_under_way() const;

  template <class Condition>
  bool poll_for(std::optional<VirtualTime> deadline, Condition& holds, Site site) {
    using Plain = std::remove_reference_t<Condition>;
    return poll_for({[](void* what) { return static_cast<bool>((*static_cast<Plain*>(what))()); },
                     const_cast<std::remove_const_t<Plain>*>(&holds), deadline},
                    site);
  }
  bool poll_for(PollCondition condition, Site site);
  void send_packet(Packet packet);
  void open_packet_port(PortId port, std::span<std::byte> buffer, const Packet& at_zero, Site site);
  Reception& reception(const char* call, Site site);
  void check_active_messages(const char* call, Site site) const;
  void check_peer(NodeId peer, const char* call, Site site) const {
    if (index(peer) >= node_count_) refuse_peer(peer, call, site);
  }
  void check_other(NodeId peer, const char* call, Site site) const {
    if (peer == id_ || index(peer) >= node_count_) refuse_peer(peer, call, site);
  }
  [[noreturn]] void refuse_peer(NodeId peer, const char* call, Site site) const;
  static void refuse_in_handler(const char* call, Site site) {
    if (t_handler_under_way != nullptr) [[unlikely]]
      refuse_now(call, site);
  }
  /// The same for a WaitingCall or a Collective, whose name is looked up only if it is needed.
  template <class Call>
  static void refuse_in_handler(Call call, Site site) {
    if (t_handler_under_way != nullptr) [[unlikely]]
      refuse_now(name_of(call), site);
  }
  [[noreturn]] static void refuse_now(const char* call, Site site);
  [[noreturn]] static void refuse_stale(const char* call, Site site);
  static Duration checked(Duration cost, Site site);
  struct NewRequest {
    Request::Kind kind;
    NodeId peer;
    std::byte* data;
    std::size_t bytes;
    const MessageOptions& options;
    Site site;
    std::uint32_t mask = TagSelector::kWholeTag;
    bool cuts = false;
  };
  Request& fill(Request& request, const NewRequest& with) const;
  Request& make(const NewRequest& request);
  /// The machine has the protocol and the route. Most messages name neither, or the protocol that the last one named.
  void check_choices(NodeId peer, const MessageOptions& options, const char* call, Site site) {
    const bool is_known = !is_of_a_machine(options.protocol) || options.protocol == supported_;
    if (!is_known || options.route != Route::automatic) [[unlikely]]
      ask_machine(peer, options, call, site);
  }
  void ask_machine(NodeId peer, const MessageOptions& options, const char* call, Site site);
  Request& send_request(NodeId to, std::span<const std::byte> data, MessageOptions options, Site site);
  Request& send_buffered(NodeId to, std::span<const std::byte> data, MessageOptions options, bool is_asked_for,
                         Site site);
  Request& await(NodeId from, std::span<std::byte> data, const ReceiveOptions& options, Site site);
  Request& await(TakenMessage& message, std::span<std::byte> data, bool cuts, Site site);
  Request& make_probe(WaitingCall call, NodeId from, const TagSelector& tags, Site site);
  bool find_message(Request& probe, WaitingCall call);
  TakenMessage take_message(Request& probe);
  Received take(Request& request) {
    if (request.kind == Request::Kind::collective) [[unlikely]]
      forget_collective(request);
    Received result;
    if (request.kind == Request::Kind::receive && !request.cancelled) {
      result = {request.peer, request.bytes, request.tag, request.cut};
    } else {
      result.cancelled = request.cancelled;
    }
    pool_.release(request);
    return result;
  }
  std::span<Request* const> requests_of(std::span<const Handle> handles, const char* call, Site site);
  std::size_t count_done(std::span<Request* const> requests, Enough enough, WaitSite where);
  std::vector<std::size_t> take_told(std::span<Handle> handles, std::span<Received> results, const char* call,
                                     Site site);
  void check_results(std::span<const Handle> handles, std::span<const Received> results, const char* call, Site site);
  void reclaim(Site site);
  void make_room(std::uint64_t bytes, Site site);
  void end_detached();
  static Request& live(const Handle& handle, const char* call, Site site) {
    if (handle.empty() || handle.request_->generation != handle.generation_) [[unlikely]]
      refuse_stale(call, site);
    return *handle.request_;
  }
  void wait_for(std::span<Request* const> requests, WaitSite where) {
    refuse_in_handler(where.call, where.site);
    if (!under_way_.empty()) [[unlikely]]
      return progress_until_all(requests, where);
    session_.wait_all(id_, requests, where);
    release_settled();
  }
  Received wait_for(Request& request, WaitSite where) {
    Request* const one = &request;
    wait_for({&one, 1}, where);
    return take(request);
  }
  void wait_for_freed(WaitSite where);
  void settle_later(Request& request, WaitSite where);
  void settle_later(std::span<Request* const> requests, WaitSite where);
  /// After a call that blocked, everything before it is complete.
  void release_settled() {
    for (Request* request : settling_) pool_.release(*request);
    settling_.clear();
  }
  Tag enter(Collective kind, NodeId root, std::uint64_t bytes, Site site);
  void exchange_parts(NodeId to, std::span<const std::byte> out, NodeId from, std::span<std::byte> in, Tag tag,
                      Site site);
  void combine(Collective kind, NodeId root, std::span<std::byte> value, Operation operation, Site site);
  void by_messages(GroupCall call, Tag tag, Site site);
  void synchronise_later(const GroupCall& call, Site site);
  CollectiveAlgorithm algorithm_of(const GroupCall& call) const;

  NodeId id_;
  std::uint32_t node_count_;
  std::uint32_t sends_ = 0;
  std::uint32_t collectives_ = 0;
  const MachineModel& machine_;
  Protocol supported_ = Protocol::automatic;  ///< the machine has this one; so it need not be asked for each message
  NodeSession session_;
  CollectiveLedger& ledger_;
  std::vector<UnderWay> under_way_;  ///< looked at by each call that waits: next to what these look at anyway
  ProcessorRates rates_;
  StandardSends standard_sends_;
  Rng random_;
  RequestPool pool_;
  std::vector<Request*> waiting_;   ///< scratch of the wait calls
  std::vector<Request*> settling_;  ///< what the clock waits for behind the program's back

  /// A request that the program does not hear of any more, and the data that it sends from the node's buffer.
  struct Detached {
    Request* request;
    std::unique_ptr<std::byte[]> data;  ///< null where it is the program's
    std::uint64_t in_buffer;            ///< how much of the attached buffer it takes
  };
  static constexpr std::size_t kFewDetached = 64;
  std::vector<Detached> detached_;
  std::size_t most_detached_ = kFewDetached;  ///< before it is worth while to look which are done
  std::optional<std::uint64_t> buffer_;       ///< size of the attached one
  std::uint64_t buffer_used_ = 0;
};

/// One copy runs on every node.
using NodeProgram = std::function<void(Node&)>;

}  // namespace switchyard
