#include "machines/ipsc860_fabric.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/random.hpp"

// The functions that every message calls are `inline`, because compilers otherwise inline fewer of them, which costs a
// tenth of the run time.

namespace switchyard {
namespace {

/// Turns random bits into a time that is uniform in [0, span), in whole nanoseconds.
Duration uniform_random_duration(std::uint64_t bits, Duration span) {
  __extension__ using UnsignedInt128 = unsigned __int128;
  return Duration{
      static_cast<std::int64_t>((static_cast<UnsignedInt128>(bits) * static_cast<std::uint64_t>(span.count())) >> 64U)};
}

double uniform_random_double_below_one(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1.0p-53; }

}  // namespace

Ipsc860Fabric::Ipsc860Fabric(Emulation& emulation, const Hypercube& cube, const machines::Ipsc860Options& options)
    : EndpointFabric(emulation, cube.node_count(),
                     {.system_buffer_bytes = options.system_buffer,
                      .copy_out_per_byte = options.buffer_copy_per_byte,
                      .is_receive_time_charged_before_resuming = true,
                      .discarded_protocol = machines::kForcedProtocol,
                      .port_holder_noun = "circuit"}),
      hypercube_(cube),
      options_(options),
      circuit_network_(emulation, cube, {options.blocked_circuit_penalty_time}, kHeadCrossedLink),
      ipsc860_endpoints_(cube.node_count()) {
  for (std::uint64_t stream = 0; stream < kStreamCount; ++stream)
    stream_seeds_[stream] = mix(emulation.seed() + stream);
}

std::uint64_t Ipsc860Fabric::random_bits(std::uint64_t stream, NodeId node, std::uint64_t operation) const noexcept {
  return mix(stream_seeds_[stream] ^ ((static_cast<std::uint64_t>(index(node)) << 32U) + operation));
}

inline bool Ipsc860Fabric::needs_reservation(const Request& send) const noexcept {
  const bool unforced = send.protocol == machines::kUnforcedProtocol || send.protocol == Protocol::automatic;
  return unforced && send.bytes > options_.short_message;
}

Duration Ipsc860Fabric::random_circuit_preparation_jitter(const Request& message, RandomStream leg) const {
  if (!options_.drift_on) return Duration::zero();
  const auto bits = random_bits(leg, message.owner, message.number);
  return uniform_random_duration(bits, 2 * options_.leg_jitter) - options_.leg_jitter;
}

inline Duration Ipsc860Fabric::receive_overhead(std::uint64_t bytes) const noexcept {
  return bytes == 0 ? options_.zero_receive_overhead : options_.receive_overhead;
}

Duration Ipsc860Fabric::send_overhead(const Request& send) {
  Duration cost =
      needs_reservation(send)
          ? std::max(options_.leg_overhead + random_circuit_preparation_jitter(send, kReserveCircuitJitterRandomStream),
                     Duration::zero())
          : options_.send_overhead;
  if (!options_.drift_on) return cost;
  const std::uint64_t bits = random_bits(kSendDelayRandomStream, send.owner, send.number);
  cost += uniform_random_duration(bits, options_.drift);
  // random bits for further numbers; a send uses up to three random numbers, but most need only two
  const std::uint64_t others = mix(bits);
  if (uniform_random_double_below_one(others) < options_.disturbance_probability)
    cost += uniform_random_duration(mix(others), options_.disturbance);
  return cost;
}

inline Ipsc860Fabric::Transmission& Ipsc860Fabric::new_transmission(Request& message) {
  Transmission& transmission = transmissions_.acquire_record_for(message);
  transmission.destination = message.peer;
  transmission.reserves_room = needs_reservation(message);
  transmission.holds_up_later_messages = false;
  transmission.has_data = message.bytes > 0;
  transmission.needs_receive_or_buffer_space =
      transmission.has_data && message.protocol != machines::kForcedProtocol && message.protocol != Protocol::library;
  transmission.data_transfer_duration =
      (transmission.reserves_room ? options_.unforced_per_byte : options_.forced_per_byte) * message.bytes;
  return transmission;
}

void Ipsc860Fabric::post_send(Request& send) {
  Transmission& transmission = new_transmission(send);
  enqueue(ipsc860_endpoint(send.owner).circuit_queue, transmission,
          transmission.reserves_room ? CircuitKind::reserve : CircuitKind::data);
  start_next_outgoing_message(send.owner);
}

inline void Ipsc860Fabric::enqueue(Queue& queue, Transmission& transmission, CircuitKind kind) {
  transmission.next_circuit = kind;
  queue.push(transmission, emulation_.now());
}

/// If the transmit port of `node` is free, gives it to the node's next circuit. Circuits that acknowledge a reservation
/// go first.
inline void Ipsc860Fabric::start_next_outgoing_message(NodeId node) {
  if (Ipsc860Endpoint& p = ipsc860_endpoint(node); p.outgoing_circuit.kind == CircuitKind::none)
    start_next_circuit(node, p);
}

void Ipsc860Fabric::start_next_circuit(NodeId node, Ipsc860Endpoint& p) {
  if (!p.acknowledgement_queue.empty()) return start_circuit(node, p.acknowledgement_queue.pop());
  Transmission* next =
      p.circuit_queue.pop_first_if([&](const Transmission& t) { return can_message_leave_node_now(p, t); });
  if (next == nullptr) return;
  if (next->next_circuit == CircuitKind::reserve) {
    p.destinations_with_pending_reservation.push_back(next->destination);
    next->holds_up_later_messages = true;
  } else if (next->holds_up_later_messages) {
    let_later_messages_leave(p, *next);
  }
  start_circuit(node, *next);
}

/// Lets later messages to the destination of `transmission` leave their node. They have waited since this message asked
/// for room at the destination.
void Ipsc860Fabric::let_later_messages_leave(Ipsc860Endpoint& p, Transmission& transmission) {
  transmission.holds_up_later_messages = false;
  p.destinations_with_pending_reservation.erase(
      std::ranges::find(p.destinations_with_pending_reservation, transmission.destination));
}

/// Returns whether a message may leave its node now. It may overtake a message to another node that waits for its
/// reserved room, but not one to the same node, because messages between two nodes keep their order.
inline bool Ipsc860Fabric::can_message_leave_node_now(const Ipsc860Endpoint& p, const Transmission& t) const {
  const bool acknowledged = t.next_circuit == CircuitKind::data && t.reserves_room;
  return acknowledged || std::ranges::find(p.destinations_with_pending_reservation, t.destination) ==
                             p.destinations_with_pending_reservation.end();
}

inline void Ipsc860Fabric::start_circuit(NodeId node, Transmission& transmission) {
  const CircuitKind kind = transmission.next_circuit;
  ipsc860_endpoint(node).outgoing_circuit = Circuit{kind, false, &transmission};
  const NodeId to = kind == CircuitKind::acknowledge ? transmission.message->owner : transmission.destination;
  record_departure_of_outgoing_transfer(node, to, transmission, transfer_kind_of_next_circuit(transmission));
  const bool is_message = kind == CircuitKind::data;
  circuit_network_.start(node, to,
                         {.per_hop = is_message ? options_.hop : options_.leg_hop,
                          .is_head_delayed_after_blocking = !is_message || transmission.has_data});
}

inline TransferKind Ipsc860Fabric::transfer_kind_of_next_circuit(const Transmission& transmission) noexcept {
  if (transmission.next_circuit == CircuitKind::reserve) return TransferKind::reserve;
  if (transmission.next_circuit == CircuitKind::acknowledge) return TransferKind::acknowledge;
  return transmission.has_data ? TransferKind::data : TransferKind::signal;
}

void Ipsc860Fabric::prefetch_for_next_events(const Event& next_event, const Event& event_after) const {
  constexpr std::size_t kLines = 2;  // number of cache lines of an Ipsc860Endpoint that most messages need
  const NodeId next = next_event.node();
  const NodeId after = event_after.node();
  prefetch_lines(&ipsc860_endpoints_[index(after)], kLines);
  prefetch_endpoint(after);
  circuit_network_.prefetch_circuit(after);
  const NodeId destination = circuit_network_.destination(next);
  prefetch_lines(&ipsc860_endpoints_[index(destination)], kLines);
  prefetch_for_message(next, destination);
  prefetch_lines(ipsc860_endpoints_[index(next)].outgoing_circuit.transmission);
}

void Ipsc860Fabric::on_event(const Event& event) {
  switch (event.kind) {
    case kHeadCrossedLink:
      if (circuit_network_.advance_circuit_head(event)) handle_head_arrival(event.node());
      break;
    case kLastByteArrived:
      end_circuit(NodeId{event.subject_number});
      break;
    case kAcknowledgeCircuitPrepared:
      enqueue(ipsc860_endpoint(event.node()).acknowledgement_queue, transmissions_[event.subject_number],
              CircuitKind::acknowledge);
      start_next_outgoing_message(event.node());
      break;
    case kDataCircuitPrepared:
      enqueue(ipsc860_endpoint(event.node()).circuit_queue, transmissions_[event.subject_number], CircuitKind::data);
      start_next_outgoing_message(event.node());
      break;
    default:
      break;
  }
}

bool Ipsc860Fabric::event_uses_link(const Event& event, LinkId link) const {
  if (event.kind == kHeadCrossedLink) return circuit_network_.circuit_uses_link(event.node(), link);
  return event.kind == kLastByteArrived && circuit_network_.circuit_uses_link(NodeId{event.subject_number}, link);
}

/// Handles the arrival of the head of the circuit from `source` at its destination: asks for the destination's receive
/// port.
inline void Ipsc860Fabric::handle_head_arrival(NodeId source) {
  const NodeId destination = circuit_network_.destination(source);
  if (request_receive_port(source, destination)) start_data_or_end_circuit(source, destination);
}

inline void Ipsc860Fabric::start_data_or_end_circuit(NodeId source, NodeId destination) {
  if (ipsc860_endpoint(source).outgoing_circuit.kind != CircuitKind::data) return end_circuit(source);
  start_data_or_wait(source, destination);
}

/// Starts the data phase of a circuit that holds its path and both ports, or lets the circuit wait: for a receive or
/// room for the data, or until half duplex allows the data to move. A zero-byte message has no data phase, and its
/// circuit never waits.
inline void Ipsc860Fabric::start_data_or_wait(NodeId source, NodeId destination) {
  Ipsc860Endpoint& from = ipsc860_endpoint(source);
  const bool has_data = from.outgoing_circuit.transmission->has_data;
  if (has_data && from.synchronised_partner == destination) {
    from.outgoing_circuit.is_synchronised_exchange = true;
    from.synchronised_partner.reset();
  }
  if (has_data)
    std::erase(from.sources_of_unanswered_empty_messages,
               destination);  // forget the zero-byte message (ready signal) that asked for the present message
  if (!has_receive_or_buffer_space(*from.outgoing_circuit.transmission)) {
    return waits_at_sender(*from.outgoing_circuit.transmission->message)
               ? end_data_circuit_as_reserve_circuit(source)
               : wait_for_receive_or_buffer_space(source, *from.outgoing_circuit.transmission, destination);
  }
  if (has_data && is_blocked_by_half_duplex(source, destination)) {
    return begin_transfer_wait(source, TransferState::waits_for_direction, destination);
  }
  start_data_phase(source, destination);
}

/// Returns whether there is a place for the data of a message at its destination. A short UNFORCED message needs a
/// posted receive or room in the system buffer; other messages have a place already, or need none.
inline bool Ipsc860Fabric::has_receive_or_buffer_space(Transmission& transmission) {
  return !transmission.needs_receive_or_buffer_space || find_receive_or_buffer_space(transmission);
}

/// Returns whether half duplex delays the data from `source` to `destination`. The data waits, with its circuit held,
/// while the source receives data or the destination sends data. It does not wait if that data phase began less than
/// duplex_window ago, or if the two phases are an exchange of two nodes that have synchronised with each other.
inline bool Ipsc860Fabric::is_blocked_by_half_duplex(NodeId source, NodeId destination) {
  const Ipsc860Endpoint& from = ipsc860_endpoint(source);
  const Ipsc860Endpoint& to = ipsc860_endpoint(destination);
  const bool pair =
      from.outgoing_circuit.is_synchronised_exchange &
      to.outgoing_circuit.is_synchronised_exchange;  // no branch, because a processor could not predict it
  const bool receives = conflicts_with_data_phase(from.incoming_data, pair, destination),
             sends = conflicts_with_data_phase(to.outgoing_data, pair, source);
  return receives | sends;
}

inline bool Ipsc860Fabric::conflicts_with_data_phase(const DataPhase& other, bool pair, NodeId partner) const {
  const bool answers = pair & (other.peer == partner);
  return (emulation_.now() - other.begin_time > options_.duplex_window) & !answers;
}

inline void Ipsc860Fabric::start_data_phase(NodeId source, NodeId destination) {
  Ipsc860Endpoint& from = ipsc860_endpoint(source);
  if (!from.outgoing_circuit.transmission->has_data) return end_circuit(source);
  show_outgoing_state(source, TransferState::moves);
  from.outgoing_data = {destination, emulation_.now()};
  ipsc860_endpoint(destination).incoming_data = {source, emulation_.now()};
  emulation_.schedule(from.outgoing_circuit.transmission->data_transfer_duration, source, kLastByteArrived,
                      index(source));
}

/// Prefetches the state that the arrival of a message needs while the links of its circuit are being freed. With many
/// nodes this state is not in a cache.
inline void Ipsc860Fabric::prefetch_for_arrival(NodeId source, NodeId destination, const Transmission& arriving) const {
  prefetch_lines(arriving.message);
  circuit_network_.prefetch_path(source);
  prefetch_receive(source, destination);
  prefetch_lines(ipsc860_endpoint(source).circuit_queue.first());
  emulation_.prefetch(destination);
  emulation_.prefetch(source);
}

/// Ends the circuit from `source`: frees its path and its ports, and resumes the circuits that wait
/// for them.
void Ipsc860Fabric::end_circuit(NodeId source) {
  const NodeId destination = circuit_network_.destination(source);
  Ipsc860Endpoint& from = ipsc860_endpoint(source);
  Ipsc860Endpoint& to = ipsc860_endpoint(destination);
  const Circuit ended = std::exchange(from.outgoing_circuit, Circuit{});
  if (ended.kind == CircuitKind::data) prefetch_for_arrival(source, destination, *ended.transmission);
  circuit_network_.release(source);
  show_outgoing_state(source, TransferState::ended);
  const bool had_data_phase = ended.kind == CircuitKind::data && ended.transmission->has_data;
  if (had_data_phase) {
    from.outgoing_data = {};
    to.incoming_data = {};
  }
  switch (ended.kind) {
    case CircuitKind::data:
      handle_data_arrival(*ended.transmission);
      break;
    case CircuitKind::reserve:
      handle_reserve_arrival(*ended.transmission);
      break;
    case CircuitKind::acknowledge:
      handle_acknowledge_arrival(*ended.transmission);
      break;
    case CircuitKind::none:
      break;
  }
  if (const auto next = release_receive_port_to_next_transfer(destination))
    start_data_or_end_circuit(*next, destination);
  if (had_data_phase) {
    if (waits_for_opposite_data(destination))
      retry_half_duplex_data(destination, circuit_network_.destination(destination));
    if (const auto other = source_at_receive_port(source); other && waits_for_opposite_data(*other)) {
      retry_half_duplex_data(*other, source);
    }
  }
  start_next_outgoing_message(source);
}

void Ipsc860Fabric::retry_half_duplex_data(NodeId source, NodeId destination) {
  if (is_blocked_by_half_duplex(source, destination)) return;
  end_transfer_wait(source);
  start_data_phase(source, destination);
}

inline void Ipsc860Fabric::handle_data_arrival(Transmission& transmission) {
  Request& message = *transmission.message;
  const ReceiveOrBufferForMessageData place = transmission.data_destination;
  transmissions_.release(transmission);
  if (message.bytes == 0) handle_zero_byte_arrival(message.owner, message.peer);
  deliver_or_store(message, place, receive_overhead(message.bytes));
  emulation_.complete_request(message);
}

/// Handles the arrival of a zero-byte message. Once two nodes have sent each other zero-byte messages, their next data
/// phases may overlap in both directions, however far apart they start.
void Ipsc860Fabric::handle_zero_byte_arrival(NodeId source, NodeId destination) {
  Ipsc860Endpoint& from = ipsc860_endpoint(source);
  Ipsc860Endpoint& to = ipsc860_endpoint(destination);
  if (std::erase(from.sources_of_unanswered_empty_messages, destination) > 0) {
    from.synchronised_partner = destination;
    to.synchronised_partner = source;
  } else {
    if (std::ranges::find(to.sources_of_unanswered_empty_messages, source) ==
        to.sources_of_unanswered_empty_messages.end())
      to.sources_of_unanswered_empty_messages.push_back(source);
  }
}

void Ipsc860Fabric::handle_reserve_arrival(Transmission& transmission) {
  if (find_receive_or_buffer_space(transmission)) return handle_granted_room(transmission);
  queue_for_room(transmission);
  // The end of the reserve circuit tells the source that its later messages need not wait for this message.
  if (waits_at_sender(*transmission.message) && transmission.holds_up_later_messages)
    let_later_messages_leave(ipsc860_endpoint(transmission.message->owner), transmission);
}

/// Ends a data circuit from `source` whose message finds neither a receive nor room in the system buffer, as if it had
/// been a circuit that reserves room. The data is sent again when room is granted.
void Ipsc860Fabric::end_data_circuit_as_reserve_circuit(NodeId source) {
  Circuit& circuit = ipsc860_endpoint(source).outgoing_circuit;
  circuit.kind = CircuitKind::reserve;
  circuit.transmission->reserves_room = true;
  end_circuit(source);
}

void Ipsc860Fabric::handle_granted_room(Transfer& transfer) {
  const Request& message = *transfer.message;
  const Duration software = std::max(
      options_.leg_overhead + random_circuit_preparation_jitter(message, kAcknowledgeCircuitJitterRandomStream),
      Duration::zero());
  emulation_.schedule(software, message.peer, kAcknowledgeCircuitPrepared, transfer.id);
}

/// Withdraws the message of a cancelled send, if it still waits to leave its node. A message whose reservation has been
/// acknowledged is not withdrawn, because its data leaves soon.
bool Ipsc860Fabric::withdraw_send(Request& send) {
  Transmission* const waiting = ipsc860_endpoint(send.owner).circuit_queue.pop_first_if([&](const Transmission& t) {
    return t.message == &send && !(t.reserves_room && t.next_circuit == CircuitKind::data);
  });
  if (waiting == nullptr) return false;
  transmissions_.release(*waiting);
  return true;
}

void Ipsc860Fabric::handle_acknowledge_arrival(Transmission& transmission) {
  emulation_.schedule(options_.send_overhead, transmission.message->owner, kDataCircuitPrepared, transmission.id);
}

/// Begins a barrier of all nodes, the only collective that the machine itself has.
void Ipsc860Fabric::begin_collective(Collective /*kind*/, std::uint64_t /*bytes*/) {
  ++barrier_count_;
  const Duration cost = options_.sync_per_dimension * static_cast<std::int64_t>(hypercube_.dimension());
  for (std::uint32_t i = 0; i < hypercube_.node_count(); ++i) {
    const NodeId each{i};
    const Duration skew =
        options_.drift_on
            ? uniform_random_duration(random_bits(kBarrierSkewRandomStream, each, barrier_count_), options_.sync_skew)
            : Duration::zero();
    emulation_.leave_collective(each, cost + skew);
  }
  if (hypercube_.node_count() ==
      2) {  // a barrier of two nodes also makes them a synchronised pair (Bokhari 1991, sec. 6.5)
    ipsc860_endpoints_[0].synchronised_partner = NodeId{1};
    ipsc860_endpoints_[1].synchronised_partner = NodeId{0};
  }
}

void Ipsc860Fabric::append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const {
  const bool sends = request.kind == Request::Kind::send;
  const Transmission* meant = nullptr;
  transmissions_.for_each([&](const Transmission& transmission) {
    const Request& message = *transmission.message;
    const bool expected = !sends && message.peer == request.owner && matches(request, label_of(message));
    if (meant == nullptr && (&message == &request || expected)) meant = &transmission;
  });
  if (meant != nullptr) append_blockers_of_transmission(*meant, out);
}

/// Appends to `out` what the message of `transmission` waits for.
void Ipsc860Fabric::append_blockers_of_transmission(const Transmission& transmission,
                                                    std::vector<BlockingResource>& out) const {
  if (append_blocker_if_waiting_for_buffer(transmission, out)) return;
  const Request& message = *transmission.message;
  const Ipsc860Endpoint& to = ipsc860_endpoint(message.peer);
  if (transmission.next_circuit == CircuitKind::acknowledge && to.outgoing_circuit.kind != CircuitKind::none) {
    if (to.outgoing_circuit.transmission == &transmission) return append_blockers_of_circuit(message.peer, out);
    Resource port(ResourceKind::port, message.peer, fmt::format("transmit port of node {}", index(message.peer)));
    port.held_by = {"circuit", message.peer, circuit_network_.destination(message.peer)};
    out.push_back({message.peer, port});
  } else if (ipsc860_endpoint(message.owner).outgoing_circuit.kind != CircuitKind::none) {
    append_blockers_of_circuit(message.owner, out);
  }
}

void Ipsc860Fabric::append_blockers_of_circuit(NodeId source, std::vector<BlockingResource>& out) const {
  const Request& message = *ipsc860_endpoint(source).outgoing_circuit.transmission->message;
  if (!circuit_network_.waits_for_link(source))
    return describe_wait_at_destination(source, circuit_network_.destination(source), message, out);
  circuit_network_.add_blockers(source, "circuit", out);
}

std::vector<LeftOverMessage> Ipsc860Fabric::left_over_messages() const {
  std::vector<LeftOverMessage> result;
  for (std::uint32_t i = 0; i < ipsc860_endpoints_.size(); ++i) add_stored_messages(NodeId{i}, result);
  transmissions_.for_each([&](const Transmission& transmission) { add_unsent_message(*transmission.message, result); });
  return result;
}

FabricStatistics Ipsc860Fabric::statistics() const {
  FabricStatistics result = fabric_statistics_;
  result.blocked = circuit_network_.blocked();
  result.link_wait = circuit_network_.link_wait();
  return result;
}

}  // namespace switchyard
