#pragma once
/// \file failing.hpp
/// What a failing call does before it ends the run, if the run looks for defects.

#include <chrono>

#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {

/// Waits a little before this call ends the run by an error, so that other nodes whose calls are about to make the same
/// error are reported, too.
inline void wait_for_same_error_on_other_nodes(const Call& call) {
  constexpr Duration kWhile = std::chrono::microseconds(100);
  if (call.state.history) call.node.compute(kWhile, call.site);
}

}  // namespace switchyard::mpi
