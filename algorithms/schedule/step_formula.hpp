#pragma once
/// \file step_formula.hpp
/// Formulas for the steps of a complete exchange, so that neither the schedule nor the lists of the nodes' steps have
/// to be stored.

#include <cstdint>

#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// A formula for the steps of every node in a complete exchange. It gives the same steps as ScheduleStepsByNode, which
/// computes them from the algorithm's schedule. All functions are pure.
struct StepFormula {
  /// Returns the number of steps of each node in an exchange among `nodes` nodes. Needs: nodes >= 2.
  std::uint32_t (*step_count)(std::uint32_t nodes);
  /// Returns the number of phases of an exchange among `nodes` nodes. Needs: nodes >= 2.
  std::uint32_t (*phase_count)(std::uint32_t nodes);
  /// Returns step number `number` of `node` in an exchange among `nodes` nodes. The sizes of the step's messages are
  /// left at 0.
  PlanStep (*step)(std::uint32_t nodes, NodeId node, std::uint32_t number);
};

/// Returns the formula of the schedules make_pairwise_schedule() and make_linear_permutation_schedule(): in phase k,
/// node i exchanges messages with node i xor (k + 1). Needs a power of two of nodes.
StepFormula pairwise_formula();
/// Returns the formula of the schedule make_balanced_schedule(): the same steps as in make_pairwise_schedule(), with
/// node numbers shifted by one. Needs a power of two of nodes.
StepFormula shifted_pairwise_formula();
/// Returns the formula of the schedule make_linear_schedule(): in phase k, all nodes send to node k, which receives
/// in the order of the senders.
StepFormula gather_formula();

}  // namespace switchyard
