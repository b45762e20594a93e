#include "machines/mesh_fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace switchyard {

MeshFabric::MeshFabric(Engine& engine, const Mesh& mesh, const machines::MeshOptions& options)
    : engine_(engine), mesh_(mesh), options_(options), network_(engine, mesh, {}, kHop), ports_(mesh.node_count()) {}

Duration MeshFabric::send_overhead(const Request& /*send*/) { return options_.send_overhead; }

/// Rounded up, so that a byte takes time.
Duration MeshFabric::data_time(std::uint64_t bytes) const noexcept {
  const std::uint64_t rate = options_.bandwidth.bytes_per_second;
  __extension__ using Wide = unsigned __int128;
  return Duration{
      static_cast<std::int64_t>((static_cast<Wide>(options_.header + bytes) * 1'000'000'000U + rate - 1) / rate)};
}

/// How many links a blocked message covers. A circuit has its whole path.
std::uint32_t MeshFabric::span_of(const Request& message) const noexcept {
  const std::uint64_t links = (options_.header + message.bytes + options_.flit_buffer - 1) / options_.flit_buffer;
  const bool whole = options_.circuits || links >= mesh_.distance(message.owner, message.peer);
  return whole ? network_.kWholePath : static_cast<std::uint32_t>(std::max<std::uint64_t>(links, 1));
}

void MeshFabric::post_send(Request& send) {
  port(send.owner).queue.push_back({&send, engine_.now()});
  pump(send.owner);
}

void MeshFabric::pump(NodeId node) {
  Port& p = port(node);
  if (p.out.message != nullptr || p.queue.empty()) return;
  const auto [message, since] = p.queue.front();
  p.queue.pop_front();
  ++statistics_.circuits;
  statistics_.port_wait += engine_.now() - since;
  p.out = Worm{.message = message};
  show_launch(node, *message, since);
  network_.start(node, {message->peer, message->route}, options_.hop, span_of(*message));
}

void MeshFabric::on_event(const Event& event) {
  if (event.kind == kTail) return tail_moves(event.node());
  if (network_.advance(event)) reached(event.node());
}

/// A message on its way out of a node is known to the observer by that node.
void MeshFabric::show_launch(NodeId node, const Request& message, VirtualTime queued) const {
  Observer* observer = engine_.observer();
  if (observer == nullptr) return;
  const TransferKind kind = message.bytes > 0 ? TransferKind::data : TransferKind::signal;
  observer->transfer_begins(engine_.now(), index(node), {node, message.peer, kind, message.tag, message.bytes, queued});
}

void MeshFabric::show(NodeId source, TransferState state, std::optional<NodeId> holder) const {
  if (Observer* observer = engine_.observer()) observer->transfer_is(engine_.now(), index(source), state, holder);
}

void MeshFabric::reached(NodeId source) {
  const NodeId destination = network_.destination(source);
  Port& to = port(destination);
  if (!to.receive_busy) return enter_receive_port(source, destination);
  Worm& worm = port(source).out;
  show(source, TransferState::waits_for_port, to.receiving_from);
  worm.wait = Wait::receive_port;
  worm.since = engine_.now();
  to.waiting.push_back(source);
}

void MeshFabric::enter_receive_port(NodeId source, NodeId destination) {
  port(destination).receive_busy = true;
  port(destination).receiving_from = source;
  find_place(source, destination);
}

/// The receive port is held. Data moves once there is somewhere for it to go.
void MeshFabric::find_place(NodeId source, NodeId destination) {
  Worm& worm = port(source).out;
  Port& to = port(destination);
  const Request& message = *worm.message;
  worm.receive = to.posted.match(source, message.tag);
  if (worm.receive == nullptr) {
    if (message.bytes > options_.system_buffer - std::min(to.buffer_used, options_.system_buffer)) {
      show(source, TransferState::waits_for_room);
      worm.wait = Wait::buffer;
      worm.since = engine_.now();
      return;
    }
    to.buffer_used += message.bytes;
    worm.arrival = &to.arrivals.emplace_back(
        Arrival{.source = source, .tag = message.tag, .bytes = message.bytes, .payload = {}, .site = message.site});
  }
  begin_data(source, destination);
}

void MeshFabric::begin_data(NodeId source, NodeId destination) {
  Worm& worm = port(source).out;
  show(source, TransferState::moves);
  worm.links = network_.held_channels(source);
  worm.ends = engine_.now() + data_time(worm.message->bytes);
  if (options_.circuits) worm.ends += options_.hop * mesh_.distance(source, destination);  // the acknowledge
  schedule_tail(source);
}

/// A worm's tail leaves its links a hop apart, the last when the last byte arrives; a circuit's all together.
void MeshFabric::schedule_tail(NodeId source) {
  const Worm& worm = port(source).out;
  const std::int64_t behind = options_.circuits ? 0 : worm.links - 1;
  const VirtualTime at = std::max(engine_.now(), worm.ends - options_.hop * behind);
  engine_.schedule(at - engine_.now(), source, kTail);
}

void MeshFabric::tail_moves(NodeId source) {
  Worm& worm = port(source).out;
  if (options_.circuits || worm.links == 1) {
    network_.release(source);
    return arrived(source);
  }
  network_.release_tail(source);
  --worm.links;
  schedule_tail(source);
}

/// The last byte is there: the receive port and the sender's way out are free for the next.
void MeshFabric::arrived(NodeId source) {
  const NodeId destination = network_.destination(source);
  Port& to = port(destination);
  const Worm worm = std::exchange(port(source).out, Worm{});
  show(source, TransferState::ended);
  to.receive_busy = false;
  ++statistics_.messages;
  if (worm.receive != nullptr) {
    hand_over(*worm.receive, *worm.message);
  } else {
    store(*worm.arrival, *worm.message);
  }
  engine_.complete(*worm.message);
  if (!to.receive_busy && !to.waiting.empty()) {
    const NodeId next = to.waiting.front();
    to.waiting.pop_front();
    end_wait(port(next).out);
    enter_receive_port(next, destination);
  }
  pump(source);
}

void MeshFabric::end_wait(Worm& worm) {
  statistics_.port_wait += engine_.now() - worm.since;
  worm.wait = Wait::none;
}

/// A receiver blocked in this receive resumes after its share of the software; otherwise its next operation pays for
/// it.
void MeshFabric::hand_over(Request& receive, const Request& message) {
  if (engine_.hand_over(receive, message, options_.receive_overhead)) statistics_.payload_bytes += message.bytes;
}

void MeshFabric::store(Arrival& arrival, const Request& message) {
  arrival.payload = std::make_unique<std::byte[]>(message.bytes);
  if (message.bytes > 0) std::memcpy(arrival.payload.get(), message.data, message.bytes);
  arrival.arrived = true;
  engine_.charge_receipt(message.peer, options_.receive_overhead);
  if (arrival.receive != nullptr) copy_out(*arrival.receive, arrival);
}

/// A stored message comes out of the system buffer, which costs a copy.
void MeshFabric::copy_out(Request& receive, Arrival& arrival) {
  if (!engine_.deliver(receive, arrival.source, arrival.payload.get(), arrival.bytes)) return;
  statistics_.payload_bytes += arrival.bytes;
  engine_.charge(receive.owner, options_.copy_per_byte * arrival.bytes);
  engine_.complete(receive);
  remove_arrival(receive.owner, &arrival);
}

void MeshFabric::remove_arrival(NodeId node, const Arrival* arrival) {
  Port& p = port(node);
  p.buffer_used -= arrival->bytes;
  p.arrivals.remove_if([&](const Arrival& a) { return &a == arrival; });
  retry(node);
}

void MeshFabric::post_receive(Request& receive) {
  Port& p = port(receive.owner);
  for (Arrival& arrival : p.arrivals) {
    if (arrival.receive != nullptr || !PostedReceives::fits(receive, arrival.source, arrival.tag)) continue;
    arrival.receive = &receive;
    if (arrival.arrived) copy_out(receive, arrival);
    return;
  }
  p.posted.post(receive);
  retry(receive.owner);
}

/// There may be a place now for the message that holds the receive port of `node` and waits for one.
void MeshFabric::retry(NodeId node) {
  const Port& p = port(node);
  if (!p.receive_busy || port(p.receiving_from).out.wait != Wait::buffer) return;
  end_wait(port(p.receiving_from).out);
  find_place(p.receiving_from, node);
}

/// The global synchronisation, the only collective of the machine.
void MeshFabric::begin_collective(Collective /*kind*/, std::uint64_t /*bytes*/) {
  const Duration cost = options_.sync_per_step * std::bit_width(mesh_.node_count() - 1);
  for (std::uint32_t i = 0; i < mesh_.node_count(); ++i) engine_.leave_collective(NodeId{i}, cost);
}

void MeshFabric::blockers(const Request& request, std::vector<Blocker>& out) const {
  const bool sends = request.kind == Request::Kind::send;
  const NodeId source = sends ? request.owner : request.peer;
  if (source == kAnyNode) return;
  const Port& from = port(source);
  const auto is_meant = [&](const Request* message) {
    return message != nullptr &&
           (sends ? message == &request : message->peer == request.owner && message->tag == request.tag);
  };
  const bool queued = std::ranges::any_of(from.queue, [&](const Queued& entry) { return is_meant(entry.message); });
  if (is_meant(from.out.message) || queued) describe(source, out);
}

/// Why the message on its way out of `source` does not move, and with it those behind it.
void MeshFabric::describe(NodeId source, std::vector<Blocker>& out) const {
  const NodeId to = network_.destination(source);
  if (network_.waits_for_link(source)) {
    const NodeId holder = network_.link_holder(source);
    out.push_back(
        {holder, fmt::format("link {}->{}, held by the message {}->{}", index(network_.head(source)),
                             index(network_.next_node(source)), index(holder), index(network_.destination(holder)))});
    return;
  }
  switch (port(source).out.wait) {
    case Wait::receive_port:
      out.push_back({port(to).receiving_from, fmt::format("receive port of node {}, held by the message {}->{}",
                                                          index(to), index(port(to).receiving_from), index(to))});
      break;
    case Wait::buffer:
      out.push_back({to, fmt::format("space in the system buffer of node {} ({} of {} B in use)", index(to),
                                     port(to).buffer_used, options_.system_buffer)});
      break;
    case Wait::none:
      break;
  }
}

std::vector<LeftOver> MeshFabric::left_over() const {
  std::vector<LeftOver> result;
  const auto add = [&](const Request& send) {
    result.push_back({send.owner, send.peer, send.tag, send.bytes, send.site});
  };
  for (std::uint32_t i = 0; i < ports_.size(); ++i) {
    for (const Arrival& a : ports_[i].arrivals) {
      if (a.arrived) result.push_back({a.source, NodeId{i}, a.tag, a.bytes, a.site});
    }
    if (ports_[i].out.message != nullptr) add(*ports_[i].out.message);
    for (const Queued& entry : ports_[i].queue) add(*entry.message);
  }
  return result;
}

FabricStatistics MeshFabric::statistics() const {
  FabricStatistics result = statistics_;
  result.blocked = network_.blocked();
  result.link_wait = network_.link_wait();
  return result;
}

}  // namespace switchyard
