#pragma once
/// \file halo_exchange.hpp
/// Halo exchanges: the nodes exchange boundary values if the vertices of a mesh, or the rows of a sparse matrix, are
/// divided among them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/matrix/halo.hpp"
#include "algorithms/matrix/partition.hpp"

namespace switchyard {

/// The default number of nodes of a halo exchange, which is the number of nodes in the published halo exchanges.
inline constexpr std::uint32_t kDefaultHaloNodes = 32;

/// How the vertices of a mesh, or the rows of a matrix, are divided among nodes.
struct HaloDivision {
  std::optional<std::uint32_t> node_count = {};
  std::uint64_t seed = 1;  ///< the seed of the random choices in making the mesh and in dividing it among the nodes
};

struct HaloExchange {
  std::string source_description;  ///< a description of the mesh or the matrix, such as "mesh of tetrahedra, seed 1"
  Graph graph;
  Partition partition;
  std::vector<Halo> halos;
};

/// Returns the halo exchange of an unstructured mesh around a wing-like block. The mesh is made, and its vertices are
/// divided among the nodes. Throws UsageError if there are more nodes than vertices.
HaloExchange halo_exchange_of_mesh(std::uint32_t vertices, const HaloDivision& division);

/// Returns the halo exchange that precedes a product of the sparse matrix in a file with a vector. The rows of the
/// matrix are divided among the nodes by METIS or, if `partition_file` is given, as that file says. Throws UsageError
/// for a file that is wrong, or if there are more nodes than rows.
HaloExchange halo_exchange_of_matrix(const std::string& path, const std::optional<std::string>& partition_file,
                                     const HaloDivision& division);

}  // namespace switchyard
