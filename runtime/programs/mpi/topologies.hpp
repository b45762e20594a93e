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

/// The exchange among neighbours of this topology, made when it is first asked for. Null where the run has no schedules
/// for such exchanges, and for a graph whose members were not asked for all of it when it was made.
PersistentExchange* neighbor_exchange_of(Communicator& comm);

}  // namespace switchyard::mpi
