#include "runtime/collective_choice.hpp"

#include "runtime/group/choices.hpp"
#include "runtime/group/rehearsal.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kSmallestComparedBytes = 8;
constexpr std::uint64_t kLargestComparedBytes = std::uint64_t{4} << 20U;

}  // namespace

std::vector<AlgorithmSizeRange> algorithms_by_size_range(const MachineModel& machine) {
  std::vector<AlgorithmSizeRange> ranges;
  for (const Collective kind :
       {Collective::barrier, Collective::broadcast, Collective::reduce, Collective::all_reduce}) {
    for (const AlgorithmSizeRange& range : algorithms_by_size_range(machine, kind)) ranges.push_back(range);
  }
  return ranges;
}

std::vector<AlgorithmSizeRange> algorithms_by_size_range(const MachineModel& machine, Collective kind) {
  if (kind == Collective::barrier) return {{kind, 0, 0, collective_choice(machine, kind, 0)}};
  std::vector<AlgorithmSizeRange> ranges;
  for (std::uint64_t bytes = kSmallestComparedBytes; bytes <= kLargestComparedBytes; bytes *= 2) {
    const CollectiveAlgorithm algorithm = collective_choice(machine, kind, bytes);
    if (!ranges.empty() && ranges.back().algorithm == algorithm) {
      ranges.back().largest_bytes = bytes;
    } else {
      ranges.push_back({kind, bytes, bytes, algorithm});
    }
  }
  return ranges;
}

std::vector<CollectiveAlgorithm> collective_algorithms(const MachineModel& machine, Collective kind) {
  const CollectiveSimulation large({.machine = machine}, kind, kLargestComparedBytes,
                                   {.element_bytes = 8, .operand_order = OperandOrder::free});
  std::vector<CollectiveAlgorithm> all = algorithms_for(large.simulated_call(), large.group_shape());
  const Collective own = machine_collective_for(kind);
  if (is_possible_machine_collective(own) && machine.has_collective(own))
    all.insert(all.begin(), CollectiveAlgorithm::machine);
  return all;
}

std::vector<CollectiveAlgorithm> collective_algorithms(Collective kind) {
  const std::vector<std::byte> memory(kSmallestComparedBytes);
  GroupCall call{.kind = kind, .in = memory, .operation = {.element_bytes = 1, .operand_order = OperandOrder::free}};
  std::vector<std::byte> result(kSmallestComparedBytes);
  call.out = result;
  // A group of four members in a grid of 2 x 2 can use every algorithm.
  return algorithms_for(call, {.size = 4, .sides = {2, 2}});
}

CollectiveAlgorithm collective_choice(const MachineModel& machine, Collective kind, std::uint64_t bytes) {
  const bool is_own_barrier = kind == Collective::barrier && machine.has_collective(kind);
  if (is_own_barrier && machine.node_count() > 1)
    return machine.cached_results().choices().faster_barrier(machine).algorithm;
  const GroupOnMachine setting{.machine = machine,
                               .is_machine_collective_possible = machine.has_collective(machine_collective_for(kind))};
  const CollectiveSimulation asked(setting, kind, bytes, {.element_bytes = 8, .operand_order = OperandOrder::free});
  return chosen_algorithm(setting, asked.simulated_call());
}

}  // namespace switchyard
