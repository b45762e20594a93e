#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "bench/cli/algorithm_options.hpp"
#include "bench/cli/commands.hpp"
#include "bench/cli/reproduce_command.hpp"
#include "bench/experiments/registry.hpp"
#include "machines/machine_catalogue.hpp"

namespace switchyard::cli {
namespace {

struct ListArguments {
  std::string kind;  ///< empty: all
  std::vector<std::string> libraries;
};

constexpr const char* kMachines = "machines";
constexpr const char* kAlgorithms = "algorithms";
constexpr const char* kExperiments = "experiments";

void print_fact(const char* name, const std::string& value) {
  if (!value.empty()) std::cout << fmt::format("    {:<11} {}\n", name, value);
}

void list_machines() {
  std::cout << "machines\n";
  for (const machines::MachineKind& kind : machines::machine_kinds()) {
    std::cout << fmt::format("\n  {}  {}\n", kind.name, kind.summary);
    print_fact("source", kind.source);
    print_fact("nodes", kind.nodes);
  }
}

void list_algorithms(const Catalogue& catalogue) {
  std::cout << "algorithms\n";
  for (const Algorithm& algorithm : catalogue.algorithms()) {
    std::cout << fmt::format("\n  {}  {}\n", algorithm.name, algorithm.summary);
    print_fact("source", algorithm.source);
    print_fact("needs", algorithm.needs);
    print_fact("guarantees", algorithm.guarantees);
  }
}

ExitCode list(const ListArguments& arguments) {
  const Catalogue catalogue = catalogue_with(arguments.libraries);
  const bool all = arguments.kind.empty();
  if (all || arguments.kind == kMachines) list_machines();
  if (all) std::cout << '\n';
  if (all || arguments.kind == kAlgorithms) list_algorithms(catalogue);
  if (all) std::cout << '\n';
  if (all || arguments.kind == kExperiments) print_experiments(std::cout, experiments::published_experiments());
  return ExitCode::done;
}

}  // namespace

Command list_command() {
  const auto arguments = std::make_shared<ListArguments>();
  return {.name = "list",
          .summary = "What there is, with citations",
          .examples = {"switchyard list", "switchyard list algorithms"},
          .options = {{"KIND",
                       "",
                       "machines, algorithms or experiments; all if not given",
                       [arguments](const std::string& text) {
                         parse_choice("KIND", text, {kMachines, kAlgorithms, kExperiments}, "kind");
                         arguments->kind = text;
                       },
                       false,
                       false,
                       {kMachines, kAlgorithms, kExperiments}},
                      load_option(arguments->libraries)},
          .run = [arguments] { return list(*arguments); }};
}

}  // namespace switchyard::cli
