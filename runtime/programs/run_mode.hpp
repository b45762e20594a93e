#pragma once
/// \file run_mode.hpp
/// The settings of a program that may differ from run to run.

#include "runtime/programs/compute/compute_cost.hpp"

namespace switchyard {

struct RunMode {
  RunMode() = default;
  // This constructor of RunMode is not explicit, because most runs set nothing but the cost of computing.
  RunMode(ComputeCost cost) : compute_cost(cost) {}

  ComputeCost compute_cost = {};
  /// Whether the clock that a program reads shows only how long its node has slept and how often it has read the clock,
  /// instead of virtual time: then it shows the same in all orders of events. Sleeping takes no virtual time then.
  bool own_clock = false;
  /// Whether every blocking collective of MPI synchronises: no member of the communicator leaves it before all members
  /// have entered it, as the standard allows.
  bool synchronising_collectives = false;
};

}  // namespace switchyard
