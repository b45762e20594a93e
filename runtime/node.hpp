#pragma once
/// \file node.hpp
/// A Node is all that a node program sees of its machine. It is handed to the program as an argument. Calls whose names
/// are plain verbs, such as send and receive, block; those that start with `post_` return a handle to wait for.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
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

class GroupsAndExchangePlansOfRun;
class CollectiveUnderWay;
class DefectLog;
struct CollectiveSettings;

/// The options with which a program sends one message. Functions take the options by reference: options passed in
/// registers would first be put together in memory, and loading a value that several smaller stores have just written
/// is slow.
struct MessageOptions {
  Tag tag{};
  Protocol protocol = Protocol::automatic;
  Route route = Route::automatic;
  Context context = Context::program;
  SendMode mode = SendMode::standard;
};

/// The result of a receive or a probe: source, tag and size of the message.
struct Received {
  NodeId source{};
  std::size_t bytes = 0;  ///< size of the message in bytes
  Tag tag{};
  bool truncated = false;  ///< whether the message was longer than the buffer, which then has the beginning of it
  /// Of a receive or probe, whether it has ended without a message; of a send, whether the send was cancelled, so that
  /// its message will not be received.
  bool cancelled = false;
};

/// A rule that says when sends in standard mode are complete if they name no protocol (Protocol::automatic). A correct
/// program runs under every such rule.
class StandardSendRule {
 public:
  /// Makes the rule by which standard sends are complete when the protocol that the machine uses for them says so.
  constexpr StandardSendRule() noexcept = default;
  /// Makes the rule by which standard sends of `bytes` or more bytes are complete only when a receive has taken the
  /// message, as in SendMode::synchronous.
  static constexpr StandardSendRule synchronous_from_size(std::uint64_t bytes) noexcept { return {bytes, false}; }
  /// Makes the rule by which all standard sends are complete at once, however many messages are under way.
  static constexpr StandardSendRule always_buffered() noexcept { return {kLargerThanAnyMessage, true}; }

  constexpr SendMode mode_of(std::uint64_t bytes) const noexcept {
    if (buffers_all_sends_) return SendMode::buffered;
    return bytes >= smallest_synchronous_size_ ? SendMode::synchronous : SendMode::standard;
  }

  /// Identifies a send of a program by its node and by its number, from 0, among the sends that are counted on this
  /// node: those that name no protocol of the machine, in any mode, without messages of collectives and of
  /// communications in the background.
  struct SendIdentity {
    NodeId node{};
    std::uint32_t number = 0;
    friend bool operator==(const SendIdentity&, const SendIdentity&) = default;
  };
  /// Returns a copy of this rule with one exception, the send `send`. If that send is in standard mode, it is buffered
  /// if the rule would make it wait for its receive, and waits for its receive if the rule would not.
  constexpr StandardSendRule with_exception(SendIdentity send) const noexcept {
    StandardSendRule changed = *this;
    changed.send_exempt_from_rule_ = send;
    changed.has_exception_ = true;
    return changed;
  }
  constexpr bool has_exception() const noexcept { return has_exception_; }
  constexpr bool is_exception(SendIdentity send) const noexcept {
    return has_exception_ && send == send_exempt_from_rule_;
  }

 private:
  static constexpr std::uint64_t kLargerThanAnyMessage = std::numeric_limits<std::uint64_t>::max();
  constexpr StandardSendRule(std::uint64_t synchronous_from_size, bool buffered) noexcept
      : smallest_synchronous_size_(synchronous_from_size), buffers_all_sends_(buffered) {}

  std::uint64_t smallest_synchronous_size_ = kLargerThanAnyMessage;
  bool buffers_all_sends_ = false;
  bool has_exception_ = false;
  SendIdentity send_exempt_from_rule_ = {};
};

/// A posted send, receive or collective of a group that has not been waited for. Waiting empties the handle. Copies of
/// a handle refer to the same request.
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

/// A message that a matched probe has found, and that only a receive posted for this object gets. Posting that receive
/// empties the object.
class TakenMessage {
 public:
  TakenMessage() = default;
  TakenMessage(TakenMessage&& other) noexcept
      : early_message_(std::exchange(other.early_message_, nullptr)),
        owner_(other.owner_),
        received_envelope_(other.received_envelope_) {}
  TakenMessage& operator=(TakenMessage&& other) noexcept {
    early_message_ = std::exchange(other.early_message_, nullptr);
    owner_ = other.owner_;
    received_envelope_ = other.received_envelope_;
    return *this;
  }
  TakenMessage(const TakenMessage&) = delete;
  TakenMessage& operator=(const TakenMessage&) = delete;
  ~TakenMessage() = default;
  bool empty() const noexcept { return early_message_ == nullptr; }
  const Received& envelope() const noexcept { return received_envelope_; }

 private:
  friend class Node;
  TakenMessage(EarlyMessage& message, NodeId owner, const Received& envelope)
      : early_message_(&message), owner_(owner), received_envelope_(envelope) {}
  EarlyMessage* early_message_ = nullptr;
  NodeId owner_{};  ///< node whose probe has found the message
  Received received_envelope_;
};

/// A send or a receive that a program posts again and again with the same arguments, by Node::start. It is a value; its
/// buffer must exist for as long as it is used.
class PersistentRequest {
 public:
  PersistentRequest() = default;

 private:
  friend class Node;
  bool is_initialized_ = false;
  Request::Kind kind_ = Request::Kind::send;
  NodeId peer_node_{};
  std::span<std::byte> message_buffer_;
  MessageOptions send_options_;
  ReceiveOptions receive_options_;
  Handle latest_handle_;  ///< handle that the latest call of Node::start for this request has returned
};

/// One virtual processor, as its own program sees it. Only the node's own thread or fiber may use it.
///
/// Errors, for every call: UsageError for a peer outside the machine, a protocol or route that the machine lacks, or a
/// handle that was waited for before. The run then ends with an error that names node, call and call site.
///
/// When the run has ended, for whatever reason, the next call of each node throws RunStopped,
/// which unwinds the node's program; programs must not catch it. Destructors may still call their
/// node. While a program unwinds in a run that has ended, each call returns at once and has no
/// effect. Sends, locks and collectives return as if done, and leave data as it is. Receives,
/// probes, waits and tests return as if done, with Received::cancelled set and no bytes. now()
/// returns a time later than any that programs wait for, and poll_until does not evaluate its
/// condition. While a program unwinds by an error of its own and the run goes on, its calls do
/// what they always do. An exception that leaves a function which must not throw, such as a
/// destructor, ends the run with an error that names the node, and the objects on that node's
/// stack are not destroyed.
class Node {
 public:
  /// The place of a call in the source. The compiler fills it in. An interface on top of Node, such as MPI, passes the
  /// place of the call that its own caller has made.
  using Site = CallSite;

  Node(NodeId id, const MachineModel& machine, Session& session, GroupsAndExchangePlansOfRun& groups,
       std::uint64_t seed, StandardSendRule standard_sends = {}, DefectLog* defects = nullptr);
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  NodeId id() const noexcept { return id_; }
  std::uint32_t node_count() const noexcept { return node_count_; }
  /// Returns an address that identifies the run: all nodes of one run get the same address, and
  /// runs that go on at the same time get different ones.
  const void* run() const noexcept { return &group_ledgers_; }
  /// Returns the log in which an interface on top of Node notes defects that do not end the run, or null if nobody
  /// reads them.
  DefectLog* defects() const noexcept { return defect_log_; }
  /// Returns whether the run has pending events beside the next operation of this node; true if the clock cannot tell.
  /// If the result is false, all other nodes wait, and only this node can continue.
  bool may_other_nodes_continue() { return session_.has_pending_events(id_); }
  /// Returns whether the events of the run happen in the order of virtual time. If not, an arbiter chooses another
  /// order, as in a stress test.
  bool are_events_in_virtual_time_order() const noexcept { return session_.are_events_in_virtual_time_order(); }
  /// Returns the costs of work on this node's own processor.
  const ProcessorRates& rates() const noexcept { return processor_rates_; }
  /// Returns the time that a message of `bytes` bytes takes on this machine if no other message is under way. A program
  /// uses it to estimate how long the other nodes take for a step of a schedule.
  Duration message_time(std::uint64_t bytes) const { return machine_.message_time(bytes); }
  /// Returns the virtual time or, in a run that keeps no virtual time (ClockKind::off), the host's time since the start
  /// of the run.
  VirtualTime now(Site site = Site::current());
  /// Returns the node's own random generator, whose seed is derived from the run's seed.
  Rng& random() noexcept { return random_generator_; }

  /// Keeps the emulated processor busy for the virtual time `cost`.
  void compute(Duration cost, Site site = Site::current());
  /// Keeps the emulated processor busy for the virtual time `cost`, while `work` really runs on this thread,
  /// concurrently with the work of other nodes. The node promises not to communicate before now + cost, so `work` must
  /// not call this Node.
  template <class Work>
  void compute(Duration cost, Work&& work, Site site = Site::current()) {
    refuse_in_handler("compute", site);
    session_.begin_work_on_host(id_, cost_if_not_negative(cost, site), site);
    std::exception_ptr thrown;
    try {
      std::forward<Work>(work)();
    } catch (...) {
      thrown = std::current_exception();
    }
    // Ends the emulated processor's work before an exception unwinds the stack, because until then messages may be on
    // their way into the program's buffers.
    session_.end_work_on_host(id_);
    if (thrown) std::rethrow_exception(thrown);
  }

  /// Sends a message. Blocks until `data` may be used again; in synchronous mode, until a receive has taken the
  /// message.
  void send(NodeId to, std::span<const std::byte> data, const MessageOptions& options = {},
            Site site = Site::current());
  /// Sends a message of zero bytes, without blocking. Later operations of this node happen after the message has left.
  void signal(NodeId to, Tag tag = {}, Site site = Site::current()) { send(to, {}, {tag, Protocol::automatic}, site); }
  /// Makes later operations of this node happen after a signal (a message without data) from
  /// `from`. Under the virtual clock only the emulated node waits; its thread continues up to its
  /// next call that blocks. So, unlike `receive`, await_signal does not order accesses to memory
  /// that programs share on the host.
  void await_signal(NodeId from, Tag tag = {}, Site site = Site::current());
  /// Makes later operations of this node happen after the request is done, as if it were waited for. Until
  /// complete_later_waits(), or another call that waits for a message, has returned, the program must not touch or free
  /// the buffer of the request, and must not return. The handle can no longer be used.
  void wait_later(const Handle& handle, Site site = Site::current());
  /// Makes later operations of this node happen after the requests of all `handles` are done, as wait_later() does for
  /// one request. Empty handles are skipped, and all handles are empty afterwards.
  void wait_all_later(std::span<Handle> handles, Site site = Site::current());
  /// Blocks until all requests that were passed to wait_later() are done. The call itself takes no virtual time.
  void complete_later_waits(Site site = Site::current());
  /// Receives a message from node `from` (from any node if this is kAnyNode) whose tag the options select. Blocks until
  /// the message is in `data`. A message that is too long ends the run, unless the options say that it is cut.
  Received receive(NodeId from, std::span<std::byte> data, const ReceiveOptions& options = {},
                   Site site = Site::current());
  /// Sends a message to `peer` and receives one from it at the same time. Blocks until both are done.
  Received exchange(NodeId peer, std::span<const std::byte> outgoing, std::span<std::byte> incoming,
                    const MessageOptions& options = {}, Site site = Site::current());

  /// Posts a send. `data` must not change until the send has been waited for.
  [[nodiscard]] Handle post_send(NodeId to, std::span<const std::byte> data, const MessageOptions& options = {},
                                 Site site = Site::current());
  /// Posts a send of a copy of `data`, which is complete at once: there is nothing to wait for. The copy takes neither
  /// time nor room in the attached buffer.
  void post_send_of_copy(NodeId to, std::span<const std::byte> data, const MessageOptions& options,
                         Site site = Site::current());
  [[nodiscard]] Handle post_receive(NodeId from, std::span<std::byte> data, const ReceiveOptions& options = {},
                                    Site site = Site::current());

  // A probe looks for a message without receiving the message. It finds the message that a receive with the same
  // arguments would get if it were posted now. Probes that do not block take virtual time.

  /// Blocks until there is a message from node `from` whose tag `tags` selects, and returns the source, size and tag of
  /// the message, which is not received.
  Received probe(NodeId from, TagSelector tags = {}, Site site = Site::current());
  std::optional<Received> try_probe(NodeId from, TagSelector tags = {}, Site site = Site::current());
  /// Blocks until there is a message from node `from` whose tag `tags` selects, and takes the message: only a receive
  /// that is posted for the returned TakenMessage can get it.
  [[nodiscard]] TakenMessage matched_probe(NodeId from, TagSelector tags = {}, Site site = Site::current());
  [[nodiscard]] std::optional<TakenMessage> try_matched_probe(NodeId from, TagSelector tags = {},
                                                              Site site = Site::current());
  Received receive(TakenMessage& message, std::span<std::byte> data, bool truncates = false,
                   Site site = Site::current());
  [[nodiscard]] Handle post_receive(TakenMessage& message, std::span<std::byte> data, bool truncates = false,
                                    Site site = Site::current());

  /// Cancels a receive that has no message yet, or a send that is not complete and whose message
  /// no receive or probe has taken. The request still has to be waited for, and
  /// Received::cancelled then says whether it was cancelled. If a send was cancelled, the wait
  /// does not depend on a receive any more, but a message that is already in the network first
  /// gets through it. Call this once for each request.
  void cancel(const Handle& handle, Site site = Site::current());
  /// Frees a request that may be under way, and empties its handle. The request continues, but the program cannot wait
  /// for it and gets no result. The request's buffer must exist until wait_freed() has returned; a program must not
  /// return before, unless the request has no data.
  void free(Handle& handle, Site site = Site::current());
  /// Blocks until all requests that the program has freed, and all sends in buffered mode, are done.
  void wait_freed(Site site = Site::current());

  /// Attaches a buffer of `bytes` bytes for messages in buffered mode. A message uses room in it from the call that
  /// copies its data until the send of the copy is complete, `overhead` bytes beside its data. A node has one such
  /// buffer at a time.
  void attach_buffer(std::uint64_t bytes, std::uint64_t overhead = 0, Site site = Site::current());
  /// Blocks until the buffer of attach_buffer() is empty, removes it, and returns its size.
  std::uint64_t detach_buffer(Site site = Site::current());

  [[nodiscard]] PersistentRequest make_send(NodeId to, std::span<const std::byte> data,
                                            const MessageOptions& options = {}, Site site = Site::current());
  [[nodiscard]] PersistentRequest make_receive(NodeId from, std::span<std::byte> data,
                                               const ReceiveOptions& options = {}, Site site = Site::current());
  /// Posts the send or receive of a persistent request. Needs: the handle of its previous start has been waited for.
  [[nodiscard]] Handle start(PersistentRequest& request, Site site = Site::current());

  /// Blocks until the request is done, and returns its result, which is empty for a send. The handle can no longer be
  /// used.
  Received wait(const Handle& handle, Site site = Site::current());
  /// Blocks until the requests of all `handles` are done. Empty handles are skipped, and all handles are empty
  /// afterwards.
  void wait_all(std::span<Handle> handles, Site site = Site::current());
  /// Blocks until the requests of all `handles` are done, and stores the result of each request in `results` at the
  /// index of its handle. `results` is empty or has an element for each handle; elements of empty handles are not
  /// changed. All handles are empty afterwards.
  void wait_all(std::span<Handle> handles, std::span<Received> results, Site site = Site::current());
  /// Blocks until one request of `handles` is done, empties its handle and returns the handle's index. If several are
  /// done, any of them may be chosen. Needs: at least one handle is not empty.
  std::size_t wait_any(std::span<Handle> handles, Received* result = nullptr, Site site = Site::current());
  /// Blocks until at least one request of `handles` is done. Empties the handles of all requests that are done, and
  /// returns the indices of these handles in ascending order. `results` is empty or has an element for each handle.
  /// Needs: at least one handle is not empty.
  std::vector<std::size_t> wait_some(std::span<Handle> handles, std::span<Received> results = {},
                                     Site site = Site::current());
  /// Returns whether the request is done. A request that is done still has to be waited for, which takes no time. The
  /// test costs virtual time, as do test_all, test_any and test_some.
  bool test(const Handle& handle, Site site = Site::current());
  /// Returns whether the requests of all `handles` are done; true if there are none.
  bool test_all(std::span<const Handle> handles, Site site = Site::current());
  /// If a request of `handles` is done, empties its handle and returns the handle's index. Does not block: returns
  /// nothing if no request is done, or if all handles are empty.
  std::optional<std::size_t> test_any(std::span<Handle> handles, Received* result = nullptr,
                                      Site site = Site::current());
  /// Empties the handles of all requests of `handles` that are done, and returns the indices of these handles in
  /// ascending order. Does not block, so the result may be empty.
  std::vector<std::size_t> test_some(std::span<Handle> handles, std::span<Received> results = {},
                                     Site site = Site::current());

  // Collectives: every node calls them in the same order, with the same root and sizes. The machine carries a
  // collective out by itself, or it is built of messages, by whichever algorithm is fastest for the machine and the
  // size (collective_choice.hpp). Combining costs ProcessorRates::flop for each element that a node combines.

  /// Sets the algorithms that carry out this node's later collectives, also those of groups. All nodes must set equal
  /// algorithms. If `settings` is null, each collective uses the fastest algorithm.
  void set_collective_algorithms(std::shared_ptr<const CollectiveSettings> settings) noexcept {
    collective_settings_ = std::move(settings);
    barrier_algorithm_.reset();
    global_sync_algorithm_.reset();
  }

  /// Blocks until all nodes have called barrier(). It takes as long as the machine's own barrier or a barrier by
  /// messages, whichever is faster, and needs no buffer space.
  void barrier(Site site = Site::current());
  /// Makes later operations of this node happen after a barrier of all nodes. Under the virtual clock only the emulated
  /// node waits; its thread continues up to its next call that blocks.
  void barrier_later(Site site = Site::current());
  /// Carries out the machine's own barrier, which papers call its global synchronisation; on a machine that has none,
  /// carries out a barrier by messages.
  void global_sync(Site site = Site::current());
  void global_sync_later(Site site = Site::current());
  /// Copies `data` of `root` to `data` of all nodes.
  void broadcast(NodeId root, std::span<std::byte> data, Site site = Site::current());
  /// Collects `mine` of all nodes on every node; papers call this "concatenate". `all` has node_count() times the size
  /// of `mine`, and block i comes from node i.
  void all_gather(std::span<const std::byte> mine, std::span<std::byte> all, Site site = Site::current());

  /// Combines `value` of all nodes, lower node ids on the left. The result is meaningful on `root` only.
  template <class T, class Op>
  T reduce(NodeId root, T value, Op op, Site site = Site::current()) {
    combine_over_all_nodes(Collective::reduce, root, memory_of_value(value), make_byte_operation<T>(op), site);
    return value;
  }
  /// Combines the vectors of all nodes, element by element. On `root` the result replaces the vector; on other nodes
  /// the vector stays as it is.
  template <class T, class Op>
  void reduce(NodeId root, std::span<T> values, Op op, OperandOrder order = OperandOrder::kept,
              Site site = Site::current()) {
    combine_over_all_nodes(Collective::reduce, root, std::as_writable_bytes(values), make_byte_operation<T>(op, order),
                           site);
  }
  /// Combines `value` of all nodes, with the result on every node. All nodes get the same bits.
  template <class T, class Op>
  T all_reduce(T value, Op op, Site site = Site::current()) {
    combine_over_all_nodes(Collective::all_reduce, NodeId{0}, memory_of_value(value), make_byte_operation<T>(op), site);
    return value;
  }
  /// Combines the vectors of all nodes, element by element; the result replaces the vector on every node. If the
  /// operation commutes, OperandOrder::free permits faster algorithms.
  template <class T, class Op>
  void all_reduce(std::span<T> values, Op op, OperandOrder order = OperandOrder::kept, Site site = Site::current()) {
    combine_over_all_nodes(Collective::all_reduce, NodeId{0}, std::as_writable_bytes(values),
                           make_byte_operation<T>(op, order), site);
  }
  /// Returns on node i the combination of the values of nodes 0 to i.
  template <class T, class Op>
  T scan(T value, Op op, Site site = Site::current()) {
    combine_over_all_nodes(Collective::scan, NodeId{0}, memory_of_value(value), make_byte_operation<T>(op), site);
    return value;
  }

  /// Returns whether a message of this protocol is discarded if it finds no posted receive.
  bool needs_posted_receive(Protocol protocol) const { return machine_.needs_posted_receive(protocol); }

  // Functions for active messages, on machines that have active messages. A node handles packets in the order in which
  // they arrive, which may differ from the order in which they were sent. It handles packets while it polls or waits in
  // a blocking call, and not while it computes.

  /// Runs `handler` on node `peer`, by an active message. The handler must be callable with an ActiveMessage&, and its
  /// captured arguments must fit into the machine's packets. Blocks until the packet has entered the network; while the
  /// network has no room for it, this node handles the packets that arrive.
  template <class Handler>
  void request(NodeId peer, Handler handler, Site site = Site::current()) {
    send_packet(Packet::make_packet_for_handler(handler, id_, peer, site));
  }
  /// Runs the handlers of the active messages that have arrived at this node.
  void poll(Site site = Site::current());
  /// Runs the handlers of active messages as they arrive, until `holds()` is true for the first time. `holds` is
  /// evaluated after each handler, on the thread that runs the handler, and must not block.
  template <class Condition>
  void poll_until(Condition&& holds, Site site = Site::current()) {
    poll_for_condition(std::nullopt, holds, site);
  }
  /// Runs the handlers of active messages as they arrive, until `holds()` is true or the deadline has come; returns
  /// whether `holds()` was true. In a run that keeps no virtual time (ClockKind::off), it returns false at once.
  template <class Condition>
  bool poll_until(VirtualTime deadline, Condition&& holds, Site site = Site::current()) {
    return poll_for_condition(deadline, holds, site);
  }
  /// Sets the object that handlers on this node get by ActiveMessage::state. The object must exist until no packet is
  /// on its way to this node.
  template <class T>
  void expose(T& state, Site site = Site::current()) {
    own_active_message_state("expose", site).expose(&state);
  }
  /// Returns this node's own busy lock, a test-and-set lock. The returned reference is valid until the next call of
  /// this node, and must not be used in a handler.
  BusyLock& busy_lock(Site site = Site::current()) { return own_active_message_state("busy_lock", site).busy_lock(); }
  /// Tries to take the busy lock of node `peer` by a request and its reply, and returns whether this node holds the
  /// lock now. If `interrupts` is set, the request does not wait until `peer` polls, and costs `peer` an interrupt. If
  /// a node tries some thousand times in a row, and neither does anything else nor reads its clock, it is blocked until
  /// the lock is free or something else happens to the node. So endless trying is reported as a deadlock.
  bool try_lock(NodeId peer, bool interrupts = false, Site site = Site::current());
  /// Sends a message that frees the busy lock of node `peer`, which this node holds.
  void unlock(NodeId peer, Site site = Site::current());

  /// Opens a bulk port, which expects as many bytes from bulk transfers as `buffer` has. When all
  /// these bytes have come, the port is closed and `packet_when_complete` runs as a handler, with the node of
  /// the last transfer as its source. The program chooses the number of the port, below
  /// node_count().
  template <class Handler>
  void open_port(BulkPortId port, std::span<std::byte> buffer, Handler packet_when_complete,
                 Site site = Site::current()) {
    open_port_with_packet(port, buffer, Packet::make_packet_for_handler(packet_when_complete, id_, id_, site), site);
  }
  /// Posts a bulk transfer to a port that `to` has opened. The transfer begins when `to` polls. `what` and its pieces
  /// must not change until the transfer has been waited for, which takes until the last byte has left.
  [[nodiscard]] Handle post_copy(NodeId to, const BulkData& what, Site site = Site::current());
  void copy(NodeId to, const BulkData& what, Site site = Site::current()) { wait(post_copy(to, what, site), site); }

  /// Ends the run with a DataError with the text `what` if `holds` is false.
  void expect(bool holds, const char* what, Site site = Site::current());
  /// Marks the present instant of this node with a label in the report of the run. `label` must outlive the run.
  void mark(const char* label, Site site = Site::current());

  /// Returns the number of requests of this node that have not been waited for.
  std::size_t open_request_count() const noexcept { return request_pool_.count_live_requests(); }
  /// Returns whether the run has reached its limit of the host's time. If so, the node's next call ends the run. An
  /// interface that runs a C program as a node program calls this to end code that may never make a call.
  bool has_reached_host_limit() const noexcept { return session_.has_reached_host_limit(); }
  /// Returns the record of the locks of services (such as MPI windows) that nodes of this run hold or ask for; see
  /// runtime/service_locks.hpp.
  ServiceLocks& service_locks() noexcept { return session_.service_locks(); }
  /// Throws the error that ends a run at its limit of the host's time. `what` says in which call or code the node was.
  [[noreturn]] void throw_host_limit_error(std::string what);
  /// Notes, for an error text, in which call this node was when the run reached its limit of the host's time. `what` is
  /// the name that an interface gives to the call.
  void replace_last_call(std::string what);
  /// Notes that this node's program has ended with an exit code other than 0, for reports about nodes that wait for it.
  void note_exit_code(int code);
  /// Called by run() when the program has returned. Throws UsageError if the program has not waited for some requests,
  /// or has waited only by wait_later for requests with data, whose buffers may be gone.
  void finish_program();

 private:
  template <class T>
  static std::span<std::byte> memory_of_value(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return std::as_writable_bytes(std::span<T>(&value, 1));
  }
  friend class Group;
  /// A posted collective of a group that has not been waited for. While a node has such a collective, its calls that
  /// wait or test use the functions of node_progress.cpp.
  struct PostedCollective {
    Request* request;  ///< request to which the handle of the collective refers
    std::shared_ptr<CollectiveUnderWay> collective;
    /// Whether the program cannot notice single messages of the collective, so that a run that looks for defects need
    /// not try different times for their completion. False in all other runs.
    bool are_messages_hidden = false;
    /// Whether the collective has ended during a call that neither waits for it nor tests it.
    bool has_collective_ended_unobserved = false;
  };
  void carry_out_collective(CollectiveUnderWay& collective);
  Handle start_collective(std::shared_ptr<CollectiveUnderWay> collective);
  void start_or_queue_progress_of(PostedCollective& one);
  void stop_progress_of(PostedCollective& one);
  Handle make_manually_completed_handle(Context context, Site site);
  static void complete_manual_handle(const Handle& event) { event.request_->complete = true; }
  [[gnu::cold]] void forget_collective(const Request& request);
  std::size_t wait_any_while_collectives_progress(std::span<Request* const> awaited, WaitSite where);
  [[gnu::cold]] void wait_all_while_collectives_progress(std::span<Request* const> awaited, WaitSite where);
  void wait_some_while_collectives_progress(std::span<Request* const> requests, WaitSite where);
  bool test_collective_completion_by_rounds(Request& collective, WaitSite where);
  bool are_messages_of_collective_hidden(const Request& request) const;
  std::size_t test_with_hidden_collective_messages(std::span<Request* const> requests, RequestTestCondition enough,
                                                   WaitSite where);
  std::size_t test_all_with_collectives(std::span<Request* const> requests, WaitSite where);
  std::size_t test_any_with_collectives(std::span<Request* const> requests, WaitSite where);
  std::size_t progress_and_test(std::span<Request* const> requests, WaitSite where);
  bool wait_for_probe_while_progressing(Request& probe, WaitingCall call);
  bool progress_collectives_now(Site site, const Request* held_back = nullptr);
  std::size_t test_while_collectives_progress(std::span<Request* const> requests, RequestTestCondition enough,
                                              WaitSite where, const Request* tested = nullptr);
  bool probe_while_collectives_progress(Request& probe, WaitingCall call);
  /// Takes part in a collective that the machine itself carries out. Posted collectives of groups
  /// make progress during this call.
  void take_part_in_machine_collective(const CollectiveCall& call, Site site) {
    if (!collectives_under_way_.empty()) [[unlikely]]
      return join_machine_collective_with_progress(call, site);
    session_.take_part_in_collective(id_, call, site);
  }
  void join_machine_collective_with_progress(CollectiveCall call, Site site);
  std::size_t mark_done_requests(std::span<Request* const> requests, Site site);
  /// Returns the requests of the current messages of all posted collectives that make progress; if `of` is given, only
  /// those of the collective with the request `of`.
  std::vector<Request*> requests_under_way(const Request* of = nullptr) const;
  void append_requests_under_way(std::vector<Request*>& to, const Request* of = nullptr) const;
  void continue_collective_of(Request& done);
  [[noreturn]] static void refuse_collective_in_later_wait(const Request& request, const char* call, Site site);
  void check_no_collective_under_way() const;

  template <class Condition>
  bool poll_for_condition(std::optional<VirtualTime> deadline, Condition& holds, Site site) {
    using ConditionWithoutReference = std::remove_reference_t<Condition>;
    return poll_for_condition(
        {[](void* what) { return static_cast<bool>((*static_cast<ConditionWithoutReference*>(what))()); },
         const_cast<std::remove_const_t<ConditionWithoutReference>*>(&holds), deadline},
        site);
  }
  bool poll_for_condition(PollCondition condition, Site site);
  void send_packet(Packet packet);
  void open_port_with_packet(BulkPortId port, std::span<std::byte> buffer, const Packet& packet_when_complete,
                             Site site);
  ActiveMessageState& own_active_message_state(const char* call, Site site);
  void check_machine_has_active_messages(const char* call, Site site) const;
  void check_peer(NodeId peer, const char* call, Site site) const {
    if (index(peer) >= node_count_) refuse_peer(peer, call, site);
  }
  void check_source(NodeId from, const char* call, Site site) const {
    if (from != kAnyNode) check_peer(from, call, site);
  }
  void check_peer_is_other_node(NodeId peer, const char* call, Site site) const {
    if (peer == id_ || index(peer) >= node_count_) refuse_peer(peer, call, site);
  }
  [[noreturn]] void refuse_peer(NodeId peer, const char* call, Site site) const;
  static void refuse_in_handler(const char* call, Site site) {
    if (t_call_site_of_running_handler != nullptr) [[unlikely]]
      refuse_call_in_handler(call, site);
  }
  /// Throws a misuse error if the calling thread runs a handler of an active message. The call that is refused is given
  /// as a WaitingCall or a Collective, whose name is looked up only for the error.
  template <class Call>
  static void refuse_in_handler(Call call, Site site) {
    if (t_call_site_of_running_handler != nullptr) [[unlikely]]
      refuse_call_in_handler(name_of(call), site);
  }
  [[noreturn]] static void refuse_call_in_handler(const char* call, Site site);
  [[noreturn]] static void refuse_stale_handle(const char* call, Site site);
  static Duration cost_if_not_negative(Duration cost, Site site);
  struct RequestArguments {
    Request::Kind kind;
    NodeId peer;
    std::byte* data;
    std::size_t bytes;
    const MessageOptions& options;
    Site site;
    std::uint32_t mask = TagSelector::kMaskOfAllTagBits;
    bool truncates = false;
  };
  Request& fill_in_request(Request& request, const RequestArguments& with) const;
  Request& make_request(const RequestArguments& request);
  /// Checks that the machine has the protocol and the route of a message. Most messages name neither, or the same
  /// protocol as the message before, and need no look-up in the machine.
  void check_protocol_and_route(NodeId peer, const MessageOptions& options, const char* call, Site site) {
    const bool is_known = !is_machine_specific(options.protocol) || options.protocol == last_checked_protocol_;
    if (!is_known || options.route != Route::automatic) [[unlikely]]
      ask_machine_for_protocol_and_route(peer, options, call, site);
  }
  void ask_machine_for_protocol_and_route(NodeId peer, const MessageOptions& options, const char* call, Site site);
  Request& post_send_request(NodeId to, std::span<const std::byte> data, const MessageOptions& options, Site site);
  SendMode count_send_and_choose_send_mode(SendMode mode, const MessageOptions& options);
  Request& send_buffered(NodeId to, std::span<const std::byte> data, MessageOptions options, bool is_asked_for,
                         Site site);
  Request& post_receive_request(NodeId from, std::span<std::byte> data, const ReceiveOptions& options, Site site);
  Request& post_receive_request(TakenMessage& message, std::span<std::byte> data, bool truncates, Site site);
  Request& make_probe(WaitingCall call, NodeId from, const TagSelector& tags, Site site);
  bool look_or_wait_for_message(Request& probe, WaitingCall call);
  TakenMessage take_probed_message(Request& probe);
  Received take_result_and_release(Request& request) {
    if (request.kind == Request::Kind::collective) [[unlikely]]
      forget_collective(request);
    Received result;
    if (request.kind == Request::Kind::receive && !request.cancelled) {
      result = {request.peer, request.bytes, request.tag, request.truncated};
    } else {
      result.cancelled = request.cancelled;
    }
    request_pool_.release(request);
    return result;
  }
  std::span<Request* const> requests_of(std::span<const Handle> handles, const char* call, Site site);
  std::size_t count_done_requests(std::span<Request* const> requests, RequestTestCondition enough, WaitSite where);
  std::vector<std::size_t> take_results_of_done_requests(std::span<Handle> handles, std::span<Received> results,
                                                         const char* call, Site site);
  void check_result_count(std::span<const Handle> handles, std::span<const Received> results, const char* call,
                          Site site);
  /// A request to which no handle refers: one that the program has freed, or a send in buffered mode together with its
  /// copy of the data.
  struct DetachedRequest {
    Request* request;
    std::unique_ptr<std::byte[]> data;    ///< copy of the data; null if the request uses the program's buffer
    std::uint64_t attached_buffer_bytes;  ///< number of bytes that the request occupies in the attached buffer
  };
  void release_done_requests(Site site);
  void release_done_requests_if_many(Site site);
  void release_detached_request(const DetachedRequest& done);
  void make_room_in_send_buffer(std::uint64_t bytes, Site site);
  void wait_for_detached_requests();
  static Request& live_request_of(const Handle& handle, const char* call, Site site) {
    if (handle.empty() || handle.request_->generation != handle.generation_) [[unlikely]]
      refuse_stale_handle(call, site);
    return *handle.request_;
  }
  /// Waits until all `requests` are done. It is always inlined, as are the other functions up to the switch to another
  /// node's fiber: the processor predicts no return after such a switch, so each function on the way back would cost a
  /// misprediction.
  [[gnu::always_inline]] void wait_for(std::span<Request* const> requests, WaitSite where) {
    refuse_in_handler(where.waiting_call, where.site);
    if (!collectives_under_way_.empty()) [[unlikely]]
      return wait_all_while_collectives_progress(requests, where);
    session_.wait_all(id_, requests, where);
    release_waited_requests();
  }
  [[gnu::always_inline]] Received wait_for(Request& request, WaitSite where) {
    Request* const one = &request;
    wait_for({&one, 1}, where);
    return take_result_and_release(request);
  }
  /// Waits for those requests to which no handle refers and that occupy at least `least_in_buffer` bytes of the
  /// attached buffer.
  void wait_for_freed_requests(WaitSite where, std::uint64_t least_in_buffer = 0);
  void order_later_calls_after(Request& request, WaitSite where);
  void order_later_calls_after(std::span<Request* const> requests, WaitSite where);
  /// Gives the requests that were passed to wait_later() back to the pool. It is called after a call that blocked,
  /// because all earlier requests are complete then.
  void release_waited_requests() {
    for (Request* request : requests_waited_for_later_) request_pool_.release(*request);
    requests_waited_for_later_.clear();
  }
  Tag check_call_and_take_collective_tag(Collective kind, NodeId root, Site site);
  void announce_collective_by_messages(const CollectiveCall& call, Site site) {
    if (node_count_ > 1) session_.note_begin_of_collective_by_messages(id_, call, site);
  }
  void send_and_receive_part(NodeId to, std::span<const std::byte> out, NodeId from, std::span<std::byte> in, Tag tag,
                             Site site);
  void combine_over_all_nodes(Collective kind, NodeId root, std::span<std::byte> value, Operation operation, Site site);
  void carry_out_collective_by_messages(GroupCall call, CollectiveAlgorithm algorithm, Tag tag, Site site);
  void run_barrier_or_global_sync(Collective kind, Site site);
  void order_later_calls_after_collective(Collective kind, Site site);
  bool has_machine_collective(Collective kind) const;
  CollectiveAlgorithm algorithm_for_group_call(const GroupCall& call) const;
  CollectiveAlgorithm algorithm_for_synchronisation(Collective kind);
  std::optional<CollectiveAlgorithm> algorithm_setting_for(Collective kind) const noexcept;

  NodeId id_;
  std::uint32_t node_count_;
  std::uint32_t posted_send_count_ = 0;
  std::uint32_t collective_count_ = 0;
  const MachineModel& machine_;
  /// A protocol that the machine is known to have, so that it need not be looked up for each message.
  Protocol last_checked_protocol_ = Protocol::automatic;
  NodeSession session_;
  GroupsAndExchangePlansOfRun& group_ledgers_;
  /// The posted collectives that the program has not waited for. This member stands among others that each waiting call
  /// reads.
  std::list<PostedCollective> collectives_under_way_;
  ProcessorRates processor_rates_;
  StandardSendRule standard_sends_;
  std::uint32_t identified_send_count_ =
      0;  ///< number of sends of this node so far that StandardSendRule::SendIdentity counts
  std::shared_ptr<const CollectiveSettings> collective_settings_;
  /// The algorithm for barriers of all nodes; chosen at the first barrier.
  std::optional<CollectiveAlgorithm> barrier_algorithm_;
  /// The algorithm for global_sync; chosen at the first call of global_sync.
  std::optional<CollectiveAlgorithm> global_sync_algorithm_;
  DefectLog* defect_log_;
  Rng random_generator_;
  RequestPool request_pool_;
  /// The posted collectives that make progress whenever the node waits.
  std::vector<PostedCollective*> progressing_collectives_;
  /// The posted collectives that wait until earlier ones of their group are complete before they make progress, in the
  /// order in which they were posted.
  std::list<PostedCollective*> queued_collectives_;
  /// The requests of the current waiting call. They are a member only so that its memory is used again.
  std::vector<Request*> waited_requests_;
  /// The requests of the current wait, and those of the posted collectives that make progress during this wait.
  std::vector<Request*> requests_in_wait_with_collectives_;
  /// The requests that were passed to wait_later() and have not been given back to the pool.
  std::vector<Request*> requests_waited_for_later_;

  static constexpr std::size_t kInitialDetachedLimit = 64;
  std::vector<DetachedRequest> detached_requests_;
  /// The requests without a handle that the node waits for at present. Meanwhile they are not in detached_requests_.
  std::vector<DetachedRequest> awaited_detached_requests_;
  /// The number of requests without a handle at which the node gives those that are done back to the pool.
  std::size_t detached_count_that_triggers_release_ = kInitialDetachedLimit;
  /// The size in bytes of the attached buffer (for sends in buffered mode); empty if there is none.
  std::optional<std::uint64_t> attached_buffer_bytes_;
  /// The number of bytes that each message occupies in the attached buffer beside its data.
  std::uint64_t buffer_overhead_per_message_ = 0;
  /// The number of bytes of the attached buffer (for sends in buffered mode) that are in use.
  std::uint64_t attached_buffer_bytes_in_use_ = 0;
};

/// A node program, of which every node runs a copy.
using NodeProgram = std::function<void(Node&)>;

}  // namespace switchyard
