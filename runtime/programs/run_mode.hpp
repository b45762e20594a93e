#pragma once
/// \file run_mode.hpp
/// The conditions of a program that differ from run to run.

#include "runtime/programs/compute/compute_cost.hpp"

namespace switchyard {

struct RunMode {
  RunMode() = default;
  // The constructor is not explicit, as most runs choose nothing but the cost of computing.
  RunMode(ComputeCost cost) : compute_cost(cost) {}

  ComputeCost compute_cost = {};
  /// A node's clocks show how long it has slept and how often it has looked at them, and nothing that other nodes have
  /// a part in: so they show the same in all orders of events. Sleeping takes no virtual time.
  bool own_clock = false;
  /// No member leaves a blocking collective of MPI before all have entered it, as the standard allows.
  bool synchronising_collectives = false;
};

}  // namespace switchyard
