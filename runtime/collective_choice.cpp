#include "runtime/collective_choice.hpp"

#include "runtime/group/choices.hpp"
#include "runtime/group/rehearsal.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kLeast = 8;
constexpr std::uint64_t kMost = std::uint64_t{4} << 20U;

}  // namespace

std::vector<CollectiveRange> collective_ranges(const MachineModel& machine) {
  std::vector<CollectiveRange> ranges{{Collective::barrier, 0, 0, collective_choice(machine, Collective::barrier, 0)}};
  for (const Collective kind : {Collective::broadcast, Collective::reduce, Collective::all_reduce}) {
    for (std::uint64_t bytes = kLeast; bytes <= kMost; bytes *= 2) {
      const CollectiveAlgorithm algorithm = collective_choice(machine, kind, bytes);
      if (CollectiveRange& last = ranges.back(); last.kind == kind && last.algorithm == algorithm) {
        last.most = bytes;
      } else {
        ranges.push_back({kind, bytes, bytes, algorithm});
      }
    }
  }
  return ranges;
}

CollectiveAlgorithm collective_choice(const MachineModel& machine, Collective kind, std::uint64_t bytes) {
  const bool is_own_barrier = kind == Collective::barrier && machine.has_collective(kind);
  if (is_own_barrier && machine.node_count() > 1) return machine.found_out().choices().barrier(machine).algorithm;
  const CollectiveSetting setting{.machine = machine, .machine_can = machine.has_collective(kind)};
  const Rehearsal asked(setting, kind, bytes, {.element_bytes = 8, .order = OperandOrder::free});
  return chosen_algorithm(setting, asked.call());
}

}  // namespace switchyard
