#include "runtime/programs/frame_variables.hpp"

#include "tests/fuzz/target.hpp"

/// Fuzzes the reader of debugging information. The fuzzer's first input has the sections .debug_info and .debug_abbrev
/// of a small program, made by gcc -g -O1 -shared -fPIC -nostartfiles and objcopy.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  const StackFrameVariables variables(path_of_temporary_file_with_content(input));
  for (std::uint64_t place = 0; place < 0x2000; place += 0x10) {
    const auto found = variables.range_of_variables_at(place, -32);
    if (found)
      abort_with_message_unless_true(found->begin <= -32 && found->end > -32,
                                     "a variable that does not contain the byte");
  }
}
