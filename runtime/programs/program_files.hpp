#pragma once
/// \file program_files.hpp
/// The files of a program: its own, and those of the libraries that it needs.

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

/// The files that each image of a program has a copy of. The libraries that all nodes may share are not among them, as
/// the C library.
class ProgramFiles {
 public:
  /// Reads the program at `path` and the libraries that it needs, and those that they need. The libraries are looked
  /// for in the folders that the files name, and then where the dynamic linker does. Throws UsageError, without a
  /// place, if the program or a library cannot be used (see ElfFile), or if a library is not found.
  explicit ProgramFiles(const std::string& path);

  const ElfFile& program() const noexcept { return *files_.front().contents; }
  /// Returns the number of files. File 0 is the program, and each file comes before the libraries that it needs, unless
  /// these need it, too.
  std::size_t count() const noexcept { return files_.size(); }
  const ElfFile& operator[](std::size_t number) const noexcept { return *files_[number].contents; }
  /// Returns the name of a library as the program or another library has it.
  const std::string& name_of_library(std::size_t number) const noexcept { return files_[number].name; }

  /// Returns a hash of the contents of all files, which is the same on every host. Of a program without libraries, it
  /// is that of the program's file.
  std::uint64_t hash() const noexcept;
  bool refers_to_symbol(std::string_view name) const noexcept {
    return any_reference([name](const ElfFile::SymbolReference& each) { return each.name == name; });
  }
  /// Returns whether `condition` returns true for a reference of any of the files to a name that it does not define.
  template <class Condition>
  bool any_reference(Condition condition) const {
    return std::ranges::any_of(
        files_, [&](const File& file) { return std::ranges::any_of(file.contents->symbol_references(), condition); });
  }

  /// Returns the error that the program needs a library that cannot be used because of `error`.
  static UsageError refusal_of_library(std::string_view library, const UsageError& error);

 private:
  struct File {
    std::string name;  ///< of a library, as the file that needs it has it
    std::unique_ptr<const ElfFile> contents;
  };
  void add_with_libraries(File file, const std::string& path, std::set<std::string>& names_seen);

  std::vector<File> files_;
};

}  // namespace switchyard
