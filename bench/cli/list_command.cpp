#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "bench/cli/commands.hpp"
#include "bench/cli/reproduce_command.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/papers/registry.hpp"
#include "machines/machine_catalogue.hpp"

namespace switchyard::cli {
namespace {

struct ListArguments {
  std::string kind;  ///< the kind of entry to list; empty: all kinds
  Libraries libraries;
};

const std::vector<std::string> kListed{"machines", "algorithms", "patterns", "programs", "applications", "experiments"};

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

void list_kind(const std::string& kind, const Catalogue& catalogue) {
  if (kind == "experiments") return print_experiments(std::cout, papers::published_experiments());
  std::cout << kind << '\n';
  if (kind == "machines") list_machines();
  if (kind == "algorithms") list_algorithms(catalogue);
  if (kind == "patterns") list_patterns(catalogue);
  if (kind == "programs") list_programs(catalogue);
  if (kind == "applications") list_applications(catalogue);
}

ExitCode list(const ListArguments& arguments) {
  for (const std::string& kind : kListed) {
    if (!arguments.kind.empty() && kind != arguments.kind) continue;
    list_kind(kind, arguments.libraries.catalogue);
    if (arguments.kind.empty() && kind != kListed.back()) std::cout << '\n';
  }
  return ExitCode::done;
}

}  // namespace

Command list_command() {
  const auto arguments = std::make_shared<ListArguments>();
  return {.name = "list",
          .summary = "What there is, with citations",
          .examples = {"switchyard list", "switchyard list algorithms"},
          .options = {{"KIND", "",
                       "machines, algorithms, patterns, programs, applications or experiments; all if not given",
                       [arguments](const std::string& text) {
                         parse_choice("KIND", text, kListed, "kind");
                         arguments->kind = text;
                       },
                       false, false, kListed},
                      load_option(arguments->libraries)},
          .run = [arguments](FilesInUse&) { return list(*arguments); }};
}

}  // namespace switchyard::cli
