#include "bench/stress/replay_file.hpp"

#include "tests/fuzz/target.hpp"

/// Fuzzes replay files. Writing a recorded run to a file and reading the file must give a recorded run with the same
/// text.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  static const Catalogue catalogue = shipped_algorithms();
  const std::string text = replay_text(parse_replay("input", std::string(input), catalogue));
  abort_with_message_unless_true(replay_text(parse_replay("again", text, catalogue)) == text,
                                 "a finding is not what its own file says");
}
