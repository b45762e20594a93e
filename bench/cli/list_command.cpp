#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/cli/reproduce_command.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/papers/registry.hpp"
#include "bench/report/catalogue_report.hpp"
#include "runtime/error.hpp"

namespace switchyard::cli {
namespace {

struct ListCommandArguments {
  std::string listed_entry_kind;  ///< the kind of entries to list, such as "machines"; empty for all kinds
  LoadedLibraries libraries;
  MachineOptions machine;
  /// The options on the user's command line that choose the machine, such as --machine and --nodes.
  std::vector<GivenOption> given_options;
};

const std::vector<std::string> kListableKinds{"machines",     "algorithms",  "patterns",   "programs",
                                              "applications", "collectives", "experiments"};

void print_list_of_kind(const std::string& kind, const ListCommandArguments& arguments) {
  const Catalogue& catalogue = arguments.libraries.catalogue;
  if (kind == "experiments") return print_experiments(std::cout, papers::published_experiments());
  if (kind == "collectives") return print_collectives(std::cout, catalogue, make_machine(arguments.machine));
  std::cout << kind << '\n';
  if (kind == "machines") print_machine_kinds(std::cout);
  if (kind == "algorithms") print_algorithms(std::cout, catalogue);
  if (kind == "patterns") print_patterns(std::cout, catalogue);
  if (kind == "programs") print_programs(std::cout, catalogue);
  if (kind == "applications") print_applications(std::cout, catalogue);
}

void refuse_unused_machine_options(const ListCommandArguments& arguments) {
  if (arguments.given_options.empty() || arguments.listed_entry_kind == "collectives") return;
  throw UsageError({.place = arguments.given_options.front().name,
                    .reason = "is for 'list collectives'",
                    .remedy = "leave it out, or write collectives"});
}

ExitCode print_catalogue_lists(const ListCommandArguments& arguments) {
  refuse_unused_machine_options(arguments);
  for (const std::string& kind : kListableKinds) {
    if (!arguments.listed_entry_kind.empty() && kind != arguments.listed_entry_kind) continue;
    print_list_of_kind(kind, arguments);
    if (arguments.listed_entry_kind.empty() && kind != kListableKinds.back()) std::cout << '\n';
  }
  return ExitCode::done;
}

}  // namespace

Command list_command_definition() {
  const auto arguments = std::make_shared<ListCommandArguments>();
  std::vector<CommandOption> options{
      {"KIND", "",
       "machines, algorithms, patterns, programs, applications, collectives or experiments; "
       "all if not given",
       [arguments](const std::string& text) {
         parse_choice("KIND", text, kListableKinds, "kind");
         arguments->listed_entry_kind = text;
       },
       false, false, kListableKinds},
      library_path_option(arguments->libraries)};
  std::vector<CommandOption> of_machine = machine_options(arguments->machine);
  record_given_options(of_machine, arguments->given_options);
  for (CommandOption& option : of_machine) options.push_back(std::move(option));
  return {.name = "list",
          .summary = "What there is, with citations",
          .examples = {"switchyard list algorithms", "switchyard list collectives --machine cm5 --nodes 64"},
          .options = std::move(options),
          .run = [arguments](FilesUsedByCommand&) { return print_catalogue_lists(*arguments); }};
}

}  // namespace switchyard::cli
