#pragma once
/// \file failing.hpp
/// What a call does before it ends the run, where defects are looked for.

#include <chrono>

#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {

/// Others may be about to make the same error: so that their calls are noted, too, this one waits a little.
inline void let_others_fail(const Call& call) {
  constexpr Duration kWhile = std::chrono::microseconds(100);
  if (call.state.witness) call.node.compute(kWhile, call.site);
}

}  // namespace switchyard::mpi
