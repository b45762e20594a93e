#pragma once
/// \file topologies.hpp
/// The neighbours of a communicator's member in the communicator's topology.

#include <vector>

#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

/// The neighbours of one member in a topology: their ranks in the order that MPI 3.1, sec. 7.6, defines; MPI_PROC_NULL
/// stands for a neighbour beyond the border of a grid.
struct Neighbors {
  std::vector<int> sources, destinations;
};

/// Returns the neighbours of the calling member in the communicator's topology. Fails with MPI_ERR_TOPOLOGY if there is
/// no topology.
Neighbors neighbors_of_this_member(const Communicator& comm);

/// Returns the scheduled exchange among all neighbours in the communicator's topology, which the first call makes.
/// Returns null if the run uses no communication schedules for such exchanges, or if the topology is a distributed
/// graph whose edges were not gathered on all members.
PersistentExchange* neighbor_exchange_of(Communicator& comm);

}  // namespace switchyard::mpi
