#pragma once
/// \file topologies.hpp
/// The neighbours of a communicator's member in its topology.

#include <vector>

#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// The neighbours of one member: their ranks in the order of MPI 3.1, sec. 7.6; MPI_PROC_NULL beyond the border of a
/// grid.
struct Neighbors {
  std::vector<int> sources, destinations;
};

/// Returns the neighbours of the calling member. Fails with MPI_ERR_TOPOLOGY if the communicator has no topology.
Neighbors neighbors_of_this_member(const Communicator& comm);

/// Returns the exchange among neighbours in the communicator's topology; the first call makes it.
/// Returns null if the run uses no schedules for such exchanges, or if the topology is a
/// distributed graph, the edges of which were not gathered on all members.
PersistentExchange* neighbor_exchange_of(Communicator& comm);

}  // namespace switchyard::mpi
