#include "algorithms/matrix/halo.hpp"

#include <algorithm>
#include <compare>
#include <utility>

namespace switchyard {
namespace {

/// A vertex of a partitioned graph whose value one node owns (source) and another node needs (destination).
struct NeededHaloVertex {
  NodeId source{};
  NodeId destination{};
  std::uint32_t vertex = 0;
  friend auto operator<=>(const NeededHaloVertex&, const NeededHaloVertex&) = default;
};

/// If the two ends of the edge a-b belong to different nodes, notes in `crossings` that the node that owns vertex a
/// needs the value of vertex b.
void add_needed_vertex_if_edge_is_cut(std::vector<NeededHaloVertex>& crossings, Edge need, const Partition& partition) {
  const NodeId from = partition.owner[need.b];
  const NodeId to = partition.owner[need.a];
  if (from != to) crossings.push_back({from, to, need.b});
}

/// Adds a vertex to the last of `parts` if that part belongs to node `peer`, and otherwise to a new part. Needs: the
/// calls come in ascending order of `peer`, so that the parts are sorted.
void append_vertex_to_halo_part(std::vector<HaloPart>& parts, NodeId peer, std::uint32_t vertex) {
  if (parts.empty() || parts.back().peer != peer) parts.push_back({peer, {}});
  parts.back().vertices.push_back(vertex);
}

std::vector<Halo> halos_from_needed_vertices(std::vector<NeededHaloVertex> crossings, const Partition& partition) {
  std::ranges::sort(crossings);
  const auto repeats = std::ranges::unique(crossings);
  crossings.erase(repeats.begin(), repeats.end());
  std::vector<Halo> result(partition.nodes);
  for (std::uint32_t vertex = 0; vertex < partition.owner.size(); ++vertex) {
    result[index(partition.owner[vertex])].owned_vertices.push_back(vertex);
  }
  for (const auto& [from, to, vertex] : crossings) {
    append_vertex_to_halo_part(result[index(from)].sends, to, vertex);
    append_vertex_to_halo_part(result[index(to)].receives, from, vertex);
  }
  return result;
}

}  // namespace

std::vector<std::uint32_t> Halo::local_vertices() const {
  std::vector<std::uint32_t> vertices = owned_vertices;
  for (const HaloPart& part : receives) vertices.insert(vertices.end(), part.vertices.begin(), part.vertices.end());
  return vertices;
}

std::vector<Halo> halos(const Graph& graph, const Partition& partition) {
  std::vector<NeededHaloVertex> crossings;
  for (std::uint32_t vertex = 0; vertex < graph.vertex_count(); ++vertex) {
    for (const std::uint32_t other : graph.neighbours(vertex))
      add_needed_vertex_if_edge_is_cut(crossings, {vertex, other}, partition);
  }
  return halos_from_needed_vertices(std::move(crossings), partition);
}

std::vector<Halo> asymmetric_halos(std::span<const Edge> needs, const Partition& partition) {
  std::vector<NeededHaloVertex> crossings;
  for (const Edge need : needs) add_needed_vertex_if_edge_is_cut(crossings, need, partition);
  return halos_from_needed_vertices(std::move(crossings), partition);
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
