#pragma once
/// \file loaded_file.hpp
/// A copy in memory of one file of a program, for one node.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "runtime/programs/bound_names.hpp"
#include "runtime/programs/elf_file.hpp"

namespace switchyard {

struct ProcessVariables;
class StateHash;

/// A copy in memory of a file of a program (the program itself or a library), with its own variables.
class LoadedFile {
 public:
  /// Loads a copy of the file `file`; the ElfFile must outlive the copy. Throws a UsageError that does not name the
  /// file if the dynamic linker refuses it.
  explicit LoadedFile(const ElfFile& file);
  ~LoadedFile();
  LoadedFile(const LoadedFile&) = delete;
  LoadedFile& operator=(const LoadedFile&) = delete;

  char* address_at(std::uint64_t place) const noexcept { return base_address_ + place; }
  std::uint64_t place_of(std::uintptr_t address) const noexcept {
    return address - reinterpret_cast<std::uintptr_t>(base_address_);
  }
  const ElfFile& file() const noexcept { return file_; }
  /// Returns those names that this copy refers to and needs, and that none of the host's libraries defines.
  std::set<std::string> missing_names(const ResolvedSymbols::SymbolsOfFile& names) const;
  /// Writes the addresses of the names' functions and variables into this copy of the file. Needs: all files of the
  /// program are loaded.
  void bind_symbols(const ResolvedSymbols::SymbolsOfFile& names, ProcessVariables& variables,
                    const std::deque<LoadedFile>& files);
  /// Remembers the present contents of all data as the initial data, to which restore_initial_data() returns.
  void remember_initial_data();
  void restore_initial_data();
  std::size_t variable_bytes() const noexcept;
  void add_variable_values_to_hash(StateHash& hash) const;
  void run_constructors(int argc, char** argv, char** environment) const;
  void run_destructors() const;

 private:
  char* thread_locals() const;
  void reset_thread_locals() const;

  const ElfFile& file_;
  void* library_handle_ = nullptr;
  char* base_address_ = nullptr;
  std::vector<char> initial_data_;  ///< initial contents of all data ranges of the file, one after another
};

}  // namespace switchyard
