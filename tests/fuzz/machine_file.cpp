#include "machines/machine_file.hpp"

#include "tests/fuzz/target.hpp"

/// Fuzzes machine files. A correct file gives a machine, and a file that is written for this machine gives the same
/// machine again.
void switchyard::fuzz::take(std::string_view input) {
  const Machine machine = machines::make_machine(machines::read_machine_file(path_of_file_with(input)));
  const std::string text = machines::machine_file_text(machine);
  const Machine again = machines::make_machine(machines::read_machine_file(path_of_file_with(text)));
  require(machines::machine_file_text(again) == text, "a machine is not what its own file says");
}
