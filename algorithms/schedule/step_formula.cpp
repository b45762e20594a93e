#include "algorithms/schedule/step_formula.hpp"

namespace switchyard {
namespace {

std::uint32_t count_of_other_nodes(std::uint32_t nodes) { return nodes - 1; }

PlanStep exchange_step_with(NodeId partner, std::uint32_t phase) {
  return {PhaseId{phase}, PlannedTransfer{partner}, PlannedTransfer{partner}};
}

/// Returns step number `number` of a node in a pairwise exchange with shifted node numbers: node i acts as node (i +
/// shift) mod nodes.
template <std::uint32_t shift>
PlanStep step_of_pairwise_schedule(std::uint32_t nodes, NodeId node, std::uint32_t number) {
  const std::uint32_t mask = nodes - 1;
  return exchange_step_with(NodeId{((((index(node) + shift) & mask) ^ (number + 1)) - shift) & mask}, number);
}

/// Returns step number `number` of a node in the linear schedule, where all nodes send to node k in phase k: the node
/// first sends to the nodes with lower numbers, then receives from all others, then sends to the nodes with higher
/// numbers.
PlanStep step_of_linear_schedule(std::uint32_t nodes, NodeId node, std::uint32_t number) {
  const std::uint32_t own = index(node);
  const std::uint32_t others = nodes - 1;
  PlanStep step;
  if (number >= own && number < own + others) {
    const std::uint32_t place = number - own;
    step.phase = PhaseId{own};
    step.receive = PlannedTransfer{NodeId{place < own ? place : place + 1}};
  } else {
    const std::uint32_t receiver = number < own ? number : number - others + 1;
    step.phase = PhaseId{receiver};
    step.send = PlannedTransfer{NodeId{receiver}};
  }
  return step;
}

}  // namespace

StepFormula pairwise_formula() { return {count_of_other_nodes, count_of_other_nodes, step_of_pairwise_schedule<0>}; }

StepFormula shifted_pairwise_formula() {
  return {count_of_other_nodes, count_of_other_nodes, step_of_pairwise_schedule<1>};
}

StepFormula gather_formula() {
  return {[](std::uint32_t nodes) { return 2 * (nodes - 1); }, [](std::uint32_t nodes) { return nodes; },
          step_of_linear_schedule};
}

}  // namespace switchyard
