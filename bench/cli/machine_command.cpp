#include <iostream>
#include <memory>

#include "bench/cli/commands.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/report/machine_report.hpp"
#include "machines/machine_file.hpp"

namespace switchyard::cli {
namespace {

struct MachineArguments {
  MachineOptions machine_options;
  LoadedLibraries libraries;
  bool prints_toml = false;
};

ExitCode print_machine_details(const MachineArguments& arguments) {
  const Machine machine = make_machine(arguments.machine_options);
  if (arguments.prints_toml) {
    std::cout << machines::machine_file_text(machine);
  } else {
    print_machine(std::cout, machine);
    print_chosen_collectives(std::cout, machine);
  }
  return ExitCode::done;
}

}  // namespace

Command machine_command_definition() {
  const auto arguments = std::make_shared<MachineArguments>();
  arguments->machine_options.machine_error_place = "NAME";
  std::vector<CommandOption> options{mark_option_as_machine_file(
      {"NAME", "", "a machine of 'switchyard list', or a file FILE.toml",
       [arguments](const std::string& text) { arguments->machine_options.machine_name = text; }, false, true})};
  for (CommandOption& option : machine_setting_options(arguments->machine_options))
    options.push_back(std::move(option));
  options.push_back(library_path_option(arguments->libraries));
  options.push_back(flag_option("--toml", "print a file that --machine reads", arguments->prints_toml));
  return {.name = "machine",
          .summary = "Constants of a machine, where they come from, and what follows from them",
          .examples = {"switchyard machine ipsc860", "switchyard machine ipsc860 --nodes 16 --set hop=5us --toml"},
          .options = std::move(options),
          .run = [arguments](FilesUsedByCommand&) { return print_machine_details(*arguments); }};
}

}  // namespace switchyard::cli
