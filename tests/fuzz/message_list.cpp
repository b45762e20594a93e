#include "algorithms/schedule/message_list.hpp"

#include <sstream>

#include "tests/fuzz/target.hpp"

/// Fuzzes message lists. Writing a list to a file and reading the file must give the same list.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  const GridShape mesh{10, 10};
  std::istringstream in{std::string(input)};
  const auto messages = read_message_list(in, "input", mesh);
  std::stringstream file;
  write_message_list(file, messages, mesh);
  abort_with_message_unless_true(read_message_list(file, "again", mesh) == messages,
                                 "a list is not what is read from its own file");
}
