#include "bench/report/machine_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>
#include <string>

#include "bench/report/channel_cycle.hpp"
#include "bench/report/table.hpp"
#include "machines/machine_catalogue.hpp"
#include "machines/machine_file.hpp"
#include "runtime/collective_choice.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// Returns as text the range of message sizes for which an algorithm is chosen, such as "1KiB to 64KiB"; an empty text
/// if the collective does not depend on a size.
std::string size_range_text(const AlgorithmSizeRange& range) {
  if (range.largest_bytes == 0) return "";
  return range.smallest_bytes == range.largest_bytes
             ? format_bytes(range.smallest_bytes)
             : fmt::format("{} to {}", format_bytes(range.smallest_bytes), format_bytes(range.largest_bytes));
}

}  // namespace

void print_machine(std::ostream& out, const Machine& machine) {
  TextTable table({{"constant", TextAlignment::left_aligned},
                   {"value"},
                   {"origin", TextAlignment::left_aligned},
                   {"meaning", TextAlignment::left_aligned}});
  table.set_title("machine " + machine.name());
  table.add_parameter("nodes", std::to_string(machine.node_count()));
  for (const machines::MachineKind& kind : machines::machine_kinds()) {
    if (kind.name != machine.name()) continue;
    if (!kind.release.empty()) table.add_parameter("release", kind.release);
    table.add_parameter("source", kind.source);
  }
  table.add_parameters(machine.model().machine_facts());
  for (const Constant& constant : machines::constants_with_changes_marked(machine)) {
    table.add_row({constant.name, constant.value, constant.origin, constant.meaning});
  }
  if (const std::string text = channel_dependencies_text(machine.routes()); !text.empty())
    table.add_note("channel dependencies: " + text);
  for (const ProtocolInfo& protocol : machine.model().protocols()) {
    table.add_note(fmt::format("protocol {}: {}", protocol.name, protocol.meaning));
  }
  if (const auto choices = machine.model().route_choices(); !choices.empty()) {
    table.add_note(fmt::format("routes that a message may choose: {}", fmt::join(choices, ", ")));
  }
  table.add_note("change a constant with --set NAME=VALUE, or all of them in a file: --toml prints one");
  table.print(out);
}

void print_chosen_collectives(std::ostream& out, const Machine& machine) {
  // The largest number of nodes for which the fastest algorithms of collectives are found by simulated runs, which take
  // long with many nodes.
  constexpr std::uint32_t kMostRehearsed = 1024;
  if (machine.node_count() > kMostRehearsed) {
    out << fmt::format("collectives: not rehearsed with more than {} nodes\n", kMostRehearsed);
    return;
  }
  TextTable table({{"collective", TextAlignment::left_aligned},
                   {"bytes", TextAlignment::left_aligned},
                   {"algorithm", TextAlignment::left_aligned}});
  table.set_title("collectives of all nodes");
  for (const AlgorithmSizeRange& range : algorithms_by_size_range(machine.model())) {
    table.add_row({name_of(range.kind), size_range_text(range), name_of(range.algorithm)});
  }
  table.print(out);
}

}  // namespace switchyard
