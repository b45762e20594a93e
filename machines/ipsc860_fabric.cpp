#include "machines/ipsc860_fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/random.hpp"

// `inline` marks what every message goes through: compilers leave more of it as calls, at a tenth of all time.

namespace switchyard {
namespace {

/// Uniform in [0, span), whole nanoseconds.
Duration uniform(std::uint64_t bits, Duration span) {
  __extension__ using Wide = unsigned __int128;
  return Duration{
      static_cast<std::int64_t>((static_cast<Wide>(bits) * static_cast<std::uint64_t>(span.count())) >> 64U)};
}

double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1.0p-53; }

}  // namespace

void Ipsc860Fabric::TransmissionQueue::push(Transmission& transmission) noexcept {
  transmission.next = nullptr;
  (first == nullptr ? first : last->next) = &transmission;
  last = &transmission;
}

Ipsc860Fabric::Transmission& Ipsc860Fabric::TransmissionQueue::pop() noexcept {
  Transmission& transmission = *first;
  first = transmission.next;
  transmission.next = nullptr;
  return transmission;
}

Ipsc860Fabric::Ipsc860Fabric(Engine& engine, const Hypercube& cube, const machines::Ipsc860Options& options)
    : engine_(engine),
      cube_(cube),
      options_(options),
      network_(engine, cube, {options.blocked_penalty}, kHop),
      ports_(cube.node_count()) {
  for (std::uint64_t stream = 0; stream < kStreams; ++stream) stream_seeds_[stream] = mix(engine.seed() + stream);
}

std::uint64_t Ipsc860Fabric::draw(std::uint64_t stream, NodeId node, std::uint64_t operation) const noexcept {
  return mix(stream_seeds_[stream] ^ ((static_cast<std::uint64_t>(index(node)) << 32U) + operation));
}

inline bool Ipsc860Fabric::needs_reservation(const Request& send) const noexcept {
  const bool unforced = send.protocol == Protocol::unforced || send.protocol == Protocol::automatic;
  return unforced && send.bytes > options_.short_message;
}

Duration Ipsc860Fabric::jitter(const Request& message, Stream leg) const {
  if (!options_.drift_on) return Duration::zero();
  const auto bits = draw(leg, message.owner, message.number);
  return uniform(bits, 2 * options_.leg_jitter) - options_.leg_jitter;
}

inline Duration Ipsc860Fabric::receive_overhead(std::uint64_t bytes) const noexcept {
  return bytes == 0 ? options_.zero_receive_overhead : options_.receive_overhead;
}

Duration Ipsc860Fabric::send_overhead(const Request& send) {
  Duration cost = needs_reservation(send)
                      ? std::max(options_.leg_overhead + jitter(send, kReserveLeg), Duration::zero())
                      : options_.send_overhead;
  if (!options_.drift_on) return cost;
  const std::uint64_t bits = draw(kDrift, send.owner, send.number);
  cost += uniform(bits, options_.drift);
  const std::uint64_t others = mix(bits);  // three numbers of one draw: most sends need only two
  if (unit(others) < options_.disturbance_probability) cost += uniform(mix(others), options_.disturbance);
  return cost;
}

inline Ipsc860Fabric::Transmission& Ipsc860Fabric::new_transmission(Request& message) {
  if (free_ == nullptr) {
    free_ = &transmissions_.emplace_back();
    free_->id = static_cast<std::uint32_t>(transmissions_.size() - 1);
  }
  Transmission& transmission = *std::exchange(free_, free_->next);
  transmission.message = &message;
  transmission.destination = message.peer;
  transmission.reserves = needs_reservation(message);
  transmission.has_data = message.bytes > 0;
  transmission.needs_place =
      transmission.has_data && message.protocol != Protocol::forced && message.protocol != Protocol::library;
  transmission.data_time =
      (transmission.reserves ? options_.unforced_per_byte : options_.forced_per_byte) * message.bytes;
  transmission.receive = nullptr;
  transmission.arrival = nullptr;
  return transmission;
}

void Ipsc860Fabric::post_send(Request& send) {
  Transmission& transmission = new_transmission(send);
  enqueue(port(send.owner).queue, transmission, transmission.reserves ? CircuitKind::reserve : CircuitKind::data);
  pump(send.owner);
}

inline void Ipsc860Fabric::enqueue(TransmissionQueue& queue, Transmission& transmission, CircuitKind kind) {
  transmission.next_circuit = kind;
  transmission.queued_since = engine_.now();
  queue.push(transmission);
}

/// Gives the transmit port, if it is free, to what comes next: acknowledges go first.
void Ipsc860Fabric::pump(NodeId node) {
  Port& p = port(node);
  if (p.out.kind != CircuitKind::none) return;
  if (!p.acknowledgements.empty()) return launch(node, p.acknowledgements.pop());
  Transmission* next = p.queue.pop_first([&](const Transmission& t) { return may_go(p, t); });
  if (next == nullptr) return;
  if (next->next_circuit == CircuitKind::reserve) p.reserving.push_back(next->destination);
  if (next->next_circuit == CircuitKind::data && next->reserves) std::erase(p.reserving, next->destination);
  launch(node, *next);
}

/// Messages to other nodes may pass one that reserves room, those to the same node may not: they keep their order.
inline bool Ipsc860Fabric::may_go(const Port& p, const Transmission& t) const {
  const bool acknowledged = t.next_circuit == CircuitKind::data && t.reserves;
  return acknowledged || std::ranges::find(p.reserving, t.destination) == p.reserving.end();
}

inline void Ipsc860Fabric::launch(NodeId node, Transmission& transmission) {
  const CircuitKind kind = transmission.next_circuit;
  ++statistics_.circuits;
  statistics_.port_wait += engine_.now() - transmission.queued_since;
  port(node).out = Circuit{kind, Wait::none, false, &transmission, engine_.now()};
  const NodeId to = kind == CircuitKind::acknowledge ? transmission.message->owner : transmission.destination;
  show_launch(node, to, transmission);
  network_.start(node, to, kind == CircuitKind::data ? options_.hop : options_.leg_hop);
}

void Ipsc860Fabric::look_ahead(NodeId next, NodeId after) const {
  constexpr std::size_t kLines = 3;  // what most messages need of a port
  prefetch_lines(&ports_[index(after)], kLines);
  network_.prefetch(after);
  const Port& to = ports_[index(network_.destination(next))];
  prefetch_lines(&to, kLines);
  to.posted.prefetch_queue(next);
  prefetch_lines(ports_[index(next)].out.transmission);
}

void Ipsc860Fabric::on_event(const Event& event) {
  switch (event.kind) {
    case kHop:
      if (network_.advance(event)) reached(event.node());
      break;
    case kDataEnd:
      end_circuit(NodeId{event.item});
      break;
    case kAcknowledge:
      enqueue(port(event.node()).acknowledgements, transmissions_[event.item], CircuitKind::acknowledge);
      pump(event.node());
      break;
    case kDataReady:
      enqueue(port(event.node()).queue, transmissions_[event.item], CircuitKind::data);
      pump(event.node());
      break;
    default:
      break;
  }
}

bool Ipsc860Fabric::concerns(const Event& event, LinkId link) const {
  if (event.kind == kHop) return network_.needs(event.node(), link);
  return event.kind == kDataEnd && network_.needs(NodeId{event.item}, link);
}

/// The head of the circuit of `source` is at its destination: the receive port comes next.
inline void Ipsc860Fabric::reached(NodeId source) {
  const NodeId destination = network_.destination(source);
  Port& to = port(destination);
  if (!to.receive_busy) return enter_receive_port(source, destination);
  begin_wait(source, Wait::receive_port, to.receiving_from);
  port(source).out.next_waiting = kNobody;
  (to.first_waiting == kNobody ? to.first_waiting : port(to.last_waiting).out.next_waiting) = source;
  to.last_waiting = source;
}

inline void Ipsc860Fabric::enter_receive_port(NodeId source, NodeId destination) {
  Port& to = port(destination);
  to.receive_busy = true;
  to.receiving_from = source;
  const Circuit& c = port(source).out;
  if (c.kind != CircuitKind::data) return end_circuit(source);
  begin_data(source, destination);
}

/// The whole path and both ports are held. Data moves once there is room for it and neither node's other direction is
/// in the way.
inline void Ipsc860Fabric::begin_data(NodeId source, NodeId destination) {
  Port& from = port(source);
  const bool has_data = from.out.transmission->has_data;
  if (has_data && from.paired_with == destination) {
    from.out.paired = true;
    from.paired_with.reset();
  }
  if (has_data)
    std::erase(from.zero_from, destination);  // the ready signal that asked for this message has had its effect
  if (!find_room(source, destination)) return begin_wait(source, Wait::buffer, destination);
  if (half_duplex_blocks(source, destination)) return begin_wait(source, Wait::half_duplex, destination);
  start_data_phase(source, destination);
}

/// Short UNFORCED messages need a posted receive or room in the system buffer before their data moves.
inline bool Ipsc860Fabric::find_room(NodeId source, NodeId destination) {
  Transmission& transmission = *port(source).out.transmission;
  if (!transmission.needs_place) return true;
  const Request& message = *transmission.message;
  if (transmission.receive != nullptr || transmission.arrival != nullptr) return true;
  Port& to = port(destination);
  transmission.receive = to.posted.take({source, message.tag});
  if (transmission.receive != nullptr) return true;
  if (!has_room(to, message.bytes)) return false;
  transmission.arrival = &add_arrival(destination, message, true);
  return true;
}

/// Half duplex: i->j waits, holding its circuit, while i is in the data phase of a receive or j in that of a
/// send, unless that other phase began a moment ago or both belong to a synchronised pair.
inline bool Ipsc860Fabric::half_duplex_blocks(NodeId source, NodeId destination) {
  const Port& from = port(source);
  const Port& to = port(destination);
  const bool pair = from.out.paired & to.out.paired;  // without branches, as nothing predicts them
  return clashes(from.data_in, pair, destination) | clashes(to.data_out, pair, source);
}

inline bool Ipsc860Fabric::clashes(const DataPhase& other, bool pair, NodeId partner) const {
  const bool answers = pair & (other.peer == partner);
  return (engine_.now() - other.began > options_.duplex_window) & !answers;
}

inline void Ipsc860Fabric::start_data_phase(NodeId source, NodeId destination) {
  Port& from = port(source);
  if (!from.out.transmission->has_data) return end_circuit(source);
  show(source, TransferState::moves);
  from.data_out = {destination, engine_.now()};
  port(destination).data_in = {source, engine_.now()};
  engine_.schedule(from.out.transmission->data_time, source, kDataEnd, index(source));
}

/// With many nodes, all that an arrival needs is far from any cache. It comes while the links are freed.
inline void Ipsc860Fabric::prefetch_for_arrival(NodeId source, NodeId destination, const Transmission& arriving) const {
  prefetch_lines(arriving.message);
  network_.prefetch_path(source);
  port(destination).posted.prefetch(source);
  prefetch_lines(port(source).queue.first);
  engine_.prefetch(destination);
  engine_.prefetch(source);
}

/// The circuit of `source` has done its work: frees path and ports, and lets everything go on that waited for them.
void Ipsc860Fabric::end_circuit(NodeId source) {
  const NodeId destination = network_.destination(source);
  Port& from = port(source);
  Port& to = port(destination);
  const Circuit ended = std::exchange(from.out, Circuit{});
  if (ended.kind == CircuitKind::data) prefetch_for_arrival(source, destination, *ended.transmission);
  network_.release(source);
  show(source, TransferState::ended);
  to.receive_busy = false;
  const bool had_data_phase = ended.kind == CircuitKind::data && ended.transmission->has_data;
  if (had_data_phase) {
    from.data_out = {};
    to.data_in = {};
  }
  switch (ended.kind) {
    case CircuitKind::data:
      data_arrived(*ended.transmission);
      break;
    case CircuitKind::reserve:
      reserve_arrived(*ended.transmission);
      break;
    case CircuitKind::acknowledge:
      acknowledge_arrived(*ended.transmission);
      break;
    case CircuitKind::none:
      break;
  }
  if (const NodeId next = to.first_waiting; !to.receive_busy && next != kNobody) {
    to.first_waiting = port(next).out.next_waiting;
    end_wait(port(next).out);
    enter_receive_port(next, destination);
  }
  if (had_data_phase) {
    recheck_half_duplex(destination, network_.destination(destination));
    if (from.receive_busy) recheck_half_duplex(from.receiving_from, source);
  }
  pump(source);
}

/// The circuit of `source` waits for what `holder` has.
void Ipsc860Fabric::begin_wait(NodeId source, Wait wait, NodeId holder) {
  Circuit& c = port(source).out;
  c.wait = wait;
  c.since = engine_.now();
  show(source,
       wait == Wait::receive_port  ? TransferState::waits_for_port
       : wait == Wait::half_duplex ? TransferState::waits_for_direction
                                   : TransferState::waits_for_room,
       holder);
}

void Ipsc860Fabric::show_launch(NodeId node, NodeId to, const Transmission& transmission) const {
  Observer* observer = engine_.observer();
  if (observer == nullptr) return;
  const Request& message = *transmission.message;
  TransferInfo info{node, to, TransferKind::data, message.tag, message.bytes, transmission.queued_since};
  if (message.bytes == 0) info.kind = TransferKind::signal;
  if (transmission.next_circuit != CircuitKind::data) {
    info.kind = transmission.next_circuit == CircuitKind::reserve ? TransferKind::reserve : TransferKind::acknowledge;
    info.bytes = 0;
  }
  observer->transfer_begins(engine_.now(), index(node), info);
}

void Ipsc860Fabric::end_wait(Circuit& c) {
  statistics_.port_wait += engine_.now() - c.since;
  c.wait = Wait::none;
}

inline void Ipsc860Fabric::recheck_half_duplex(NodeId source, NodeId destination) {
  Circuit& c = port(source).out;
  if (c.wait != Wait::half_duplex || half_duplex_blocks(source, destination)) return;
  end_wait(c);
  start_data_phase(source, destination);
}

inline void Ipsc860Fabric::data_arrived(Transmission& transmission) {
  Request& message = *std::exchange(transmission.message, nullptr);
  Arrival* arrival = transmission.arrival;
  Request* receive = arrival != nullptr ? arrival->receive : transmission.receive;
  transmission.next = std::exchange(free_, &transmission);
  const NodeId destination = message.peer;
  ++statistics_.messages;
  if (message.bytes == 0) zero_bytes_arrived(message.owner, destination);
  if (receive == nullptr && arrival == nullptr) receive = port(destination).posted.take({message.owner, message.tag});
  if (receive != nullptr) {
    if (arrival != nullptr) engine_.charge(destination, options_.buffer_copy_per_byte * message.bytes);
    hand_over(*receive, message);
    if (arrival != nullptr) remove_arrival(destination, arrival);
  } else if (message.protocol == Protocol::forced) {
    ++statistics_.discarded;
  } else {
    store(arrival != nullptr ? *arrival : add_arrival(destination, message, false), message);
    engine_.charge_receipt(destination, receive_overhead(message.bytes));
  }
  engine_.complete(message);
}

/// Keeps a message that no receive was posted for.
void Ipsc860Fabric::store(Arrival& arrival, const Request& message) {
  arrival.arrived = true;
  if (message.bytes == 0) return;
  arrival.payload = std::make_unique<std::byte[]>(message.bytes);
  std::memcpy(arrival.payload.get(), message.data, message.bytes);
}

/// Two nodes that have sent each other a zero-byte message may exchange data at once whatever their skew.
void Ipsc860Fabric::zero_bytes_arrived(NodeId source, NodeId destination) {
  Port& from = port(source);
  Port& to = port(destination);
  if (std::erase(from.zero_from, destination) > 0) {
    from.paired_with = destination;
    to.paired_with = source;
  } else {
    if (std::ranges::find(to.zero_from, source) == to.zero_from.end()) to.zero_from.push_back(source);
  }
}

void Ipsc860Fabric::reserve_arrived(Transmission& transmission) {
  const Request& message = *transmission.message;
  Port& to = port(message.peer);
  transmission.receive = to.posted.take({message.owner, message.tag});
  if (transmission.receive == nullptr) {
    if (!has_room(to, message.bytes)) return to.pending_reserves.push_back(&transmission);
    transmission.arrival = &add_arrival(message.peer, message, true);
  }
  grant_reservation(transmission);
}

void Ipsc860Fabric::grant_reservation(Transmission& transmission) {
  const Request& message = *transmission.message;
  const Duration software = std::max(options_.leg_overhead + jitter(message, kAcknowledgeLeg), Duration::zero());
  engine_.schedule(software, message.peer, kAcknowledge, transmission.id);
}

void Ipsc860Fabric::acknowledge_arrived(Transmission& transmission) {
  engine_.schedule(options_.send_overhead, transmission.message->owner, kDataReady, transmission.id);
}

void Ipsc860Fabric::post_receive(Request& receive) {
  Port& p = port(receive.owner);
  const auto fits = [&](NodeId source, Tag tag) { return matches(receive, {source, tag}); };
  for (Arrival& arrival : p.arrivals) {
    if (arrival.receive != nullptr || !fits(arrival.source, arrival.tag)) continue;
    arrival.receive = &receive;
    if (arrival.arrived) copy_out(receive, arrival, receive.owner);
    return;
  }
  for (auto pending = p.pending_reserves.begin(); pending != p.pending_reserves.end(); ++pending) {
    Transmission& transmission = **pending;
    if (!fits(transmission.message->owner, transmission.message->tag)) continue;
    p.pending_reserves.erase(pending);
    transmission.receive = &receive;
    grant_reservation(transmission);
    return room_freed(receive.owner);  // there may be room for the one behind it
  }
  p.posted.post(receive);
  retry_short_message(receive.owner);
}

bool Ipsc860Fabric::has_room(const Port& p, std::uint64_t bytes) const noexcept {
  return bytes <= options_.system_buffer - std::min(p.buffer_used, options_.system_buffer);
}

Ipsc860Fabric::Arrival& Ipsc860Fabric::add_arrival(NodeId destination, const Request& message, bool reserve) {
  Port& p = port(destination);
  if (spare_arrivals_.empty()) spare_arrivals_.emplace_back();
  p.arrivals.splice(p.arrivals.end(), spare_arrivals_, spare_arrivals_.begin());
  p.arrivals.back() = {message.owner, message.tag, message.bytes, nullptr, nullptr, false, reserve, message.site};
  if (reserve) p.buffer_used += message.bytes;
  return p.arrivals.back();
}

/// The message goes straight to the program. A receiver blocked in this receive resumes after its share of the
/// software; otherwise its next operation pays for it, once for all that came before.
inline void Ipsc860Fabric::hand_over(Request& receive, const Request& message) {
  if (engine_.hand_over(receive, message, receive_overhead(message.bytes))) statistics_.payload_bytes += message.bytes;
}

/// A stored message comes out of the system buffer, which costs a copy.
void Ipsc860Fabric::copy_out(Request& receive, Arrival& arrival, NodeId node) {
  if (!engine_.deliver(receive, arrival.source, arrival.payload.get(), arrival.bytes)) return;
  statistics_.payload_bytes += arrival.bytes;
  if (arrival.reserved) engine_.charge(node, options_.buffer_copy_per_byte * arrival.bytes);
  engine_.complete(receive);
  remove_arrival(node, &arrival);
}

void Ipsc860Fabric::remove_arrival(NodeId node, Arrival* arrival) {
  Port& p = port(node);
  const bool freed = arrival->reserved;
  if (freed) p.buffer_used -= arrival->bytes;
  arrival->payload.reset();
  const auto place = std::ranges::find(p.arrivals, arrival, [](const Arrival& a) { return &a; });
  spare_arrivals_.splice(spare_arrivals_.begin(), p.arrivals, place);
  if (freed) room_freed(node);
}

/// Lets messages in, first come first served, as long as there is room for the first.
void Ipsc860Fabric::room_freed(NodeId node) {
  Port& p = port(node);
  while (!p.pending_reserves.empty() && has_room(p, p.pending_reserves.front()->message->bytes)) {
    Transmission& transmission = *p.pending_reserves.front();
    p.pending_reserves.erase(p.pending_reserves.begin());
    transmission.arrival = &add_arrival(node, *transmission.message, true);
    grant_reservation(transmission);
  }
  retry_short_message(node);
}

/// A short message may hold the receive port of `node` until there is a place for it.
void Ipsc860Fabric::retry_short_message(NodeId node) {
  const Port& p = port(node);
  if (!p.receive_busy) return;
  const NodeId source = p.receiving_from;
  Circuit& c = port(source).out;
  if (c.wait != Wait::buffer) return;
  end_wait(c);
  begin_data(source, node);
}

/// The global synchronisation, the only one that the machine has.
void Ipsc860Fabric::begin_collective(Collective /*kind*/, std::uint64_t /*bytes*/) {
  ++barriers_;
  const Duration cost = options_.sync_per_dimension * static_cast<std::int64_t>(cube_.dimension());
  for (std::uint32_t i = 0; i < cube_.node_count(); ++i) {
    const NodeId each{i};
    const Duration skew =
        options_.drift_on ? uniform(draw(kSkew, each, barriers_), options_.sync_skew) : Duration::zero();
    engine_.leave_collective(each, cost + skew);
  }
  if (cube_.node_count() == 2) {  // [B, sec. 6.5]: on one link the global synchronisation is the pair's own
    ports_[0].paired_with = NodeId{1};
    ports_[1].paired_with = NodeId{0};
  }
}

void Ipsc860Fabric::blockers(const Request& request, std::vector<Blocker>& out) const {
  const bool sends = request.kind == Request::Kind::send;
  for (const Transmission& transmission : transmissions_) {
    if (transmission.message == nullptr) continue;
    const Request& message = *transmission.message;
    const bool expected = !sends && message.peer == request.owner && message.owner == request.peer;
    if (&message == &request || expected) return describe_transmission(transmission, out);
  }
}

/// Why a message does not move.
void Ipsc860Fabric::describe_transmission(const Transmission& transmission, std::vector<Blocker>& out) const {
  const Request& message = *transmission.message;
  const Port& to = port(message.peer);
  if (std::ranges::find(to.pending_reserves, &transmission) != to.pending_reserves.end()) {
    out.push_back(
        {message.peer, fmt::format("space in the system buffer of node {} ({} of {} B in use, {} B asked for)",
                                   index(message.peer), to.buffer_used, options_.system_buffer, message.bytes)});
  } else if (transmission.next_circuit == CircuitKind::acknowledge && to.out.kind != CircuitKind::none) {
    if (to.out.transmission == &transmission) return describe_circuit(message.peer, out);
    out.push_back(
        {message.peer, fmt::format("transmit port of node {}, held by the circuit {}->{}", index(message.peer),
                                   index(message.peer), index(network_.destination(message.peer)))});
  } else if (port(message.owner).out.kind != CircuitKind::none) {
    describe_circuit(message.owner, out);
  }
}

void Ipsc860Fabric::describe_circuit(NodeId source, std::vector<Blocker>& out) const {
  const Circuit& c = port(source).out;
  const NodeId to = network_.destination(source);
  if (network_.waits_for_link(source)) {
    const NodeId holder = network_.link_holder(source);
    out.push_back(
        {holder, fmt::format("link {}->{}, held by the circuit {}->{}", index(network_.head(source)),
                             index(network_.next_node(source)), index(holder), index(network_.destination(holder)))});
    return;
  }
  switch (c.wait) {
    case Wait::receive_port:
      out.push_back({port(to).receiving_from, fmt::format("receive port of node {}, held by the circuit {}->{}",
                                                          index(to), index(port(to).receiving_from), index(to))});
      break;
    case Wait::half_duplex:
      out.push_back({to, "the other direction's data phase"});
      break;
    case Wait::buffer:
      out.push_back({to, fmt::format("space in the system buffer of node {} ({} of {} B in use)", index(to),
                                     port(to).buffer_used, options_.system_buffer)});
      break;
    case Wait::none:
      break;
  }
}

std::vector<LeftOver> Ipsc860Fabric::left_over() const {
  std::vector<LeftOver> result;
  const auto add = [&](const Request& send) {
    result.push_back({send.owner, send.peer, send.tag, send.bytes, send.site});
  };
  for (std::uint32_t i = 0; i < ports_.size(); ++i) {
    const Port& p = ports_[i];
    for (const Arrival& a : p.arrivals) {
      if (a.arrived) result.push_back({a.source, NodeId{i}, a.tag, a.bytes, a.site});
    }
  }
  for (const Transmission& transmission : transmissions_) {
    if (transmission.message != nullptr) add(*transmission.message);
  }
  return result;
}

FabricStatistics Ipsc860Fabric::statistics() const {
  FabricStatistics result = statistics_;
  result.blocked = network_.blocked();
  result.link_wait = network_.link_wait();
  return result;
}

}  // namespace switchyard
