#pragma once
/// \file halo_exchange.hpp
/// Halo exchanges: the values that nodes must exchange if the vertices of a mesh, or the rows of a
/// sparse matrix, are divided among them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/matrix/halo.hpp"
#include "algorithms/matrix/partition.hpp"

namespace switchyard {

/// The default number of nodes for halo exchanges; the published halo exchanges have this number.
inline constexpr std::uint32_t kDefaultHaloNodes = 32;

/// How vertices or rows are divided among nodes.
struct HaloDivision {
  std::optional<std::uint32_t> node_count = {};
  std::uint64_t seed = 1;  ///< seed of the random choices in making and dividing the mesh
};

struct HaloExchange {
  std::string source_description;  ///< a description of the mesh or the matrix, such as "mesh of tetrahedra, seed 1"
  Graph graph;
  Partition partition;
  std::vector<Halo> halos;
};

/// Returns the halos of an unstructured mesh around a wing-like block, whose vertices are divided among the nodes.
/// Throws UsageError if there are more nodes than vertices.
HaloExchange halo_exchange_of_mesh(std::uint32_t vertices, const HaloDivision& division);

/// Returns the halos of a product with the sparse matrix in a file, whose rows are divided by METIS or, with
/// `partition_file`, as that file says. Throws UsageError for a file that is wrong, or if there are more nodes than
/// rows.
HaloExchange halo_exchange_of_matrix(const std::string& path, const std::optional<std::string>& partition_file,
                                     const HaloDivision& division);

}  // namespace switchyard
