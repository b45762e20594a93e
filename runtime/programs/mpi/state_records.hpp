#pragma once
/// \file state_records.hpp
/// Records hashes of the states in which a program makes its MPI calls, and in which it leaves collectives that
/// synchronise all nodes. By these hashes, a search of all orders of events knows when two runs go on alike
/// (runtime/stress/run_cuts.hpp). Nothing is recorded unless states are compared (RunMode::program_states).

#include <cstdint>
#include <span>

#include "runtime/group/call.hpp"
#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// Marks the beginning of a blocking collective, if it synchronises all nodes of the run: no node leaves it before all
/// have entered it.
void note_synchronising_collective_begin(Call& call, const Communicator& comm, const GroupCall& group_call);
/// Records the state in which the program leaves a collective that synchronises all nodes of the run. Call it when all
/// results of the call are in the program's memory.
void note_synchronising_collective_end(Call& call);

}  // namespace switchyard::mpi
