#pragma once
/// \file partition.hpp
/// Deals the vertices of a graph out to nodes, in parts of nearly equal size with few edges between them.
///
/// Source: G. Karypis, V. Kumar, "Multilevel k-way partitioning scheme for irregular graphs", J. Parallel Distrib.
/// Comput. 48 (1998); their library METIS does the work. A build without it refuses to partition.

#include <cstdint>
#include <vector>

#include "algorithms/matrix/graph.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Which node owns each vertex. A node may own none.
struct Partition {
  std::uint32_t nodes = 1;
  std::vector<NodeId> owner;  ///< one for each vertex
};

/// False where this library was built without METIS.
bool can_partition() noexcept;

/// The same partition for the same arguments on one host.
///
/// One thread at a time: METIS draws its random choices from std::rand().
/// Throws: UsageError unless 1 <= parts <= vertices, for a graph too large for METIS, or without METIS.
Partition partition(const Graph& graph, std::uint32_t parts, std::uint64_t seed);

}  // namespace switchyard
