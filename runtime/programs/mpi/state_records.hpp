#pragma once
/// \file state_records.hpp
/// Records in which states a program makes its calls and leaves the meetings of all nodes, so that a search of all
/// orders of events knows when two runs go on alike (runtime/stress/run_cuts.hpp). Nothing is recorded unless somebody
/// compares states (RunMode::program_states).

#include <cstdint>
#include <span>

#include "runtime/group/call.hpp"
#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// Marks that a blocking collective begins, if all nodes meet in it: none leaves it before all have entered it.
void note_meeting_begin(Call& call, const Communicator& comm, const GroupCall& group_call);
/// Records the state in which the program leaves a meeting. Call it when all results of the call are in the program's
/// memory.
void note_meeting_end(Call& call);

}  // namespace switchyard::mpi
