#pragma once
/// \file topologies.hpp
/// Who is next to whom in a topology.

#include <vector>

#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// Ranks in the order of MPI 3.1, sec. 7.6; MPI_PROC_NULL beyond the border of a grid.
struct Neighbors {
  std::vector<int> sources, destinations;
};

/// Of the calling member. Fails with MPI_ERR_TOPOLOGY if the communicator has no topology.
Neighbors neighbors_in(const Communicator& comm);

}  // namespace switchyard::mpi
