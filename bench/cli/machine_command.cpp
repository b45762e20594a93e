#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>

#include "bench/cli/commands.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/report/channel_cycle.hpp"
#include "bench/report/table.hpp"
#include "machines/machine_file.hpp"
#include "runtime/collective_choice.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

struct MachineArguments {
  MachineOptions machine;
  Libraries libraries;
  bool toml = false;
};

void print_machine(const Machine& machine) {
  Table table({{"constant", Align::left}, {"value"}, {"origin", Align::left}, {"meaning", Align::left}});
  table.set_title("machine " + machine.name());
  table.add_parameter("nodes", std::to_string(machine.node_count()));
  for (const machines::MachineKind& kind : machines::machine_kinds()) {
    if (kind.name != machine.name()) continue;
    if (!kind.release.empty()) table.add_parameter("release", kind.release);
    table.add_parameter("source", kind.source);
  }
  table.add_parameters(machine.model().facts());
  for (const Constant& constant : machines::known_constants(machine)) {
    table.add_row({constant.name, constant.value, constant.origin, constant.meaning});
  }
  if (const std::string text = dependencies_text(machine.routes()); !text.empty())
    table.add_note("channel dependencies: " + text);
  for (const ProtocolInfo& protocol : machine.model().protocols()) {
    table.add_note(fmt::format("protocol {}: {}", protocol.name, protocol.meaning));
  }
  if (const auto choices = machine.model().route_choices(); !choices.empty()) {
    table.add_note(fmt::format("routes that a message may choose: {}", fmt::join(choices, ", ")));
  }
  table.add_note("change a constant with --set NAME=VALUE, or all of them in a file: --toml prints one");
  table.print(std::cout);
}

/// Formats the range of message sizes in which an algorithm is chosen, such as "1KiB to 64KiB"; the sizes are powers of
/// two.
std::string size_range(const CollectiveRange& range) {
  if (range.most == 0) return "";
  return range.least == range.most ? format_bytes(range.least)
                                   : fmt::format("{} to {}", format_bytes(range.least), format_bytes(range.most));
}

/// Prints which algorithms carry out the collectives on the machine, by message size.
void print_collectives(const Machine& machine) {
  constexpr std::uint32_t kMostRehearsed =
      1024;  // with more nodes the rehearsals (simulated runs that find the fastest algorithm) take long
  if (machine.node_count() > kMostRehearsed) {
    std::cout << fmt::format("collectives: not rehearsed with more than {} nodes\n", kMostRehearsed);
    return;
  }
  Table table({{"collective", Align::left}, {"bytes", Align::left}, {"algorithm", Align::left}});
  table.set_title("collectives of all nodes");
  for (const CollectiveRange& range : collective_ranges(machine.model())) {
    table.add_row({name_of(range.kind), size_range(range), name_of(range.algorithm)});
  }
  table.print(std::cout);
}

ExitCode show(const MachineArguments& arguments) {
  const Machine machine = make_machine(arguments.machine);
  if (arguments.toml) {
    std::cout << machines::machine_file_text(machine);
  } else {
    print_machine(machine);
    print_collectives(machine);
  }
  return ExitCode::done;
}

}  // namespace

Command machine_command() {
  const auto arguments = std::make_shared<MachineArguments>();
  arguments->machine.machine_place = "NAME";
  std::vector<Option> options{
      that_reads_machine({"NAME", "", "a machine of 'switchyard list', or a file FILE.toml",
                          [arguments](const std::string& text) { arguments->machine.machine = text; }, false, true})};
  for (Option& option : machine_settings(arguments->machine)) options.push_back(std::move(option));
  options.push_back(load_option(arguments->libraries));
  options.push_back(flag("--toml", "print a file that --machine reads", arguments->toml));
  return {.name = "machine",
          .summary = "Constants of a machine, where they come from, and what follows from them",
          .examples = {"switchyard machine ipsc860", "switchyard machine ipsc860 --nodes 16 --set hop=5us --toml"},
          .options = std::move(options),
          .run = [arguments](FilesInUse&) { return show(*arguments); }};
}

}  // namespace switchyard::cli
