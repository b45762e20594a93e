/// \file collective_times.cpp
/// Virtual times of barrier, broadcast, reduce and all_reduce on all shipped machines: by each
/// algorithm that can carry them out, and by the algorithm that the machine chooses, with the
/// ratio of its time to the best time. The exit code is 1 if a chosen algorithm takes more than
/// 1.1 times as long as the best, or a barrier longer than an all_reduce of 8 bytes.
///
/// Usage: switchyard_collectives [MOST_NODES [MACHINE...]]

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/report/table.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/collective_choice.hpp"
#include "runtime/error.hpp"
#include "runtime/group.hpp"
#include "runtime/group/choices.hpp"
#include "runtime/nearest.hpp"
#include "runtime/run.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr double kLargestAcceptedTimeRatio = 1.1;
constexpr std::array kTimedNodeCounts{2U, 3U, 7U, 16U, 32U, 48U, 64U, 96U, 512U};
constexpr std::array kTimedByteCounts{8UL, 256UL, 1024UL, 8192UL, 65536UL, 1UL << 20U, 4UL << 20U};
constexpr std::array kTimedAlgorithms{CollectiveAlgorithm::machine,  CollectiveAlgorithm::tree,
                                      CollectiveAlgorithm::doubling, CollectiveAlgorithm::dissemination,
                                      CollectiveAlgorithm::halving,  CollectiveAlgorithm::ring,
                                      CollectiveAlgorithm::rings};
/// Largest number of nodes with which the algorithm `ring` is timed. With more nodes the emulation would take too long.
constexpr std::uint32_t kMostNodesForRing = 96;

/// Returns a machine of the given kind, without random delays. Returns nothing if machines of this kind cannot have
/// this number of nodes.
std::optional<Machine> machine_without_delays(const machines::MachineKind& kind, std::uint32_t nodes) {
  machines::MachineChoice choice{.name = kind.name, .nodes = nodes};
  try {
    const Machine machine = kind.make(choice);
    for (const Constant& constant : machine.model().constants()) {
      if (constant.name == "drift_on") choice.settings.push_back({.place = {}, .name = "drift_on", .value = "false"});
    }
    return kind.make(choice);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

GroupCall group_call_of_collective(Collective kind, std::span<std::byte> data) {
  switch (kind) {
    case Collective::broadcast:
      return GroupCall::broadcast(0, data);
    case Collective::reduce:
      return GroupCall::reduce(0, data, data, make_byte_operation<double>(std::plus<>(), OperandOrder::free));
    case Collective::all_reduce:
      return GroupCall::all_reduce_or_scan(kind, data, data,
                                           make_byte_operation<double>(std::plus<>(), OperandOrder::free));
    default:
      return GroupCall::barrier();
  }
}

/// Returns the virtual time that a collective takes with this algorithm or, if no algorithm is given, with the
/// algorithm that the machine chooses.
Duration collective_time(const Machine& machine, Collective kind, std::size_t bytes,
                         std::optional<CollectiveAlgorithm> algorithm) {
  const NodeProgram program = [&](Node& self) {
    std::vector<NodeId> everyone;
    for (std::uint32_t i = 0; i < self.node_count(); ++i) everyone.push_back(NodeId{i});
    Group group(self, everyone, Context{kFirstFreeContext});
    std::vector<std::byte> data(bytes);
    const bool is_own = algorithm == CollectiveAlgorithm::machine && kind == Collective::barrier;
    GroupCall call = is_own ? GroupCall{.kind = Collective::global_sync} : group_call_of_collective(kind, data);
    call.algorithm = algorithm;
    group.run(std::move(call));
  };
  return run(machine, program, {.executor = ExecutorKind::fibers}).makespan;
}

/// Returns the algorithms to be timed: all that can carry out this collective on the machine, except that the slow
/// algorithm `ring` is left out if the machine has more than kMostNodesForRing nodes.
std::vector<CollectiveAlgorithm> timed_algorithms(const Machine& machine, Collective kind, std::size_t bytes) {
  const bool machine_can = machine.model().has_collective(kind);
  std::vector<std::byte> data(bytes);
  const GroupShape shape = machine_shape(machine.model());
  std::vector<CollectiveAlgorithm> all = algorithms_for(group_call_of_collective(kind, data), shape);
  if (machine_can) all.push_back(CollectiveAlgorithm::machine);
  if (shape.size > kMostNodesForRing) std::erase(all, CollectiveAlgorithm::ring);
  return all;
}

class CollectiveTimes {
 public:
  CollectiveTimes() : times_table_(table_columns()) {
    times_table_.set_title("virtual times of collectives of all nodes, us");
    times_table_.add_parameter("data", "numbers of 8 B, added in any order; from or to node 0");
  }

  void measure_and_tabulate_collective_times(const Machine& machine) {
    const Duration barrier = measure_and_tabulate_collective_times(machine, Collective::barrier, 0);
    for (const Collective kind : {Collective::broadcast, Collective::reduce, Collective::all_reduce}) {
      for (const std::size_t bytes : kTimedByteCounts) {
        if (machine.node_count() * bytes > kMostBytesOfAllNodes) continue;
        const Duration time = measure_and_tabulate_collective_times(machine, kind, bytes);
        if (kind == Collective::all_reduce && bytes == kTimedByteCounts.front() && barrier > time)
          record_slow_algorithm_choice("barrier", machine);
      }
    }
  }

  bool print_table_and_failures() {
    times_table_.add_note(fmt::format("worst ratio to the best: {:.3f}", worst_ratio_));
    for (const std::string& failure : failure_texts_) times_table_.add_note(failure);
    times_table_.print(std::cout);
    return failure_texts_.empty();
  }

 private:
  static constexpr std::size_t kMostBytesOfAllNodes = std::size_t{2} << 30U;

  static std::vector<TextColumn> table_columns() {
    std::vector<TextColumn> all{
        {"machine", TextAlignment::left_aligned}, {"nodes"}, {"collective", TextAlignment::left_aligned}, {"bytes"}};
    for (const CollectiveAlgorithm each : kTimedAlgorithms) all.push_back({name_of(each)});
    all.push_back({"chosen", TextAlignment::left_aligned});
    all.push_back({"ratio"});
    return all;
  }

  Duration measure_and_tabulate_collective_times(const Machine& machine, Collective kind, std::size_t bytes) {
    const std::vector<CollectiveAlgorithm> all = timed_algorithms(machine, kind, bytes);
    std::vector<TextTableCell> row{machine.name(), std::to_string(machine.node_count()), name_of(kind),
                                   std::to_string(bytes)};
    Duration best = Duration::max();
    for (const CollectiveAlgorithm each : kTimedAlgorithms) {
      if (std::ranges::find(all, each) == all.end()) {
        row.emplace_back("");
        continue;
      }
      const Duration time = collective_time(machine, kind, bytes, each);
      best = std::min(best, time);
      row.emplace_back(fmt::format("{:.1f}", microseconds(time)));
    }
    const Duration chosen = collective_time(machine, kind, bytes, std::nullopt);
    const double ratio = static_cast<double>(chosen.count()) / static_cast<double>(best.count());
    worst_ratio_ = std::max(worst_ratio_, ratio);
    if (ratio > kLargestAcceptedTimeRatio)
      record_slow_algorithm_choice(fmt::format("{} of {} B", name_of(kind), bytes), machine);
    row.emplace_back(name_of(collective_choice(machine.model(), kind, bytes)));
    row.emplace_back(fmt::format("{:.3f}", ratio));
    times_table_.add_row(std::move(row));
    return chosen;
  }

  void record_slow_algorithm_choice(const std::string& what, const Machine& machine) {
    failure_texts_.push_back(fmt::format("too slow: {} on {}, {} nodes", what, machine.name(), machine.node_count()));
  }

  TextTable times_table_;
  double worst_ratio_ = 1;
  std::vector<std::string> failure_texts_;
};

/// Returns the kinds of machines of this program that have these names, or all kinds if no names are given.
std::vector<machines::MachineKind> machine_kinds_named(std::span<const std::string> names) {
  std::vector<machines::MachineKind> kinds = machines::machine_kinds();
  if (names.empty()) return kinds;
  std::vector<std::string> known;
  for (const machines::MachineKind& kind : kinds) known.push_back(kind.name);
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) == known.end())
      throw UsageError(mistake_for_unknown_name("MACHINE", name, known, "machine"));
  }
  std::erase_if(kinds,
                [&](const machines::MachineKind& kind) { return std::ranges::find(names, kind.name) == names.end(); });
  return kinds;
}

}  // namespace
}  // namespace switchyard

int main(int count, char** arguments) {
  using namespace switchyard;
  try {
    const std::vector<std::string> words(arguments + 1, arguments + count);
    const std::uint64_t most = words.empty() ? kTimedNodeCounts.back() : parse_count("MOST_NODES", words[0], 2);
    const std::vector<machines::MachineKind> kinds =
        machine_kinds_named(std::span(words).subspan(words.empty() ? 0 : 1));
    CollectiveTimes times;
    for (const machines::MachineKind& kind : kinds) {
      for (const std::uint32_t nodes : kTimedNodeCounts) {
        if (nodes > most) continue;
        if (const auto machine = machine_without_delays(kind, nodes))
          times.measure_and_tabulate_collective_times(*machine);
      }
    }
    return times.print_table_and_failures() ? 0 : 1;
  } catch (const UsageError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
