#pragma once
/// \file halo.hpp
/// Halos of a partitioned graph. Besides the values of its own vertices, each node needs the values of
/// the neighbouring vertices (its halo), and gets these values from the nodes that own the vertices.
///
/// Source: the irregular patterns of Ponnusamy, Thakur, Choudhary, Fox, "Scheduling regular and irregular communication
/// patterns on the CM-5" (1993), sec. 4.5: solvers on partitioned meshes and matrices.

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/matrix/graph.hpp"
#include "algorithms/matrix/partition.hpp"

namespace switchyard {

/// The vertices whose values one node sends to the node `peer`, or receives from it, in ascending order.
struct HaloPart {
  NodeId peer{};
  std::vector<std::uint32_t> vertices;
  friend bool operator==(const HaloPart&, const HaloPart&) = default;
};

/// One node's share of a partitioned graph: the vertices that it owns, and those whose values it exchanges with other
/// nodes. Node i lists the vertices that it sends to node j in the same order in which node j lists the vertices that
/// it receives from node i.
struct Halo {
  std::vector<std::uint32_t> owned_vertices;  ///< the node's own vertices, ascending
  /// for each neighbouring node, ascending: the own vertices that are adjacent to a vertex of that node
  std::vector<HaloPart> sends;
  /// for each neighbouring node, ascending: the vertices of that node that are adjacent to an own vertex
  std::vector<HaloPart> receives;

  /// Returns the vertices in the order of their local numbers: first the vertices that the node owns, then the vertices
  /// that it receives, ordered by the node that sends them. So the values of one message go to consecutive positions.
  std::vector<std::uint32_t> local_vertices() const;
};

/// Returns the halo of each node when every vertex needs the values of its neighbours in the graph. Needs: `partition`
/// is a partition of `graph`.
std::vector<Halo> halos(const Graph& graph, const Partition& partition);
/// Returns the halo of each node when needs go one way: in each edge of `needs`, vertex a needs the value of vertex b.
/// Edges may be given more than once. Needs: `partition` covers all vertices of the edges.
std::vector<Halo> asymmetric_halos(std::span<const Edge> needs, const Partition& partition);

/// Returns the communication matrix of a halo exchange: node i sends to node j `bytes_per_value` bytes for each vertex
/// in the list of vertices that it sends to node j.
/// Throws: UsageError for a total of 2^64 bytes or more.
CommunicationMatrix halo_matrix(std::span<const Halo> halos, std::uint64_t bytes_per_value);
CommunicationMatrix halo_matrix(const Graph& graph, const Partition& partition, std::uint64_t bytes_per_value);

}  // namespace switchyard
