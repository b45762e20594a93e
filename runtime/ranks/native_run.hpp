#pragma once
/// \file native_run.hpp
/// Runs a node program on the processes that an mpirun has started, one node on each rank.

#include <cstdint>
#include <functional>

#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "runtime/ranks/native_session.hpp"
#include "runtime/ranks/rank_job.hpp"

namespace switchyard {

/// A node program that also gets the NativeSession of its node. By NativeSession::wait_for_all_ranks() the program can
/// wait for all other ranks outside of the parts whose time it measures.
using NativeProgram = std::function<void(Node& self, NativeSession& session)>;

/// Runs the program as the node of this rank; all ranks must call this function. `machine`, with as many nodes as there
/// are ranks, says which routes and protocols programs see; nothing of it is emulated. An error ends the job on all
/// ranks: it is printed on standard error, and the call does not return.
void run_native(RankJob& job, const Machine& machine, const NativeProgram& program, std::uint64_t seed);

}  // namespace switchyard
