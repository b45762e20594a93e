#pragma once
/// \file image.hpp
/// One node's copy of a program and its libraries in memory, with their own global and static variables.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/program_files.hpp"

namespace switchyard {

struct ProcessVariables;
class StateHash;

/// Returns the name that a program means by `name`. If the program has declared a call by itself, the name of the call
/// has the prefix "switchyard_plain_", which is removed.
std::string_view name_without_plain_prefix(std::string_view name);

/// The bindings of the names that the files of a program use but do not define, by slot (the memory in the file's copy
/// that holds a name's address). They are looked up once for all images of the program.
class BoundNames {
 public:
  /// Looks up the names first among the definitions of the program and its libraries, and then in `tables`. If several
  /// tables bind a name, the last one counts.
  BoundNames(const ProgramFiles& files, std::span<const SymbolBindings> tables);

  struct SymbolAddressSlot {
    std::uint64_t slot_address;
    std::int64_t addend;
    SymbolBinding binding;
  };
  /// A slot for the address of a name that another file of the program defines.
  struct SlotOfDefinition {
    std::uint64_t slot_address;
    std::int64_t addend;
    std::size_t file_number;
    ElfFile::Definition definition;
  };
  struct NamesOfFile {
    std::vector<SymbolAddressSlot> slots;
    std::vector<SlotOfDefinition> slots_of_definitions;
    /// references to names without a binding, which the host's libraries must define
    std::vector<ElfFile::SymbolReference> references_to_host;
    /// references to names without a binding, which the host's libraries may define
    std::vector<ElfFile::SymbolReference> weak_references_to_host;
  };
  const NamesOfFile& of_file(std::size_t number) const noexcept { return names_of_files_[number]; }
  /// Returns whether `condition` returns true for a reference to a name that the host's libraries may define.
  template <class Condition>
  bool any_reference_to_host(Condition condition) const {
    return std::ranges::any_of(names_of_files_, [&](const NamesOfFile& names) {
      return std::ranges::any_of(names.references_to_host, condition) ||
             std::ranges::any_of(names.weak_references_to_host, condition);
    });
  }

 private:
  std::vector<NamesOfFile> names_of_files_;
};

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

/// A copy of a program and its libraries in memory, with their own variables. Only one node at a time uses an image.
class Image {
 public:
  /// Loads an image of the program. `files` and `names` must outlive the image. Throws UsageError,
  /// without a place, if the dynamic linker refuses a file, or if no library defines some of the names.
  Image(const ProgramFiles& files, const BoundNames& names, ProcessVariables& variables);

  /// Restores all data of the program and its libraries to the values that the data had before their constructors ran.
  void restore_initial_data();

  /// Returns the number of bytes of the variables that the program can change.
  std::size_t variable_bytes() const noexcept;
  /// Adds the global and static variables of the program and its libraries, and the thread-local ones, to the hash.
  void add_variables_to(StateHash& hash) const;

  using MainFunction = int(int, char**, char**);
  /// Runs the constructors of the libraries, and then those of the program.
  void run_constructors(int argc, char** argv, char** environment) const;
  MainFunction* main_function() const noexcept {
    return reinterpret_cast<MainFunction*>(address_of_offset(program().file().main_address()));
  }
  /// Runs the destructors of the program, and then those of the libraries.
  void run_destructors() const;

  /// Returns the offset of a function within the program, which is the same in all images, or
  /// nothing if the function is not the program's own, but of a library.
  std::optional<std::uint64_t> code_offset_of(void (*function)()) const noexcept {
    const std::uint64_t place = program().place_of(reinterpret_cast<std::uintptr_t>(function));
    return program().file().is_code_at(place) ? std::optional(place) : std::nullopt;
  }
  /// A place in the code of a program or of one of its libraries: the file, and the offset in it.
  struct CodePlace {
    const std::string* path;
    std::uint64_t offset;
  };
  /// Returns the place of an address in the code of the program or a library; nothing if it is in none of them.
  std::optional<CodePlace> code_place_of(const void* address) const noexcept;
  /// Returns the addresses of the variable of this name in the program and its libraries, each of which may have one of
  /// its own. The name begins with "switchyard_".
  std::vector<const void*> addresses_of_interface_variable(std::string_view name) const;
  /// Returns whether `address` is in the code of the program or one of its libraries.
  bool contains_code_at(std::uintptr_t address) const noexcept {
    return std::ranges::any_of(
        files_, [address](const LoadedFile& each) { return each.file().is_code_at(each.place_of(address)); });
  }
  /// Returns the address of an offset within the program.
  void* address_of_offset(std::uint64_t place) const noexcept { return program().address_at(place); }
  /// Returns the address of the first byte, and the address behind the last byte, of the variable of the program or a
  /// library that contains `address`. Returns nothing if no variable is known to contain it.
  std::optional<std::pair<std::uintptr_t, std::uintptr_t>> range_of_variable_at(std::uintptr_t address) const noexcept;

 private:
  const LoadedFile& program() const noexcept { return files_.front(); }
  void refuse_missing_names(const ProgramFiles& files, const BoundNames& names) const;

  std::deque<LoadedFile> files_;  ///< in the order of ProgramFiles
};

/// Binds the names that libstdc++ uses, if this process has loaded it. It must be called before
/// the first image is made; later calls have no effect.
void bind_shared_libraries();

}  // namespace switchyard
