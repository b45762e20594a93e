#pragma once
/// \file image.hpp
/// One node's copy of a program and its libraries in memory, with their own global and static variables.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "runtime/programs/bound_names.hpp"
#include "runtime/programs/loaded_file.hpp"
#include "runtime/programs/program_files.hpp"

namespace switchyard {

struct ProcessVariables;
class StateHash;

/// A copy of a program and its libraries in memory, with their own variables, for one node. Only one node at a time
/// uses it.
class ProgramImage {
 public:
  /// Loads an image (copy in memory) of the program. `files` and `names` must outlive the image. Throws a UsageError
  /// that does not name the program if the dynamic linker refuses a file, or if no library defines some of the names.
  ProgramImage(const ProgramFiles& files, const ResolvedSymbols& names, ProcessVariables& variables);

  /// Restores all data of the program and its libraries to the values that the data had before their constructors ran.
  void restore_initial_data();

  /// Returns the number of bytes of the variables of the program and its libraries that a run can change.
  std::size_t variable_bytes() const noexcept;
  /// Adds the values of the global, static and thread-local variables of the program and its libraries to the hash.
  void add_variable_values_to_hash(StateHash& hash) const;

  using MainFunction = int(int, char**, char**);
  /// Runs the constructors of the libraries, and then those of the program.
  void run_constructors(int argc, char** argv, char** environment) const;
  MainFunction* main_function() const noexcept {
    return reinterpret_cast<MainFunction*>(address_of_offset(program().file().main_address()));
  }
  /// Runs the destructors of the program, and then those of the libraries.
  void run_destructors() const;

  /// Returns the offset of a function within the program, which is the same in all images (copies) of the program.
  /// Returns nothing if the function does not belong to the program itself, but to a library.
  std::optional<std::uint64_t> code_offset_of(void (*function)()) const noexcept {
    const std::uint64_t place = program().place_of(reinterpret_cast<std::uintptr_t>(function));
    return program().file().is_code_at(place) ? std::optional(place) : std::nullopt;
  }
  /// A place in the code of a program or of one of its libraries: the path of the file, and the offset in it.
  struct CodeOffsetInFile {
    const std::string* path;
    std::uint64_t offset;
  };
  /// Returns the file and offset of an address in the code of the program or one of its libraries; nothing if the
  /// address lies in none of them.
  std::optional<CodeOffsetInFile> code_place_of(const void* address) const noexcept;
  /// Returns the addresses of the variables named `name` in the program and its libraries, each of which may have one.
  /// The name begins with "switchyard_"; the headers of interfaces such as MPI define such variables.
  std::vector<const void*> addresses_of_interface_variable(std::string_view name) const;
  /// Returns whether `address` is in the code of the program or one of its libraries.
  bool contains_code_at(std::uintptr_t address) const noexcept {
    return std::ranges::any_of(
        files_, [address](const LoadedFile& each) { return each.file().is_code_at(each.place_of(address)); });
  }
  /// Returns whether the program itself, not a library, has thread-local variables.
  bool has_thread_locals() const noexcept { return program().file().has_thread_locals(); }
  /// Returns the address in this image of the given offset within the program.
  void* address_of_offset(std::uint64_t place) const noexcept { return program().address_at(place); }
  /// Returns the address of the first byte, and the address behind the last byte, of the variable of the program or a
  /// library that contains `address`. Returns nothing if no variable is known to contain it.
  std::optional<std::pair<std::uintptr_t, std::uintptr_t>> range_of_variable_at(std::uintptr_t address) const noexcept;

 private:
  const LoadedFile& program() const noexcept { return files_.front(); }
  void refuse_missing_names(const ProgramFiles& files, const ResolvedSymbols& names) const;

  std::deque<LoadedFile> files_;  ///< the program's file and libraries, in the order of ProgramFiles
};

/// Binds the names that libstdc++ uses to the emulator's functions, if libstdc++ is loaded in the emulator's process.
/// Call it before the first image is made; later calls have no effect.
void bind_shared_libraries();

}  // namespace switchyard
