#include <iostream>
#include <memory>

#include "algorithms/catalogue.hpp"
#include "bench/cli/commands.hpp"
#include "bench/cli/help_formats.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/build_info.hpp"

namespace switchyard::cli {
namespace {

const std::vector<std::string> kGeneratedFileKinds{"man", "bash", "zsh"};

/// Sets the values that the shell offers for the options --algorithm and --machine to the names of all algorithms and
/// machines in the catalogues.
void add_catalogue_names_to_completion(Command& command) {
  for (CommandOption& option : command.options) {
    if (option.name == "--algorithm") option.choices = shipped_algorithms().names();
    if (option.name == "--machine") option.choices = machines::machine_names();
  }
  for (Command& child : command.subcommands) add_catalogue_names_to_completion(child);
}

std::string man_page_or_completion_script(std::size_t kind) {
  Command all = definition_of_all_commands();
  add_catalogue_names_to_completion(all);
  if (kind == 0) return man_page(all, "switchyard " + std::string(build_info().version));
  return kind == 1 ? bash_completion(all) : zsh_completion(all);
}

}  // namespace

Command generate_command_definition() {
  const auto kind = std::make_shared<std::size_t>();
  return {.name = "generate",
          .summary = "Prints the manual page, or a script with which a shell completes command lines",
          .examples = {"switchyard generate man", "switchyard generate bash"},
          .options = {{.name = "KIND",
                       .value_name = "",
                       .help_text = "man; or bash, to be read with: source <(switchyard generate bash); or zsh",
                       .set_value =
                           [kind](const std::string& text) {
                             *kind = parse_choice("KIND", text, kGeneratedFileKinds, "kind");
                           },
                       .is_required = true,
                       .choices = kGeneratedFileKinds}},
          .run = [kind](FilesUsedByCommand&) {
            std::cout << man_page_or_completion_script(*kind);
            return ExitCode::done;
          }};
}

}  // namespace switchyard::cli
