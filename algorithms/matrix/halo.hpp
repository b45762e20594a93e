#pragma once
/// \file halo.hpp
/// What nodes exchange when each needs, beside the vertices it owns, the values of those next to them.
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

/// The vertices whose values pass between a node and one other, ascending.
struct HaloPart {
  NodeId peer{};
  std::vector<std::uint32_t> vertices;
  friend bool operator==(const HaloPart&, const HaloPart&) = default;
};

/// One node's share of a partitioned graph. What i sends to j is, vertex by vertex, what j receives from i.
struct Halo {
  std::vector<std::uint32_t> owned;  ///< ascending
  std::vector<HaloPart> sends;       ///< ascending by peer: owned vertices that one of the peer's needs
  std::vector<HaloPart> receives;    ///< ascending by peer: the peer's vertices that an owned one needs

  /// Local number to vertex: those it owns, then those it receives, one part behind the other. So the values of a
  /// message go to consecutive places.
  std::vector<std::uint32_t> local_vertices() const;
};

/// One for each node; a vertex needs its neighbours. Needs: the partition is one of this graph.
std::vector<Halo> halos(const Graph& graph, const Partition& partition);
/// As above, where needs may go one way only: in each edge vertex a needs b. Edges may be given more than once.
/// Needs: the partition has all of their vertices.
std::vector<Halo> one_way_halos(std::span<const Edge> needs, const Partition& partition);

/// Node i sends to node j `bytes_per_value` for each vertex of that part of its halo.
/// Throws: UsageError for a total of 2^64 bytes.
CommunicationMatrix halo_matrix(std::span<const Halo> halos, std::uint64_t bytes_per_value);
CommunicationMatrix halo_matrix(const Graph& graph, const Partition& partition, std::uint64_t bytes_per_value);

}  // namespace switchyard
