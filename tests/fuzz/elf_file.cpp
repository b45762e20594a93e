#include "runtime/programs/elf_file.hpp"

#include "tests/fuzz/target.hpp"

/// Fuzzes the reader of program files. The fuzzer's first input is a small program, made by gcc -shared -fPIC
/// -nostartfiles -s.
void switchyard::fuzz::take(std::string_view input) {
  const ElfFile file(path_of_file_with(input));
  require(file.bytes().size() <= input.size(), "a program grows");
}
