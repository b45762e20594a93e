#include "machines/machine_file.hpp"

#include "tests/fuzz/target.hpp"

/// Fuzzes machine files. A correct file gives a machine, and a file that is written for this machine gives the same
/// machine again.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  const Machine machine =
      machines::make_machine(machines::read_machine_file(path_of_temporary_file_with_content(input)));
  const std::string text = machines::machine_file_text(machine);
  const Machine again = machines::make_machine(machines::read_machine_file(path_of_temporary_file_with_content(text)));
  abort_with_message_unless_true(machines::machine_file_text(again) == text, "a machine is not what its own file says");
}
