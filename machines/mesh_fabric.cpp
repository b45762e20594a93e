#include "machines/mesh_fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace switchyard {

MeshFabric::MeshFabric(Emulation& emulation, const Mesh& mesh, const machines::MeshOptions& options)
    : PortFabric(emulation, mesh.node_count(),
                 {.send_overhead = options.send_overhead,
                  .receive_overhead = options.receive_overhead,
                  .system_buffer = options.system_buffer,
                  .copy_out = options.copy_per_byte}),
      mesh_(mesh),
      options_(options),
      network_(emulation, mesh, {}, kHop),
      tails_(mesh.node_count()) {}

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

void MeshFabric::depart(NodeId source, const Request& message) {
  network_.start(source, {message.peer, message.route}, options_.hop, span_of(message));
}

void MeshFabric::on_event(const Event& event) {
  if (event.kind == kTail) return tail_moves(event.node());
  if (network_.advance(event)) reached(event.node());
}

void MeshFabric::move_data(NodeId source, const Request& message) {
  Tail& tail = tails_[index(source)];
  tail.links = network_.held_channels(source);
  tail.ends = emulation_.now() + data_time(message.bytes);
  if (options_.circuits) tail.ends += options_.hop * mesh_.distance(source, message.peer);  // the acknowledge
  schedule_tail(source);
}

/// A worm's tail leaves its links a hop apart, the last when the last byte arrives; a circuit's all together.
void MeshFabric::schedule_tail(NodeId source) {
  const Tail& tail = tails_[index(source)];
  const std::int64_t behind = options_.circuits ? 0 : tail.links - 1;
  const VirtualTime at = std::max(emulation_.now(), tail.ends - options_.hop * behind);
  emulation_.schedule(at - emulation_.now(), source, kTail);
}

void MeshFabric::tail_moves(NodeId source) {
  Tail& tail = tails_[index(source)];
  if (options_.circuits || tail.links == 1) {
    network_.release(source);
    return arrived(source);
  }
  network_.release_tail(source);
  --tail.links;
  schedule_tail(source);
}

/// The global synchronisation, the only collective of the machine.
void MeshFabric::begin_collective(Collective /*kind*/, std::uint64_t /*bytes*/) {
  const Duration cost = options_.sync_per_step * std::bit_width(mesh_.node_count() - 1);
  for (std::uint32_t i = 0; i < mesh_.node_count(); ++i) emulation_.leave_collective(NodeId{i}, cost);
}

bool MeshFabric::describe_way(NodeId source, std::vector<Blocker>& out) const {
  if (!network_.waits_for_link(source)) return false;
  const NodeId holder = network_.link_holder(source);
  out.push_back(
      {holder, fmt::format("link {}->{}, held by the message {}->{}", index(network_.head(source)),
                           index(network_.next_node(source)), index(holder), index(network_.destination(holder)))});
  return true;
}

FabricStatistics MeshFabric::statistics() const {
  FabricStatistics result = statistics_;
  result.blocked = network_.blocked();
  result.link_wait = network_.link_wait();
  return result;
}

}  // namespace switchyard
