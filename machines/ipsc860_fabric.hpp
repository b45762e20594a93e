#pragma once
/// \file ipsc860_fabric.hpp
/// The running network of an iPSC/860: ports, protocols and system buffers over the circuit-switched hypercube.
///
/// A message's way, FORCED or short:  software on the sender -> transmit queue -> links -> receive port -> half-duplex
/// test -> data phase -> receiver's software. UNFORCED above 100 bytes: a reserve circuit there and an acknowledge
/// circuit back come first, each without a data phase.

#include <array>
#include <boost/container/deque.hpp>
#include <limits>
#include <list>
#include <memory>
#include <vector>

#include "machines/ipsc860.hpp"
#include "machines/networks/circuit_network.hpp"
#include "machines/posted_receives.hpp"
#include "machines/topology/hypercube.hpp"
#include "runtime/engine.hpp"
#include "runtime/fabric.hpp"

namespace switchyard {

class Ipsc860Fabric final : public Fabric {
 public:
  Ipsc860Fabric(Engine& engine, const Hypercube& cube, const machines::Ipsc860Options& options);

  Duration send_overhead(const Request& send) override;
  void post_send(Request& send) override;
  void post_receive(Request& receive) override;
  void begin_collective(Collective kind, std::uint64_t bytes) override;
  bool concerns(const Event& event, LinkId link) const override;
  bool tells_what_it_touches() const override { return true; }
  void look_ahead(NodeId next, NodeId after) const override;
  void on_event(const Event& event) override;
  void blockers(const Request& request, std::vector<Blocker>& out) const override;
  std::vector<LeftOver> left_over() const override;
  FabricStatistics statistics() const override;
  void show_open(Observer& /*observer*/) const override { network_.show_open(); }

 private:
  enum EventKind : std::uint32_t {
    kHop = Engine::kFirstFabricKind,  ///< the head of circuit `item` has crossed a link
    kDataEnd,                         ///< the last byte of circuit `item` is in
    kAcknowledge,                     ///< the node has prepared the acknowledge for transmission `item`
    kDataReady,                       ///< the node has prepared the data circuit of its acknowledged transmission
  };

  /// A message that has come, or has a place reserved, before its receive was posted.
  struct Arrival {
    NodeId source{};
    Tag tag{};
    std::uint64_t bytes = 0;
    std::unique_ptr<std::byte[]> payload;
    Request* receive = nullptr;  ///< posted while the data was still on its way
    bool arrived = false;
    bool reserved = false;  ///< holds `bytes` of the system buffer
    std::source_location site;
  };

  enum class CircuitKind : std::uint8_t { none, data, reserve, acknowledge };
  enum class Wait : std::uint8_t { none, receive_port, half_duplex, buffer };

  /// Streams of random delays, each seeded per (run, node, operation).
  enum Stream : std::uint64_t { kDrift = 1, kReserveLeg, kAcknowledgeLeg, kSkew, kStreams };

  static constexpr NodeId kNobody{std::numeric_limits<std::uint32_t>::max()};

  /// A message from the moment it is posted until its last byte has left. Says itself what its way needs: the message
  /// may be far from any cache when its turn comes.
  struct Transmission {
    std::uint32_t id = 0;
    NodeId destination{};
    CircuitKind next_circuit = CircuitKind::none;  ///< what it stands in a queue for
    bool reserves = false;                         ///< room at the destination before its data leaves
    bool has_data = false;                         ///< there is a data phase
    bool needs_place = false;    ///< before which there must be a receive for it or room in the system buffer
    Request* message = nullptr;  ///< null while it is free
    VirtualTime queued_since{};
    Duration data_time{};          ///< how long the data phase takes
    Request* receive = nullptr;    ///< the posted receive that it is bound to
    Arrival* arrival = nullptr;    ///< or its place at the destination
    Transmission* next = nullptr;  ///< in the one queue that it stands in, or among the free ones
  };

  /// A FIFO, linked through Transmission::next.
  struct TransmissionQueue {
    Transmission* first = nullptr;
    Transmission* last = nullptr;
    bool empty() const noexcept { return first == nullptr; }
    void push(Transmission& transmission) noexcept;
    Transmission& pop() noexcept;
    /// Takes out the first one that `may`; null if none does.
    template <class May>
    Transmission* pop_first(May may) {
      Transmission* before = nullptr;
      for (Transmission* t = first; t != nullptr; before = t, t = t->next) {
        if (!may(*t)) continue;
        (before == nullptr ? first : before->next) = t->next;
        if (last == t) last = before;
        t->next = nullptr;
        return t;
      }
      return nullptr;
    }
  };

  /// The circuit on its way out of a node.
  struct Circuit {
    CircuitKind kind = CircuitKind::none;
    Wait wait = Wait::none;
    bool paired = false;                   ///< its two nodes have just exchanged zero-byte messages
    Transmission* transmission = nullptr;  ///< what it carries, or, for a control packet, what it is about
    VirtualTime since{};                   ///< start of the current wait
    NodeId next_waiting = kNobody;         ///< behind it in the FIFO of a receive port
  };

  struct DataPhase {
    NodeId peer{};
    VirtualTime began = VirtualTime::max();  ///< never, if there is none
  };

  /// What most messages need comes first.
  struct alignas(kCacheLine) Port {
    TransmissionQueue acknowledgements;  ///< messages of other nodes to acknowledge: first in the transmit queue
    TransmissionQueue queue;             ///< the node's own circuits
    Circuit out;
    NodeId receiving_from{};
    bool receive_busy = false;       ///< a circuit has reached this node and holds its receive port
    NodeId first_waiting = kNobody;  ///< FIFO of circuits that hold their path up to here
    NodeId last_waiting = kNobody;   ///< of that FIFO, if it is not empty
    DataPhase data_out;
    DataPhase data_in;
    std::optional<NodeId> paired_with;  ///< the next data message to this node may overlap with its answer
    PostedReceives posted;
    std::vector<NodeId> reserving;  ///< where messages go that have asked for room, and whose data has not left
    std::vector<NodeId> zero_from;  ///< zero-byte messages from these have not been answered
    std::list<Arrival> arrivals;
    std::vector<Transmission*> pending_reserves;  ///< to this node; they wait for room in its system buffer
    std::uint64_t buffer_used = 0;
  };

  Port& port(NodeId node) noexcept {
    engine_.touch(node);
    return ports_[index(node)];
  }
  const Port& port(NodeId node) const noexcept {
    engine_.touch(node);
    return ports_[index(node)];
  }
  bool needs_reservation(const Request& send) const noexcept;
  std::uint64_t draw(std::uint64_t stream, NodeId node, std::uint64_t operation) const noexcept;
  Duration jitter(const Request& message, Stream leg) const;
  Duration receive_overhead(std::uint64_t bytes) const noexcept;

  void pump(NodeId node);
  Transmission& new_transmission(Request& message);
  void enqueue(TransmissionQueue& queue, Transmission& transmission, CircuitKind kind);
  bool may_go(const Port& p, const Transmission& t) const;
  void launch(NodeId node, Transmission& transmission);
  void reached(NodeId source);
  void enter_receive_port(NodeId source, NodeId destination);
  void begin_data(NodeId source, NodeId destination);
  bool find_room(NodeId source, NodeId destination);
  bool half_duplex_blocks(NodeId source, NodeId destination);
  bool clashes(const DataPhase& other, bool pair, NodeId partner) const;
  void start_data_phase(NodeId source, NodeId destination);
  void prefetch_for_arrival(NodeId source, NodeId destination, const Transmission& arriving) const;
  void end_circuit(NodeId source);
  void data_arrived(Transmission& transmission);
  void zero_bytes_arrived(NodeId source, NodeId destination);
  void reserve_arrived(Transmission& transmission);
  void grant_reservation(Transmission& transmission);
  void acknowledge_arrived(Transmission& transmission);
  void recheck_half_duplex(NodeId source, NodeId destination);
  void room_freed(NodeId node);

  bool has_room(const Port& p, std::uint64_t bytes) const noexcept;
  Arrival& add_arrival(NodeId destination, const Request& message, bool reserve);
  void hand_over(Request& receive, const Request& message);
  void copy_out(Request& receive, Arrival& arrival, NodeId node);
  void retry_short_message(NodeId node);
  void store(Arrival& arrival, const Request& message);
  void remove_arrival(NodeId node, Arrival* arrival);

  void end_wait(Circuit& c);
  void begin_wait(NodeId source, Wait wait, NodeId holder);
  void show_launch(NodeId node, NodeId to, const Transmission& transmission) const;
  void show(NodeId source, TransferState state, std::optional<NodeId> holder = {}) const {
    if (Observer* observer = engine_.observer()) [[unlikely]]
      observer->transfer_is(engine_.now(), index(source), state, holder);
  }
  void describe_transmission(const Transmission& transmission, std::vector<Blocker>& out) const;
  void describe_circuit(NodeId source, std::vector<Blocker>& out) const;

  Engine& engine_;
  const Hypercube& cube_;
  machines::Ipsc860Options options_;
  CircuitNetwork<Hypercube> network_;
  std::vector<Port> ports_;
  using InBlocks = boost::container::deque_options<boost::container::block_size<128U>>::type;
  boost::container::deque<Transmission, void, InBlocks> transmissions_;  ///< addresses stay valid; ids are positions
  Transmission* free_ = nullptr;
  std::list<Arrival> spare_arrivals_;
  std::array<std::uint64_t, kStreams> stream_seeds_{};
  std::uint64_t barriers_ = 0;
  FabricStatistics statistics_;
};

}  // namespace switchyard
