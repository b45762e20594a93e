#include "bench/report/catalogue_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>
#include <string>
#include <vector>

#include "bench/experiment/collective_options.hpp"
#include "bench/report/table.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/collective_choice.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

void print_entry_name(std::ostream& out, const std::string& name, const std::string& summary) {
  out << fmt::format("\n  {}  {}\n", name, summary);
}

void print_fact_of_catalogue_entry(std::ostream& out, const char* name, const std::string& value) {
  if (!value.empty()) out << fmt::format("    {:<11} {}\n", name, value);
}

/// Returns a text that says for which message sizes the machine by itself chooses which algorithm for a collective,
/// such as "tree up to 2KiB, then ...".
std::string algorithms_by_size_text(const Machine& machine, Collective kind) {
  const std::vector<AlgorithmSizeRange> ranges = algorithms_by_size_range(machine.model(), kind);
  std::string text;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    text += text.empty() ? "" : ", then ";
    text += name_of(ranges[i].algorithm);
    if (i + 1 < ranges.size()) text += fmt::format(" up to {}", format_bytes(ranges[i].largest_bytes));
  }
  return text;
}

std::string chosen_algorithms_text(const Machine& machine, SettableCollective which) {
  switch (which) {
    case SettableCollective::barrier:
      return algorithms_by_size_text(machine, Collective::barrier);
    case SettableCollective::broadcast:
      return algorithms_by_size_text(machine, Collective::broadcast);
    case SettableCollective::reduce:
      return algorithms_by_size_text(machine, Collective::reduce);
    case SettableCollective::allreduce:
      return algorithms_by_size_text(machine, Collective::all_reduce);
    case SettableCollective::reduce_scatter:
      return algorithms_by_size_text(machine, Collective::reduce_scatter);
    case SettableCollective::alltoall:
      return "Bruck's algorithm up to 256B a block, then in pairs";
    case SettableCollective::alltoallv:
    case SettableCollective::alltoallw:
      return "in pairs, empty blocks as well";
    default:
      return "the fastest for pattern and size, or all at once";
  }
}

}  // namespace

void print_machine_kinds(std::ostream& out) {
  for (const machines::MachineKind& kind : machines::machine_kinds()) {
    print_entry_name(out, kind.name, kind.summary);
    print_fact_of_catalogue_entry(out, "release", kind.release);
    print_fact_of_catalogue_entry(out, "source", kind.source);
    print_fact_of_catalogue_entry(out, "nodes", kind.nodes);
  }
}

void print_algorithms(std::ostream& out, const Catalogue& catalogue) {
  for (const Algorithm& algorithm : catalogue.algorithms()) {
    print_entry_name(out, algorithm.name, algorithm.summary);
    print_fact_of_catalogue_entry(out, "source", algorithm.source);
    print_fact_of_catalogue_entry(out, "needs", algorithm.needs);
    print_fact_of_catalogue_entry(out, "guarantees", algorithm.guarantees);
  }
}

void print_patterns(std::ostream& out, const Catalogue& catalogue) {
  print_entry_name(out, "dense", "each node sends and receives so many messages, as --density says");
  print_entry_name(out, "complete", "every node sends to every other one");
  print_entry_name(out, "percent", "so many of all pairs have a message");
  print_fact_of_catalogue_entry(out, "parameters", "percent:50");
  print_entry_name(out, "bounded", "many-to-many messages of unequal sizes, with a bound on what a node sends");
  print_fact_of_catalogue_entry(out, "parameters", "bounded:k=32,l=1/32,t=64KiB");
  for (const PatternKind& kind : catalogue.patterns()) {
    print_entry_name(out, kind.name, kind.summary);
    print_fact_of_catalogue_entry(out, "source", kind.source);
    print_fact_of_catalogue_entry(out, "parameters", kind.parameters.empty() ? "" : kind.name + ":" + kind.parameters);
  }
}

void print_programs(std::ostream& out, const Catalogue& catalogue) {
  if (catalogue.programs().empty()) out << "\n  none is shipped; --load LIBRARY adds some\n";
  for (const ProgramKind& kind : catalogue.programs()) {
    print_entry_name(out, kind.name, kind.summary);
    print_fact_of_catalogue_entry(out, "source", kind.source);
    print_fact_of_catalogue_entry(out, "needs", requirements_of_program(kind));
    print_fact_of_catalogue_entry(out, "arguments", kind.arguments.empty() ? "" : kind.name + ":" + kind.arguments);
  }
}

void print_applications(std::ostream& out, const Catalogue& catalogue) {
  print_entry_name(out, "fft2d", "two-dimensional Fourier transform, a complete exchange between its halves");
  print_entry_name(out, "cg", "conjugate gradients of a sparse matrix, halos exchanged in each iteration");
  print_entry_name(out, "euler", "Euler equations on an unstructured mesh, two halos exchanged in each step");
  for (const ApplicationKind& kind : catalogue.applications()) {
    print_entry_name(out, kind.name, kind.summary);
    print_fact_of_catalogue_entry(out, "source", kind.source);
    print_fact_of_catalogue_entry(out, "arguments", kind.arguments.empty() ? "" : kind.name + ":" + kind.arguments);
  }
}

void print_collectives(std::ostream& out, const Catalogue& catalogue, const Machine& machine) {
  TextTable table({{"collective", TextAlignment::left_aligned},
                   {"chosen", TextAlignment::left_aligned},
                   {"algorithms", TextAlignment::left_aligned}});
  table.set_title("collectives of MPI programs, and by which algorithms --collective can have them carried out");
  table.add_parameter("machine", fmt::format("{}, {} nodes", machine.name(), machine.node_count()));
  table.add_parameter("sizes", "bytes that a member gives; reductions add numbers of 8 bytes in any order");
  std::string group;
  for (std::size_t i = 0; i < kSettableCollectiveNames.size(); ++i) {
    const auto which = static_cast<SettableCollective>(i);
    const std::string names = fmt::format("{}", fmt::join(algorithms_for(which, catalogue, machine), " "));
    if (is_exchange(which) && names != group) table.add_separator();
    table.add_row({name_of(which), chosen_algorithms_text(machine, which), names == group ? "the same" : names});
    group = names;
  }
  table.print(out);
}

}  // namespace switchyard
