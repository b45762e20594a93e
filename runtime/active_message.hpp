#pragma once
/// \file active_message.hpp
/// Active messages: a packet names a handler that runs on the node where it arrives, when that node polls; it carries
/// the handler's captured arguments. And what handlers find there: state that the program exposes, the node's busy
/// lock, and ports that count the bytes of bulk transfers.
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

class Arrival;
struct Request;

/// Room for a handler's captured arguments; a machine may have less (MachineModel::packet_arguments).
inline constexpr std::size_t kMostPacketArguments = 16;

/// One active message on its way. A value.
struct Packet {
  using Run = void (*)(Arrival&, std::byte* arguments);

  Run run = nullptr;  ///< null: the fabric's own; see Fabric::on_packet
  NodeId source{};
  NodeId destination{};
  std::uint32_t item = 0;           ///< the fabric's own
  std::uint8_t argument_bytes = 0;  ///< captured by the handler
  bool interrupts = false;          ///< does not wait until the destination polls, and costs it an interrupt
  bool tries_lock = false;          ///< of Node::try_lock, or its answer: handling it is no progress
  CallSite site;                    ///< where it was sent
  alignas(8) std::array<std::byte, kMostPacketArguments> arguments{};

  /// A packet that runs `handler`, a callable of Arrival&, at `to`.
  template <class Handler>
  static Packet running(Handler handler, NodeId from, NodeId to, CallSite site) {
    static_assert(std::is_invocable_v<Handler&, Arrival&>, "a handler is called with an Arrival&");
    static_assert(sizeof(Handler) <= kMostPacketArguments && alignof(Handler) <= 8,
                  "a packet has room for 16 bytes of captured arguments");
    static_assert(std::is_trivially_copyable_v<Handler>, "captured arguments travel as plain bytes");
    Packet packet;
    packet.run = [](Arrival& arrival, std::byte* captured) {
      std::remove_const_t<Handler>& arrived = *std::launder(reinterpret_cast<Handler*>(captured));
      arrived(arrival);
    };
    packet.argument_bytes = std::is_empty_v<Handler> ? 0 : sizeof(Handler);
    packet.source = from;
    packet.destination = to;
    packet.site = site;
    if constexpr (!std::is_empty_v<Handler>) std::memcpy(packet.arguments.data(), &handler, sizeof(handler));
    return packet;
  }
};

/// A node frees a busy lock that it does not hold.
class ForeignUnlock : public UsageError {
 public:
  ForeignUnlock(NodeId by, const std::string& what) : UsageError(what), by_(by) {}
  NodeId by() const noexcept { return by_; }

 private:
  NodeId by_;
};

/// A node's test-and-set lock. Any thread. A lock that is held when a run ends is an error of the run.
class BusyLock {
 public:
  /// False if it is held already.
  bool try_lock(NodeId by) noexcept {
    std::uint32_t expected = kFree;
    return holder_.compare_exchange_strong(expected, index(by));
  }
  /// Throws ForeignUnlock unless `by` holds it.
  void unlock(NodeId by);
  /// `told` is called whenever the lock has been freed, by whoever has freed it. Before the run.
  void when_freed(std::function<void()> told) { told_ = std::move(told); }
  std::optional<NodeId> holder() const noexcept {
    const std::uint32_t holder = holder_.load();
    return holder == kFree ? std::nullopt : std::optional(NodeId{holder});
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  std::atomic<std::uint32_t> holder_{kFree};
  std::function<void()> told_;
};

// A node that tries a busy lock again and again, and does nothing else, does not look like one that waits. So after
// some tries it sleeps until the lock is free or something comes for it; and once nothing else goes on in the whole
// run, it is let on for so many tries again, as it may give up after some number of them, but not for ever.
inline constexpr std::uint32_t kTriesBeforeSleep = 64;
inline constexpr std::uint32_t kIdleTryRounds = 40;

/// The receiving end of bulk transfers to one node.
enum class PortId : std::uint32_t {};
constexpr std::uint32_t index(PortId id) noexcept { return static_cast<std::uint32_t>(id); }

/// What one bulk transfer moves: the pieces, one after another, to `offset` in the buffer of `port`.
struct Gather {
  PortId port{};
  std::uint64_t offset = 0;
  std::vector<std::span<const std::byte>> pieces;

  std::uint64_t bytes() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& piece : pieces) sum += piece.size();
    return sum;
  }
};

/// A port that still waits for bytes.
struct OpenPort {
  PortId id{};
  std::uint64_t missing = 0;
  std::uint64_t bytes = 0;  ///< all that it waits for
};

/// What active messages find on a node.
class Reception {
 public:
  explicit Reception(NodeId node, std::uint32_t ports) : node_(node), port_count_(ports) {}
  ~Reception();
  Reception(const Reception&) = delete;
  Reception& operator=(const Reception&) = delete;

  BusyLock& busy_lock() noexcept { return lock_; }

  /// Node's own thread, while no handler runs.
  template <class T>
  void expose(T* state) noexcept {
    state_ = state;
    type_ = &typeid(T);
  }
  /// Throws UsageError if the node exposes nothing of this type.
  template <class T>
  T& state() const {
    if (state_ == nullptr || *type_ != typeid(T)) refuse_state();
    return *static_cast<T*>(state_);
  }

  /// Node's own thread. Throws UsageError if there is no such port, it is open, or `buffer` is empty.
  void open_port(PortId id, std::span<std::byte> buffer, const Packet& at_zero);
  /// Any thread: copies, and counts. The packet to handle at the node once the count is zero; the port is closed then.
  /// Throws UsageError if the port is not open, or the transfer does not fit.
  std::optional<Packet> put(const Gather& gather, NodeId source);
  /// The ports that still wait for bytes, when no node runs any more.
  std::vector<OpenPort> open_ports() const;
  /// At the end of a run. Throws DataError if the lock is held, or a port still waits for bytes.
  void check_settled() const;

 private:
  struct Port {
    std::atomic<bool> open{false};  ///< all else belongs to the node while it is false, and changes no more while true
    std::span<std::byte> buffer;
    std::atomic<std::uint64_t> missing{0};
    Packet at_zero;
  };
  [[noreturn]] void refuse_state() const;

  NodeId node_;
  std::uint32_t port_count_;
  BusyLock lock_;
  void* state_ = nullptr;
  const std::type_info* type_ = nullptr;
  std::atomic<Port*> ports_{nullptr};  ///< made at the first open_port
};

/// An active message, as its handler sees it. A handler must not block: it has no Node.
class Arrival {
 public:
  Arrival(const Packet& packet, Reception& reception, VirtualTime now)
      : packet_(packet), reception_(reception), now_(now) {}

  NodeId node() const noexcept { return packet_.destination; }
  NodeId source() const noexcept { return packet_.source; }
  VirtualTime now() const noexcept { return now_; }
  BusyLock& busy_lock() const noexcept { return reception_.busy_lock(); }
  /// What the node's program has exposed. Throws UsageError if that is of another type.
  template <class T>
  T& state() const {
    return reception_.state<T>();
  }
  /// Runs `handler` at the source: one packet, sent when this handler returns. At most once.
  template <class Handler>
  void reply(Handler handler, CallSite site = CallSite::current()) {
    set_reply(Packet::running(handler, packet_.destination, packet_.source, site));
  }

  /// For the clock.
  const std::optional<Packet>& reply_packet() const noexcept { return reply_; }

 private:
  void set_reply(const Packet& reply);

  const Packet& packet_;
  Reception& reception_;
  VirtualTime now_;
  std::optional<Packet> reply_;
};

/// What a node polls for. `holds` must not block.
struct PollCondition {
  bool (*holds)(void* what) = nullptr;
  void* what = nullptr;
  std::optional<VirtualTime> deadline = std::nullopt;
  std::span<Request* const> watched = {};  ///< once one of these is complete, the node has something else to do first
  std::optional<NodeId> answers = std::nullopt;  ///< of a try_lock: whose lock it is
};

/// Runs the packet's handler on this thread. Throws what it throws, as an Error that names node and call site.
void run_handler(Packet& packet, Arrival& arrival);
/// The same guard for a condition. What that throws is passed on.
bool condition_holds(const PollCondition& condition, const CallSite& site);
/// What is wrong where the condition that `node` polls for has thrown `what`.
NodeError polling_error(NodeId node, const CallSite& site, const char* what);
/// What is wrong with a node that has returned before it has handled all active messages to it, `first` and others.
DataError never_handled_error(const Packet& first, std::size_t count);
/// The call site of the handler or condition that this thread is in; null outside.
inline constinit thread_local const CallSite* t_handler_under_way = nullptr;

}  // namespace switchyard
