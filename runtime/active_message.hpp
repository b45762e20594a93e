#pragma once
/// \file active_message.hpp
/// Active messages: a packet names a handler, which runs on the node where the packet arrives when that node polls. The
/// packet carries the handler's captured arguments. A handler can use the state that the node's program exposes, the
/// node's busy lock, and bulk ports, which count the bytes of bulk transfers.
///
/// Source: [A] T. von Eicken, D. E. Culler, S. C. Goldstein, K. E. Schauser, "Active Messages" (1992); [R] S. Ranka,
/// R. V. Shankar, K. A. Alsabti, "Many-to-many personalized communication with bounded traffic" (1995), sec. 3 and 5.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/error.hpp"
#include "runtime/units.hpp"

namespace switchyard {

class ActiveMessage;
struct Request;

/// The largest number of bytes that the handler of an active message may capture. A machine may allow fewer: see
/// MachineModel::packet_argument_limit.
inline constexpr std::size_t kMostPacketArgumentBytes = 16;

/// One active message on its way to its destination: plain data, which may be copied.
struct Packet {
  using Run = void (*)(ActiveMessage&, std::byte* arguments);

  /// The function that calls the handler. Null in packets that the machine's network (its Fabric) sends for purposes of
  /// its own; see Fabric::on_own_packet_handled.
  Run run = nullptr;
  NodeId source{};
  NodeId destination{};
  std::uint32_t network_private_number =
      0;                            ///< number that the machine's network (its Fabric) may use for purposes of its own
  std::uint8_t argument_bytes = 0;  ///< number of bytes that the handler has captured
  /// Whether the packet interrupts the program of its destination, at a cost, instead of waiting until the destination
  /// polls.
  bool must_interrupt_destination_node = false;
  /// Whether the packet is the request or the reply of a Node::try_lock. Such packets do not count as progress of the
  /// run, so that endless attempts to take a lock are found to be a deadlock.
  bool tries_lock = false;
  CallSite site;  ///< place in the program where the packet was sent
  alignas(8) std::array<std::byte, kMostPacketArgumentBytes> arguments{};

  /// Returns a packet that runs `handler` at node `to`. The handler must be callable with an ActiveMessage&.
  template <class Handler>
  static Packet make_packet_for_handler(Handler handler, NodeId from, NodeId to, CallSite site) {
    static_assert(std::is_invocable_v<Handler&, ActiveMessage&>, "a handler is called with an ActiveMessage&");
    static_assert(sizeof(Handler) <= kMostPacketArgumentBytes && alignof(Handler) <= 8,
                  "a packet has room for 16 bytes of captured arguments");
    static_assert(std::is_trivially_copyable_v<Handler>, "captured arguments travel as plain bytes");
    Packet packet;
    packet.run = [](ActiveMessage& message, std::byte* captured) {
      std::remove_const_t<Handler>& arrived = *std::launder(reinterpret_cast<Handler*>(captured));
      arrived(message);
    };
    packet.argument_bytes = std::is_empty_v<Handler> ? 0 : sizeof(Handler);
    packet.source = from;
    packet.destination = to;
    packet.site = site;
    if constexpr (!std::is_empty_v<Handler>) std::memcpy(packet.arguments.data(), &handler, sizeof(handler));
    return packet;
  }
};

/// The error that is thrown if a node frees a busy lock which it does not hold.
class ForeignUnlock : public UsageError {
 public:
  ForeignUnlock(NodeId by, const std::string& what) : UsageError(what), unlocking_node_(by) {}
  NodeId by() const noexcept { return unlocking_node_; }

 private:
  NodeId unlocking_node_;
};

/// A node's test-and-set lock. Any thread may use it. A lock that is still held when a run ends is an error of the run.
class BusyLock {
 public:
  /// Takes the lock for node `by`. Returns false if some node holds it already.
  bool try_lock(NodeId by) noexcept {
    std::uint32_t expected = kFree;
    return holder_.compare_exchange_strong(expected, index(by));
  }
  /// Frees the lock. Throws ForeignUnlock unless node `by` holds it.
  void unlock(NodeId by);
  /// Sets a function that is called whenever the busy lock of any node has been freed. Call this
  /// before the run.
  void call_when_freed(std::function<void()> told) { call_when_unlocked_ = std::move(told); }
  std::optional<NodeId> holder() const noexcept {
    const std::uint32_t holder = holder_.load();
    return holder == kFree ? std::nullopt : std::optional(NodeId{holder});
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  std::atomic<std::uint32_t> holder_{kFree};
  std::function<void()> call_when_unlocked_;
};

// A node that tries again and again to take a busy lock seems to work, although it only waits. So after
// kTriesBeforeSleep vain tries in a row the node sleeps until the lock is free or a message arrives for the node. If
// nothing else happens in the whole run, the node may try again kMostIdleWakeUps times, because its program may give up
// after some number of tries.
inline constexpr std::uint32_t kTriesBeforeSleep = 64;
inline constexpr std::uint32_t kMostIdleWakeUps = 40;

/// The number of a bulk port: the receiving end of bulk transfers to one node.
enum class BulkPortId : std::uint32_t {};
constexpr std::uint32_t index(BulkPortId id) noexcept { return static_cast<std::uint32_t>(id); }

/// The data of one bulk transfer: its pieces are copied, one after another, to `offset` in the
/// buffer of the bulk port `port`.
struct BulkData {
  BulkPortId port{};
  std::uint64_t offset = 0;
  std::vector<std::span<const std::byte>> pieces;

  std::uint64_t bytes() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& piece : pieces) sum += piece.size();
    return sum;
  }
};

/// A bulk port that still waits for bytes.
struct OpenBulkPort {
  BulkPortId id{};
  std::uint64_t missing_bytes = 0;
  std::uint64_t bytes = 0;  ///< size in bytes of the port's buffer
};

/// Everything on one node that handlers of active messages can use: its busy lock, its bulk ports, and the state that
/// its program has exposed to handlers.
class ActiveMessageState {
 public:
  explicit ActiveMessageState(NodeId node, std::uint32_t ports) : node_(node), bulk_port_count_(ports) {}
  ~ActiveMessageState();
  ActiveMessageState(const ActiveMessageState&) = delete;
  ActiveMessageState& operator=(const ActiveMessageState&) = delete;

  BusyLock& busy_lock() noexcept { return busy_lock_; }

  /// Makes `state` available to handlers. The node's own thread calls this, and only while no handler runs.
  template <class T>
  void expose(T* state) noexcept {
    state_for_handlers_ = state;
    type_of_state_for_handlers_ = &typeid(T);
  }
  /// Returns the state that the node's program has exposed to handlers. Throws UsageError if there is none of type T.
  template <class T>
  T& state() const {
    if (state_for_handlers_ == nullptr || *type_of_state_for_handlers_ != typeid(T)) refuse_access_to_state();
    return *static_cast<T*>(state_for_handlers_);
  }

  /// Opens a bulk port, which waits for as many bytes as `buffer` has. `packet_when_complete` is the active
  /// message that the node handles when all these bytes have come. Only the node's own thread may
  /// call this. Throws UsageError if no port has this number, if the port is open already, or if
  /// `buffer` is empty.
  void open_port(BulkPortId id, std::span<std::byte> buffer, const Packet& packet_when_complete);
  /// Copies the data of a bulk transfer into the port's buffer, and counts its bytes; any thread
  /// may call this. Once the port has all its bytes, it is closed, and its `packet_when_complete` packet is
  /// returned, which the node has to handle. Throws UsageError if the port is not open or the data
  /// does not fit.
  std::optional<Packet> add_bulk_data(const BulkData& gather, NodeId source);
  /// Returns the node's bulk ports that still wait for bytes. Call this when no node runs any
  /// more.
  std::vector<OpenBulkPort> ports_still_open() const;
  /// Checks at the end of a run that the node's busy lock is free and that all its bulk ports have received their
  /// bytes. Throws DataError if not.
  void check_nothing_left_open() const;

 private:
  struct BulkPort {
    /// Whether the port waits for bytes. While it does, any thread may change the number of missing bytes, and nothing
    /// else changes; otherwise only the node's own thread accesses the port.
    std::atomic<bool> is_open{false};
    std::span<std::byte> buffer;
    std::atomic<std::uint64_t> missing_bytes{0};
    Packet packet_when_complete;
  };
  [[noreturn]] void refuse_access_to_state() const;

  NodeId node_;
  std::uint32_t bulk_port_count_;
  BusyLock busy_lock_;
  void* state_for_handlers_ = nullptr;
  const std::type_info* type_of_state_for_handlers_ = nullptr;
  std::atomic<BulkPort*> bulk_ports_{
      nullptr};  ///< array of the node's bulk ports; null until the first call of open_port()
};

/// An active message, as its handler sees it: the handler's argument. A handler must not block, so it is not given the
/// Node, whose calls may block.
class ActiveMessage {
 public:
  ActiveMessage(const Packet& packet, ActiveMessageState& reception, VirtualTime now)
      : handled_packet_(packet), active_message_state_(reception), handling_time_(now) {}

  NodeId node() const noexcept { return handled_packet_.destination; }
  NodeId source() const noexcept { return handled_packet_.source; }
  VirtualTime now() const noexcept { return handling_time_; }
  BusyLock& busy_lock() const noexcept { return active_message_state_.busy_lock(); }
  /// Returns the state that the node's program has exposed to handlers. Throws UsageError if the program has exposed
  /// nothing, or another type.
  template <class T>
  T& state() const {
    return active_message_state_.state<T>();
  }
  /// Replies to the active message: runs `handler` at the node that sent the message. The reply is sent when the
  /// handler that calls this function returns. Call this at most once for each message.
  template <class Handler>
  void reply(Handler handler, CallSite site = CallSite::current()) {
    set_reply(Packet::make_packet_for_handler(handler, handled_packet_.destination, handled_packet_.source, site));
  }

  /// Returns the packet of the reply that the message's handler has made, or nothing if it has made none. The code that
  /// has run the handler sends the packet.
  const std::optional<Packet>& reply_packet() const noexcept { return reply_packet_; }

 private:
  void set_reply(const Packet& reply);

  const Packet& handled_packet_;
  ActiveMessageState& active_message_state_;
  VirtualTime handling_time_;
  std::optional<Packet> reply_packet_;
};

/// The condition until which a node polls. The function `holds` evaluates it, and must not block.
struct PollCondition {
  bool (*holds)(void* what) = nullptr;
  void* what = nullptr;
  std::optional<VirtualTime> deadline = std::nullopt;
  /// Requests that end the poll early: once one of them is complete, the node has to attend to it first.
  std::span<Request* const> interrupting_requests = {};
  /// The node whose busy lock is wanted, if the poll waits for the answer to a Node::try_lock; otherwise empty.
  std::optional<NodeId> owner_of_requested_busy_lock = std::nullopt;
};

/// Runs the handler of an active message on this thread. If the handler throws an exception, throws an Error instead
/// that names the node and the call site.
void run_handler(Packet& packet, ActiveMessage& message);
/// Evaluates a poll condition. While the condition runs, calls of Node throw, as they do in the handler of an active
/// message. An exception of the condition is passed on.
bool condition_holds(const PollCondition& condition, const CallSite& site);
/// Returns the error for a poll condition of `node` that has thrown an exception with the text `what`.
NodeError polling_error(NodeId node, const CallSite& site, const char* what);
/// Returns the error for a node whose program has returned before the node has handled `count` active messages, of
/// which `first` was the first to arrive.
DataError never_handled_error(const Packet& first, std::size_t count);
/// The call site of the active message's handler, or of the poll condition, that this thread runs at the moment; null
/// while it runs neither.
inline constinit thread_local const CallSite* t_call_site_of_running_handler = nullptr;

}  // namespace switchyard
