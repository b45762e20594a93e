#include "runtime/programs/frame_variables.hpp"

#include "tests/fuzz/target.hpp"

/// Fuzzes the reader of debugging information. The fuzzer's first input has the sections .debug_info and .debug_abbrev
/// of a small program, made by gcc -g -O1 -shared -fPIC -nostartfiles and objcopy.
void switchyard::fuzz::take(std::string_view input) {
  const FrameVariables variables(path_of_file_with(input));
  for (std::uint64_t place = 0; place < 0x2000; place += 0x10) {
    const auto found = variables.range_of_variables_at(place, -32);
    if (found) require(found->begin <= -32 && found->end > -32, "a variable that does not contain the byte");
  }
}
