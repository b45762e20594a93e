#pragma once
/// \file bound_names.hpp
/// What the names mean that the files of a program use but do not define.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/program_files.hpp"

namespace switchyard {

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

}  // namespace switchyard
