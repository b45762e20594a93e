#pragma once
/// \file loaded_file.hpp
/// One node's copy of one file of a program in memory.

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

/// A copy of a file in memory, with its own variables.
class LoadedFile {
 public:
  /// Loads a copy of the file, which must outlive it. Throws UsageError, without a place, if the dynamic linker refuses
  /// the file.
  explicit LoadedFile(const ElfFile& file);
  ~LoadedFile();
  LoadedFile(const LoadedFile&) = delete;
  LoadedFile& operator=(const LoadedFile&) = delete;

  char* address_at(std::uint64_t place) const noexcept { return base_address_ + place; }
  std::uint64_t place_of(std::uintptr_t address) const noexcept {
    return address - reinterpret_cast<std::uintptr_t>(base_address_);
  }
  const ElfFile& file() const noexcept { return file_; }
  /// Returns the names to which the copy refers and which the host's libraries do not define, but must.
  std::set<std::string> missing_names(const BoundNames::NamesOfFile& names) const;
  /// Writes the addresses of names into the copy. Needs: all files of the program are loaded.
  void bind_symbols(const BoundNames::NamesOfFile& names, ProcessVariables& variables,
                    const std::deque<LoadedFile>& files);
  /// Takes the data as it is now for that which restore_initial_data() restores.
  void remember_initial_data();
  void restore_initial_data();
  std::size_t variable_bytes() const noexcept;
  void add_variables_to(StateHash& hash) const;
  void run_constructors(int argc, char** argv, char** environment) const;
  void run_destructors() const;

 private:
  char* thread_locals() const;
  void reset_thread_locals() const;

  const ElfFile& file_;
  void* library_handle_ = nullptr;
  char* base_address_ = nullptr;
  std::vector<char> initial_data_;  ///< initial contents of all ranges of data, one after another
};

}  // namespace switchyard
