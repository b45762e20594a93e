#pragma once
/// \file partition.hpp
/// Partitions the vertices of a graph among nodes, in parts of nearly equal size with few edges between them.
///
/// Source: G. Karypis, V. Kumar, "Multilevel k-way partitioning scheme for irregular graphs", J. Parallel Distrib.
/// Comput. 48 (1998); the METIS library does the work. A build without METIS refuses to partition.

#include <cstdint>
#include <vector>

#include "algorithms/matrix/graph.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// A partition of a graph: which node owns each vertex. A node may own no vertex.
struct Partition {
  std::uint32_t nodes = 1;
  std::vector<NodeId> owner;  ///< the node that owns each vertex
};

/// Returns whether this build can partition graphs: false if it was built without METIS.
bool has_partitioning_library() noexcept;

/// Partitions the vertices of a graph among `parts` nodes. On one host the same arguments give the same partition.
///
/// Only one thread at a time may call this function, because METIS draws its random choices from
/// std::rand().
/// Throws: UsageError unless 1 <= parts <= vertices, for a graph too large for METIS, or in a build without METIS.
Partition partition(const Graph& graph, std::uint32_t parts, std::uint64_t seed);

}  // namespace switchyard
