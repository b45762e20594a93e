#pragma once
/// \file step_formula.hpp
/// Steps of a complete exchange by a formula, so that neither the schedule nor the nodes' plans have to be stored.

#include <cstdint>

#include "algorithms/schedule/schedule.hpp"

namespace switchyard {

/// What each node does in a complete exchange, step by step: the same steps that NodePlans makes of the algorithm's
/// schedule. Both functions are pure.
struct StepFormula {
  /// The number of steps that a node takes among `nodes` nodes, and the number of phases. Needs: nodes >= 2.
  std::uint32_t (*step_count)(std::uint32_t nodes);
  std::uint32_t (*phase_count)(std::uint32_t nodes);
  /// Step `number` of `node`. The sizes of its messages are left at 0.
  PlanStep (*step)(std::uint32_t nodes, NodeId node, std::uint32_t number);
};

/// In phase k, node i exchanges with node i xor (k + 1): the formula of ps(). Needs a power of two of nodes.
StepFormula pairwise_formula();
/// As above with node numbers shifted by one: the formula of bs().
StepFormula shifted_pairwise_formula();
/// In phase k, all nodes send to node k, which receives in the order of the senders: the formula of ls().
StepFormula gather_formula();

}  // namespace switchyard
