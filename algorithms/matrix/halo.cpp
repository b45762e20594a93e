#include "algorithms/matrix/halo.hpp"

#include <algorithm>

namespace switchyard {
namespace {

/// The nodes, other than its own, that own a neighbour of this vertex: ascending.
std::vector<NodeId> receivers_of(std::uint32_t vertex, const Graph& graph, const Partition& partition) {
  std::vector<NodeId> receivers;
  for (const std::uint32_t other : graph.neighbours(vertex)) {
    if (partition.owner[other] != partition.owner[vertex]) receivers.push_back(partition.owner[other]);
  }
  std::ranges::sort(receivers);
  const auto repeats = std::ranges::unique(receivers);
  receivers.erase(repeats.begin(), repeats.end());
  return receivers;
}

/// Keeps the parts ascending by peer.
void add(std::vector<HaloPart>& parts, NodeId peer, std::uint32_t vertex) {
  auto part = std::ranges::lower_bound(parts, peer, {}, &HaloPart::peer);
  if (part == parts.end() || part->peer != peer) part = parts.insert(part, HaloPart{peer, {}});
  part->vertices.push_back(vertex);
}

}  // namespace

std::vector<std::uint32_t> Halo::local_vertices() const {
  std::vector<std::uint32_t> vertices = owned;
  for (const HaloPart& part : receives) vertices.insert(vertices.end(), part.vertices.begin(), part.vertices.end());
  return vertices;
}

std::vector<Halo> halos(const Graph& graph, const Partition& partition) {
  std::vector<Halo> result(partition.nodes);
  for (std::uint32_t vertex = 0; vertex < graph.vertex_count(); ++vertex) {
    const NodeId owner = partition.owner[vertex];
    result[index(owner)].owned.push_back(vertex);
    for (const NodeId receiver : receivers_of(vertex, graph, partition)) {
      add(result[index(owner)].sends, receiver, vertex);
      add(result[index(receiver)].receives, owner, vertex);
    }
  }
  return result;
}

CommunicationMatrix halo_matrix(std::span<const Halo> halos, std::uint64_t bytes_per_value) {
  std::vector<Triplet> messages;
  for (std::uint32_t node = 0; node < halos.size(); ++node) {
    for (const HaloPart& part : halos[node].sends) {
      messages.push_back({NodeId{node}, part.peer, part.vertices.size() * bytes_per_value});
    }
  }
  return CommunicationMatrix::from_triplets(static_cast<std::uint32_t>(halos.size()), messages);
}

CommunicationMatrix halo_matrix(const Graph& graph, const Partition& partition, std::uint64_t bytes_per_value) {
  return halo_matrix(halos(graph, partition), bytes_per_value);
}

}  // namespace switchyard
