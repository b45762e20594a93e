#include "runtime/programs/elf_file.hpp"

#include "tests/fuzz/target.hpp"

/// Fuzzes the reader of program files. The fuzzer's first input is a small program, made by gcc -shared -fPIC
/// -nostartfiles -s.
void switchyard::fuzz::take(std::string_view input) {
  const std::string path = path_of_file_with(input);
  const ElfFile library(path, ElfFile::Kind::library);
  require(library.bytes().size() <= input.size(), "a library grows");
  const ElfFile file(path);
  require(file.bytes().size() <= input.size(), "a program grows");
}
