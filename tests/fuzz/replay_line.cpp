#include "runtime/stress/replay.hpp"
#include "tests/fuzz/target.hpp"

/// Fuzzes replay lines (recorded runs in one line of text). Parsing the line that was made of a recorded run must give
/// the same run.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  const ReplayLineContents key = parse_replay_string("input", std::string(input));
  abort_with_message_unless_true(parse_replay_string("again", replay_string(key)) == key,
                                 "a run is not what its own line says");
}
