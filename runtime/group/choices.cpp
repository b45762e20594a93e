#include "runtime/group/choices.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "runtime/group/rehearsal.hpp"

namespace switchyard {
namespace {

/// The largest group that uses algorithm `ring` although its members form a grid. In larger groups
/// the rings of the grid move as many bytes in fewer steps, and simulating the long ring would
/// take much host time.
constexpr std::uint32_t kMostMembersInOneRing = 64;
/// The largest group in which algorithm `pairs` (each member exchanges with every other one) is
/// tried without being asked for. Its many messages take long to simulate, and pay off only for
/// very long vectors.
constexpr std::uint32_t kMostMembersForPairsAlgorithm = 128;

std::vector<CollectiveAlgorithm> algorithms_worth_trying(const GroupCall& call, const GroupShape& shape,
                                                         bool machine_can) {
  std::vector<CollectiveAlgorithm> all = algorithms_for(call, shape);
  if (shape.size > kMostMembersInOneRing && shape.sides.size() > 1) std::erase(all, CollectiveAlgorithm::ring);
  if (shape.size > kMostMembersForPairsAlgorithm) std::erase(all, CollectiveAlgorithm::pairs);
  if (machine_can) all.insert(all.begin(), CollectiveAlgorithm::machine);
  return all;
}

/// The smallest vector size above 0, in bytes, for which collectives are simulated to find the fastest algorithm. Each
/// larger size for which they are simulated is four times the one before.
constexpr std::uint64_t kSmallestSimulatedSize = 8;

/// Returns the largest vector size for which collectives are simulated and that is not above `bytes`.
std::uint64_t largest_simulated_size_up_to(std::uint64_t bytes) {
  std::uint64_t rung = bytes < kSmallestSimulatedSize ? 0 : kSmallestSimulatedSize;
  while (rung > 0 && 4 * rung <= bytes) rung *= 4;
  return rung;
}

bool can_use_algorithm(const GroupOnMachine& setting, const GroupCall& call, CollectiveAlgorithm algorithm) {
  if (algorithm == CollectiveAlgorithm::machine) return setting.is_machine_collective_possible;
  const auto all = algorithms_for(call, group_shape_of(setting));
  return std::ranges::find(all, algorithm) != all.end();
}

}  // namespace

std::uint64_t size_rounded_down_to_four_bits(std::uint64_t bytes) {
  const std::uint64_t step = std::max<std::uint64_t>(std::bit_floor(bytes) / 8, 1);
  return bytes / step * step;
}

GroupShape machine_shape(const MachineModel& machine) {
  std::vector<std::uint32_t> sides = machine.routes().sides();
  std::erase(sides, 1U);
  const std::uint64_t product = std::accumulate(sides.begin(), sides.end(), std::uint64_t{1}, std::multiplies<>());
  if (sides.empty() || product != machine.node_count()) return nearly_square_grid(machine.node_count());
  return {machine.node_count(), std::move(sides)};
}

GroupShape group_shape_of(const GroupOnMachine& setting) {
  if (setting.members.empty()) return machine_shape(setting.machine);
  return nearly_square_grid(static_cast<std::uint32_t>(setting.members.size()));
}

CollectiveChoices& CachedResults::choices() const {
  std::call_once(collective_choices_once_flag_,
                 [this] { collective_choices_ = std::make_shared<CollectiveChoices>(); });
  return *collective_choices_;
}

CollectiveAlgorithm chosen_algorithm(const GroupOnMachine& setting, const GroupCall& call) {
  const bool asks_machine =
      call.algorithm == CollectiveAlgorithm::machine || machine_operation_of(call.kind) == Collective::barrier;
  if (call.algorithm && call.algorithm != CollectiveAlgorithm::machine) return *call.algorithm;
  if (setting.preferred_algorithm && can_use_algorithm(setting, call, *setting.preferred_algorithm))
    return *setting.preferred_algorithm;
  if (setting.is_machine_collective_possible && asks_machine) return CollectiveAlgorithm::machine;
  const std::vector<CollectiveAlgorithm> all =
      algorithms_worth_trying(call, group_shape_of(setting), setting.is_machine_collective_possible);
  return all.size() == 1 ? all.front()
                         : setting.machine.cached_results().choices().fastest_algorithm_for(setting, call, all);
}

CollectiveChoices::CollectiveAlgorithmChoiceInputs CollectiveChoices::algorithm_choice_inputs_of_call(
    const GroupOnMachine& setting, const GroupCall& call) {
  CollectiveAlgorithmChoiceInputs question{.kind = call.kind,
                                           .bytes = call.out.size(),
                                           .element_bytes = 1,
                                           .operand_order = OperandOrder::kept,
                                           .is_machine_collective_possible = setting.is_machine_collective_possible,
                                           .members = {setting.members.begin(), setting.members.end()}};
  const bool combines =
      call.kind == Collective::reduce || call.kind == Collective::all_reduce || call.kind == Collective::reduce_scatter;
  if (!combines) return question;
  // The size of the vector is that of `in`: the span `out` has this size only on the root of a reduce, and in a
  // reduce_scatter it has the size of a block.
  question.bytes = call.in.size();
  question.element_bytes = call.operation.element_bytes;
  question.operand_order = call.operation.operand_order;
  return question;
}

/// Returns a copy of `question` (the data that decide which algorithm is the fastest for a collective) in which the
/// vector has `bytes` bytes, rounded down to whole elements. If the vector has only one element, that element gets the
/// new size.
CollectiveChoices::CollectiveAlgorithmChoiceInputs CollectiveChoices::algorithm_choice_inputs_with_vector_size(
    CollectiveAlgorithmChoiceInputs question, std::uint64_t bytes) {
  if (question.bytes == question.element_bytes) question.element_bytes = std::max<std::uint64_t>(bytes, 1);
  question.bytes = bytes / question.element_bytes * question.element_bytes;
  return question;
}

/// Returns the fastest algorithm for the call. Only some vector sizes are simulated: times grow nearly linearly with
/// the size, so that an algorithm that is fastest for a smaller and for a larger simulated size is fastest between them
/// as well.
CollectiveAlgorithm CollectiveChoices::fastest_algorithm_for(const GroupOnMachine& setting, const GroupCall& call,
                                                             std::span<const CollectiveAlgorithm> all) {
  const CollectiveAlgorithmChoiceInputs asked = algorithm_choice_inputs_of_call(setting, call);
  const std::lock_guard lock(mutex_);
  const std::uint64_t below = largest_simulated_size_up_to(asked.bytes);
  if (below == asked.bytes) return fastest_simulated_algorithm(setting.machine, asked).algorithm;
  const CollectiveAlgorithm smaller =
      fastest_simulated_algorithm(setting.machine, algorithm_choice_inputs_with_vector_size(asked, below)).algorithm;
  const CollectiveAlgorithm larger =
      fastest_simulated_algorithm(
          setting.machine, algorithm_choice_inputs_with_vector_size(asked, std::max(4 * below, kSmallestSimulatedSize)))
          .algorithm;
  if (smaller == larger && std::ranges::find(all, smaller) != all.end()) return smaller;
  const CollectiveAlgorithm here =
      fastest_simulated_algorithm(
          setting.machine, algorithm_choice_inputs_with_vector_size(asked, size_rounded_down_to_four_bits(asked.bytes)))
          .algorithm;
  return std::ranges::find(all, here) != all.end() ? here : all.front();
}

CollectiveChoices::TimedAlgorithm CollectiveChoices::faster_barrier(const MachineModel& machine) {
  const std::lock_guard lock(mutex_);
  return fastest_simulated_algorithm(machine, {.kind = Collective::barrier,
                                               .bytes = 0,
                                               .element_bytes = 1,
                                               .operand_order = OperandOrder::kept,
                                               .is_machine_collective_possible = true,
                                               .members = {}});
}

CollectiveChoices::TimedAlgorithm CollectiveChoices::fastest_simulated_algorithm(
    const MachineModel& machine, const CollectiveAlgorithmChoiceInputs& question) {
  if (const auto known = timed_algorithms_.find(question); known != timed_algorithms_.end()) return known->second;
  const CollectiveSimulation rehearsal(
      {.machine = machine, .members = question.members}, question.kind, question.bytes,
      {.element_bytes = question.element_bytes, .operand_order = question.operand_order});
  const auto all = algorithms_worth_trying(rehearsal.simulated_call(), rehearsal.group_shape(),
                                           question.is_machine_collective_possible);
  TimedAlgorithm best{.algorithm = all.front()};
  for (const CollectiveAlgorithm each : all) {
    const bool has_limit = best.time < Duration::max();
    const auto time = rehearsal.simulated_time_of(each, has_limit ? std::optional(best.time) : std::nullopt);
    if (time && *time < best.time) best = {each, *time};
  }
  timed_algorithms_.emplace(question, best);
  return best;
}

}  // namespace switchyard
