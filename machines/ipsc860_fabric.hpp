#pragma once
/// \file ipsc860_fabric.hpp
/// The running network of an iPSC/860: protocols and half duplex over the circuit-switched hypercube.
///
/// The stages of a FORCED or short message: software on the sender -> transmit queue -> links ->
/// receive port -> half-duplex test -> data phase -> software on the receiver. For an UNFORCED
/// message above 100 bytes, a reserve circuit to the receiver and an acknowledge circuit back come
/// first, each without a data phase.

#include <array>
#include <optional>
#include <vector>

#include "machines/endpoint/endpoint.hpp"
#include "machines/ipsc860.hpp"
#include "machines/networks/circuit_network.hpp"
#include "machines/topology/hypercube.hpp"
#include "runtime/emulation.hpp"

namespace switchyard {

class Ipsc860Fabric final : public EndpointFabric {
 public:
  Ipsc860Fabric(Emulation& emulation, const Hypercube& cube, const machines::Ipsc860Options& options);

  Duration send_overhead(const Request& send) override;
  void post_send(Request& send) override;
  void begin_collective(Collective kind, std::uint64_t bytes) override;
  bool event_uses_link(const Event& event, LinkId link) const override;
  bool reports_touched_state() const override { return true; }
  void prefetch_for_next_events(const Event& next_event, const Event& event_after) const override;
  void on_event(const Event& event) override;
  void append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const override;
  std::vector<LeftOverMessage> left_over_messages() const override;
  FabricStatistics statistics() const override;
  void show_open_transfers(Observer& /*observer*/) const override { circuit_network_.show_open_transfers(); }

 private:
  enum EventKind : std::uint32_t {
    /// the head of circuit `subject_number` has crossed a link of its path
    kHeadCrossedLink = Emulation::kFirstFabricEventKind,
    kLastByteArrived,  ///< the last byte of circuit `subject_number` has arrived
    /// the event's node has prepared the circuit that acknowledges the reservation of transmission `subject_number`
    kAcknowledgeCircuitPrepared,
    /// the event's node has prepared the data circuit of transmission `subject_number`, whose reservation was
    /// acknowledged
    kDataCircuitPrepared,
  };

  enum class CircuitKind : std::uint8_t { none, data, reserve, acknowledge };

  /// Separate streams of random numbers for the random delays. Each random number depends on the
  /// seed of the run, the stream, the node and the number of the operation.
  enum RandomStream : std::uint64_t {
    kSendDelayRandomStream = 1,
    kReserveCircuitJitterRandomStream,
    kAcknowledgeCircuitJitterRandomStream,
    kBarrierSkewRandomStream,
    kStreamCount
  };

  /// A message under way. It has copies of the message's properties that decide how it proceeds, because the Request
  /// object itself is often in no cache when they are needed.
  struct Transmission : Transfer {
    NodeId destination{};
    /// the kind of circuit that the message needs next, while it stands in a queue
    CircuitKind next_circuit = CircuitKind::none;
    /// whether the message reserves room in the destination's system buffer before its data leaves
    bool reserves_room = false;
    /// whether later messages to the destination wait until the data of this message, which has asked for room, has
    /// left
    bool holds_up_later_messages = false;
    bool has_data = false;  ///< whether the message has a data phase
    /// whether the data phase can begin only with a posted receive or room in the system buffer
    bool needs_receive_or_buffer_space = false;
    Duration data_transfer_duration{};  ///< time that the data of the message takes
  };
  using Queue = TransferQueue<Transmission>;

  /// The circuit that starts at a node. A node has at most one outgoing circuit at a time.
  struct Circuit {
    CircuitKind kind = CircuitKind::none;
    /// whether the two nodes have synchronised by zero-byte messages, so that their data may overlap in both directions
    bool is_synchronised_exchange = false;
    /// the message that the circuit carries; for a reserve or acknowledge circuit, the message that it is about
    Transmission* transmission = nullptr;
  };

  struct DataPhase {
    NodeId peer{};
    VirtualTime begin_time = VirtualTime::max();  ///< when the data phase began; VirtualTime::max() if there is none
  };

  /// The state of a node that only the iPSC/860 needs, in addition to Endpoint. The fields that most messages need come
  /// first.
  struct alignas(kCacheLine) Ipsc860Endpoint {
    /// acknowledgements for messages of other nodes, which go before the node's own circuits
    Queue acknowledgement_queue;
    Queue circuit_queue;  ///< the node's own messages that wait for a circuit
    Circuit outgoing_circuit;
    DataPhase outgoing_data;
    DataPhase incoming_data;
    /// the node with which this node has exchanged zero-byte messages; the next data between the two nodes may overlap
    /// in both directions
    std::optional<NodeId> synchronised_partner;
    /// destinations of this node's messages that have asked for room and whose data has not left yet
    std::vector<NodeId> destinations_with_pending_reservation;
    /// nodes from which this node has received a zero-byte message and not sent one back yet
    std::vector<NodeId> sources_of_unanswered_empty_messages;
  };

  Ipsc860Endpoint& ipsc860_endpoint(NodeId node) noexcept {
    emulation_.note_touched_by_event(node);
    return ipsc860_endpoints_[index(node)];
  }
  const Ipsc860Endpoint& ipsc860_endpoint(NodeId node) const noexcept {
    emulation_.note_touched_by_event(node);
    return ipsc860_endpoints_[index(node)];
  }
  bool needs_reservation(const Request& send) const noexcept;
  std::uint64_t random_bits(std::uint64_t stream, NodeId node, std::uint64_t operation) const noexcept;
  Duration random_circuit_preparation_jitter(const Request& message, RandomStream leg) const;
  Duration receive_overhead(std::uint64_t bytes) const noexcept;

  void start_next_outgoing_message(NodeId node);
  void start_next_circuit(NodeId node, Ipsc860Endpoint& p);
  Transmission& new_transmission(Request& message);
  void enqueue(Queue& queue, Transmission& transmission, CircuitKind kind);
  bool can_message_leave_node_now(const Ipsc860Endpoint& p, const Transmission& t) const;
  void start_circuit(NodeId node, Transmission& transmission);
  static TransferKind transfer_kind_of_next_circuit(const Transmission& transmission) noexcept;
  void handle_head_arrival(NodeId source);
  void start_data_or_end_circuit(NodeId source, NodeId destination);
  bool has_receive_or_buffer_space(Transmission& transmission);
  void end_data_circuit_as_reserve_circuit(NodeId source);
  static void let_later_messages_leave(Ipsc860Endpoint& p, Transmission& transmission);
  void start_data_or_wait(NodeId source, NodeId destination);
  void retry_finding_receive_or_buffer_space(NodeId source, NodeId destination) override {
    start_data_or_wait(source, destination);
  }
  bool is_blocked_by_half_duplex(NodeId source, NodeId destination);
  bool conflicts_with_data_phase(const DataPhase& other, bool pair, NodeId partner) const;
  void start_data_phase(NodeId source, NodeId destination);
  void prefetch_for_arrival(NodeId source, NodeId destination, const Transmission& arriving) const;
  void end_circuit(NodeId source);
  void handle_data_arrival(Transmission& transmission);
  void handle_zero_byte_arrival(NodeId source, NodeId destination);
  void handle_reserve_arrival(Transmission& transmission);
  void handle_granted_room(Transfer& transfer) override;
  bool withdraw_send(Request& send) override;
  void handle_acknowledge_arrival(Transmission& transmission);
  bool waits_for_opposite_data(NodeId source) const noexcept {
    return wait_state_of(source) == TransferState::waits_for_direction;
  }
  void retry_half_duplex_data(NodeId source, NodeId destination);
  void append_blockers_of_transmission(const Transmission& transmission, std::vector<BlockingResource>& out) const;
  void append_blockers_of_circuit(NodeId source, std::vector<BlockingResource>& out) const;

  const Hypercube& hypercube_;
  machines::Ipsc860Options options_;
  CircuitNetwork<Hypercube> circuit_network_;
  std::vector<Ipsc860Endpoint> ipsc860_endpoints_;
  TransferRecords<Transmission> transmissions_;
  std::array<std::uint64_t, kStreamCount> stream_seeds_{};
  std::uint64_t barrier_count_ = 0;
};

}  // namespace switchyard
