#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/cli/reproduce_command.hpp"
#include "bench/experiment/collective_options.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/papers/registry.hpp"
#include "bench/report/table.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/collective_choice.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

struct ListArguments {
  std::string kind;  ///< the kind of entry to list; empty: all kinds
  Libraries libraries;
  MachineOptions machine;
  std::vector<GivenOption> given;  ///< given options that choose a machine
};

const std::vector<std::string> kListed{"machines",     "algorithms",  "patterns",   "programs",
                                       "applications", "collectives", "experiments"};

void print_name(const std::string& name, const std::string& summary) {
  std::cout << fmt::format("\n  {}  {}\n", name, summary);
}

void print_fact(const char* name, const std::string& value) {
  if (!value.empty()) std::cout << fmt::format("    {:<11} {}\n", name, value);
}

void list_machines() {
  for (const machines::MachineKind& kind : machines::machine_kinds()) {
    print_name(kind.name, kind.summary);
    print_fact("release", kind.release);
    print_fact("source", kind.source);
    print_fact("nodes", kind.nodes);
  }
}

void list_algorithms(const Catalogue& catalogue) {
  for (const Algorithm& algorithm : catalogue.algorithms()) {
    print_name(algorithm.name, algorithm.summary);
    print_fact("source", algorithm.source);
    print_fact("needs", algorithm.needs);
    print_fact("guarantees", algorithm.guarantees);
  }
}

void list_patterns(const Catalogue& catalogue) {
  print_name("dense", "each node sends and receives so many messages, as --density says");
  print_name("complete", "every node sends to every other one");
  print_name("percent", "so many of all pairs have a message");
  print_fact("parameters", "percent:50");
  print_name("bounded", "many-to-many messages of unequal sizes, with a bound on what a node sends");
  print_fact("parameters", "bounded:k=32,l=1/32,t=64KiB");
  for (const PatternKind& kind : catalogue.patterns()) {
    print_name(kind.name, kind.summary);
    print_fact("source", kind.source);
    print_fact("parameters", kind.parameters.empty() ? "" : kind.name + ":" + kind.parameters);
  }
}

void list_programs(const Catalogue& catalogue) {
  if (catalogue.programs().empty()) std::cout << "\n  none is shipped; --load LIBRARY adds some\n";
  for (const ProgramKind& kind : catalogue.programs()) {
    print_name(kind.name, kind.summary);
    print_fact("source", kind.source);
    print_fact("needs", needs_of(kind));
    print_fact("arguments", kind.arguments.empty() ? "" : kind.name + ":" + kind.arguments);
  }
}

void list_applications(const Catalogue& catalogue) {
  print_name("fft2d", "two-dimensional Fourier transform, a complete exchange between its halves");
  print_name("cg", "conjugate gradients of a sparse matrix, halos exchanged in each iteration");
  print_name("euler", "Euler equations on an unstructured mesh, two halos exchanged in each step");
  for (const ApplicationKind& kind : catalogue.applications()) {
    print_name(kind.name, kind.summary);
    print_fact("source", kind.source);
    print_fact("arguments", kind.arguments.empty() ? "" : kind.name + ":" + kind.arguments);
  }
}

/// Returns the algorithms that the machine chooses by itself for a collective, with their ranges of sizes, such as
/// "tree up to 2KiB, then ...".
std::string chosen_by_size(const Machine& machine, Collective kind) {
  const std::vector<CollectiveRange> ranges = collective_ranges(machine.model(), kind);
  std::string text;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    text += text.empty() ? "" : ", then ";
    text += name_of(ranges[i].algorithm);
    if (i + 1 < ranges.size()) text += fmt::format(" up to {}", format_bytes(ranges[i].most));
  }
  return text;
}

std::string chosen(const Machine& machine, SettableCollective which) {
  switch (which) {
    case SettableCollective::barrier:
      return chosen_by_size(machine, Collective::barrier);
    case SettableCollective::broadcast:
      return chosen_by_size(machine, Collective::broadcast);
    case SettableCollective::reduce:
      return chosen_by_size(machine, Collective::reduce);
    case SettableCollective::allreduce:
      return chosen_by_size(machine, Collective::all_reduce);
    case SettableCollective::reduce_scatter:
      return chosen_by_size(machine, Collective::reduce_scatter);
    case SettableCollective::alltoall:
      return "Bruck's algorithm up to 256B a block, then in pairs";
    case SettableCollective::alltoallv:
    case SettableCollective::alltoallw:
      return "in pairs, empty blocks as well";
    default:
      return "the fastest for pattern and size, or all at once";
  }
}

void list_collectives(const Catalogue& catalogue, const MachineOptions& options) {
  const Machine machine = make_machine(options);
  Table table({{"collective", Align::left}, {"chosen", Align::left}, {"algorithms", Align::left}});
  table.set_title("collectives of MPI programs, and by which algorithms --collective can have them carried out");
  table.add_parameter("machine", fmt::format("{}, {} nodes", machine.name(), machine.node_count()));
  table.add_parameter("sizes", "bytes that a member gives; reductions add numbers of 8 bytes in any order");
  std::string group;
  for (std::size_t i = 0; i < kSettableNames.size(); ++i) {
    const auto which = static_cast<SettableCollective>(i);
    const std::string names = fmt::format("{}", fmt::join(algorithms_for(which, catalogue, machine), " "));
    if (is_exchange(which) && names != group) table.add_separator();
    table.add_row({name_of(which), chosen(machine, which), names == group ? "the same" : names});
    group = names;
  }
  table.print(std::cout);
}

void list_kind(const std::string& kind, const ListArguments& arguments) {
  const Catalogue& catalogue = arguments.libraries.catalogue;
  if (kind == "experiments") return print_experiments(std::cout, papers::published_experiments());
  if (kind == "collectives") return list_collectives(catalogue, arguments.machine);
  std::cout << kind << '\n';
  if (kind == "machines") list_machines();
  if (kind == "algorithms") list_algorithms(catalogue);
  if (kind == "patterns") list_patterns(catalogue);
  if (kind == "programs") list_programs(catalogue);
  if (kind == "applications") list_applications(catalogue);
}

void refuse_unused(const ListArguments& arguments) {
  if (arguments.given.empty() || arguments.kind == "collectives") return;
  throw UsageError({.place = arguments.given.front().name,
                    .reason = "is for 'list collectives'",
                    .remedy = "leave it out, or write collectives"});
}

ExitCode list(const ListArguments& arguments) {
  refuse_unused(arguments);
  for (const std::string& kind : kListed) {
    if (!arguments.kind.empty() && kind != arguments.kind) continue;
    list_kind(kind, arguments);
    if (arguments.kind.empty() && kind != kListed.back()) std::cout << '\n';
  }
  return ExitCode::done;
}

}  // namespace

Command list_command() {
  const auto arguments = std::make_shared<ListArguments>();
  std::vector<Option> options{{"KIND", "",
                               "machines, algorithms, patterns, programs, applications, collectives or experiments; "
                               "all if not given",
                               [arguments](const std::string& text) {
                                 parse_choice("KIND", text, kListed, "kind");
                                 arguments->kind = text;
                               },
                               false, false, kListed},
                              load_option(arguments->libraries)};
  std::vector<Option> of_machine = machine_options(arguments->machine);
  note_given(of_machine, arguments->given);
  for (Option& option : of_machine) options.push_back(std::move(option));
  return {.name = "list",
          .summary = "What there is, with citations",
          .examples = {"switchyard list algorithms", "switchyard list collectives --machine cm5 --nodes 64"},
          .options = std::move(options),
          .run = [arguments](FilesInUse&) { return list(*arguments); }};
}

}  // namespace switchyard::cli
