#pragma once
/// \file image.hpp
/// One node's copy of a program in memory, with its own global and static variables.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/elf_file.hpp"

namespace switchyard {

struct ProcessVariables;
class StateHash;

/// Returns the name that a program means by `name`. If the program has declared a call by itself, the name of the call
/// has the prefix "switchyard_plain_", which is removed.
std::string_view name_without_plain_prefix(std::string_view name);

/// The bindings of the names that a program uses but does not define, by slot (the memory in the
/// program that holds a name's address). They are looked up once for all images of the program.
class BoundNames {
 public:
  /// Looks up the names of `file` in `tables`. If several tables bind a name, the last one counts.
  BoundNames(const ElfFile& file, std::span<const SymbolBindings> tables);

  struct SymbolAddressSlot {
    std::uint64_t slot_address;
    std::int64_t addend;
    SymbolBinding binding;
  };
  const std::vector<SymbolAddressSlot>& slots() const noexcept { return slots_; }
  /// Returns the references to names without a binding, which the host's libraries must define.
  const std::vector<ElfFile::SymbolReference>& references_to_host() const noexcept { return references_to_host_; }
  /// Returns the references to names without a binding, which the host's libraries may define.
  const std::vector<ElfFile::SymbolReference>& weak_references_to_host() const noexcept {
    return weak_references_to_host_;
  }

 private:
  std::vector<SymbolAddressSlot> slots_;
  std::vector<ElfFile::SymbolReference> references_to_host_, weak_references_to_host_;
};

/// A copy of a program in memory, with its own variables. Only one node at a time uses an image.
class Image {
 public:
  /// Loads an image of the program. `file` and `names` must outlive the image. Throws UsageError,
  /// without a place, if the dynamic linker refuses the program, or if no library defines some of
  /// its names.
  Image(const ElfFile& file, const BoundNames& names, ProcessVariables& variables);
  ~Image();
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  /// Restores all data of the program's image to the values that the data had before the program's constructors ran.
  void restore_initial_data();

  /// Returns the number of bytes of the variables that the program can change.
  std::size_t variable_bytes() const noexcept;
  /// Adds the program's global and static variables, and its thread-local ones, to the hash.
  void add_variables_to(StateHash& hash) const;

  using MainFunction = int(int, char**, char**);
  void run_constructors(int argc, char** argv, char** environment) const;
  MainFunction* main_function() const noexcept {
    return reinterpret_cast<MainFunction*>(address_at(file_.main_address()));
  }
  void run_destructors() const;

  /// Returns the offset of a function within the program, which is the same in all images, or
  /// nothing if the function is not the program's own.
  std::optional<std::uint64_t> code_offset_of(void (*function)()) const noexcept {
    const auto place = static_cast<std::uint64_t>(reinterpret_cast<char*>(function) - base_address_);
    return file_.is_code_at(place) ? std::optional(place) : std::nullopt;
  }
  /// Returns whether `address_at` is in the program's own code.
  bool contains_code_at(std::uintptr_t address) const noexcept {
    return file_.is_code_at(address - reinterpret_cast<std::uintptr_t>(base_address_));
  }
  void* address_of_offset(std::uint64_t place) const noexcept { return address_at(place); }
  /// Returns the address of the first byte, and the address behind the last byte, of the program's variable that
  /// contains `address_at`. Returns nothing if no variable is known to contain it.
  std::optional<std::pair<std::uintptr_t, std::uintptr_t>> range_of_variable_at(std::uintptr_t address) const noexcept {
    const auto base = reinterpret_cast<std::uintptr_t>(base_address_);
    const auto found = file_.range_of_variable_at(address - base);
    return found ? std::optional(std::pair(base + found->begin, base + found->end)) : std::nullopt;
  }

 private:
  char* address_at(std::uint64_t place) const noexcept { return base_address_ + place; }
  void load_shared_object();
  void bind_symbols(const BoundNames& names, ProcessVariables& variables);
  void reset_thread_locals() const;
  char* thread_locals() const;

  const ElfFile& file_;
  void* library_handle_ = nullptr;
  char* base_address_ = nullptr;
  std::vector<char> initial_data_;  ///< initial contents of all ranges of data, one after another
};

/// Binds the names that libstdc++ uses, if this process has loaded it. It must be called before
/// the first image is made; later calls have no effect.
void bind_shared_libraries();

}  // namespace switchyard
