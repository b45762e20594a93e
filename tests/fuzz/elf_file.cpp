#include "runtime/programs/elf_file.hpp"

#include "tests/fuzz/target.hpp"

/// Fuzzes the reader of program files. The fuzzer's first input is a small program, made by gcc -shared -fPIC
/// -nostartfiles -s.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  const std::string path = path_of_temporary_file_with_content(input);
  const ElfFile library(path, ElfFile::Kind::library);
  abort_with_message_unless_true(library.bytes().size() <= input.size(), "a library grows");
  const ElfFile file(path);
  abort_with_message_unless_true(file.bytes().size() <= input.size(), "a program grows");
}
