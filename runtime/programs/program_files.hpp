#pragma once
/// \file program_files.hpp
/// The files of a program: its own file, and those of the libraries that it needs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/programs/elf_file.hpp"

namespace switchyard {

/// The files of which each image (copy of a program in memory) has a copy: the program, and the libraries that it
/// needs. Libraries of which all nodes share one copy, such as the C library, are not among them.
class ProgramFiles {
 public:
  /// Reads the program at `path` and the libraries that it needs, directly or through other libraries. Libraries are
  /// looked for in the folders that the files name, and then where the dynamic linker does. Throws a UsageError that
  /// does not name the program if a file cannot be used (see ElfFile), or if a library is not found.
  explicit ProgramFiles(const std::string& path);

  const ElfFile& program() const noexcept { return *files_.front().contents; }
  /// Returns the number of files. File 0 is the program. Each file comes before the libraries that it needs, except
  /// where libraries need each other.
  std::size_t count() const noexcept { return files_.size(); }
  const ElfFile& operator[](std::size_t number) const noexcept { return *files_[number].contents; }
  /// Returns the name of a library, as the file that needs it gives it.
  const std::string& name_of_library(std::size_t number) const noexcept { return files_[number].name; }

  /// Returns a hash of the contents of all files, which is the same on every host. For a program without libraries, it
  /// is the hash of the program's file.
  std::uint64_t hash() const noexcept;
  bool refers_to_symbol(std::string_view name) const noexcept {
    return has_matching_symbol_reference([name](const ElfFile::SymbolReference& each) { return each.name == name; });
  }
  /// Returns whether `condition` returns true for at least one reference of a file to a symbol that the file itself
  /// does not define.
  template <class Condition>
  bool has_matching_symbol_reference(Condition condition) const {
    return std::ranges::any_of(
        files_, [&](const File& file) { return std::ranges::any_of(file.contents->symbol_references(), condition); });
  }

  /// Returns the error that the program needs the library `library`, which cannot be used because of `error`.
  static UsageError make_unusable_library_error(std::string_view library, const UsageError& error);

 private:
  struct File {
    std::string name;  ///< for a library: its name, as the file that needs it gives it
    std::unique_ptr<const ElfFile> contents;
  };
  void add_file_and_needed_libraries(File file, const std::string& path, std::set<std::string>& names_seen);

  std::vector<File> files_;
};

}  // namespace switchyard
