#pragma once
/// \file bound_names.hpp
/// The functions and variables for which the names stand that the files of a program use but do not define.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/program_files.hpp"

namespace switchyard {

/// Returns `name` without the prefix "switchyard_plain_", if it has the prefix. Stubs for calls of an interface's
/// function without the macro of its header refer to the function by its name with this prefix.
std::string_view name_without_plain_prefix(std::string_view name);

/// What each name stands for that the files of a program use but do not define. For each name, it has the slot (the
/// memory in the loaded file that holds the name's address) and the function or variable meant. The names are looked up
/// once for all images (copies in memory) of the program.
class ResolvedSymbols {
 public:
  /// Looks up the names first among the definitions of the program and its libraries, and then in the tables of
  /// bindings `tables`. If several tables bind a name, the binding of the last table is taken.
  ResolvedSymbols(const ProgramFiles& files, std::span<const SymbolBindings> tables);

  struct SymbolAddressSlot {
    std::uint64_t slot_address;
    std::int64_t addend;
    SymbolBinding binding;
  };
  /// A place in a loaded file of the program where the address of a name is to be stored, and the definition of the
  /// name in a file of the same program.
  struct ProgramDefinedSymbolSlot {
    std::uint64_t slot_address;
    std::int64_t addend;
    std::size_t file_number;
    ElfFile::SymbolDefinition definition;
  };
  struct SymbolsOfFile {
    std::vector<SymbolAddressSlot> slots;
    std::vector<ProgramDefinedSymbolSlot> program_defined_symbol_slots;
    /// References to names that neither the program's files nor the emulator define, and that the host's libraries must
    /// define.
    std::vector<ElfFile::SymbolReference> references_to_host;
    /// Weak references to names that neither the program's files nor the emulator define: the host's libraries may
    /// define them, but need not.
    std::vector<ElfFile::SymbolReference> weak_references_to_host;
  };
  const SymbolsOfFile& resolved_symbols_of_file(std::size_t number) const noexcept { return symbols_of_files_[number]; }
  /// Returns whether `condition` returns true for at least one of the references that neither the program's files nor
  /// the emulator define.
  template <class Condition>
  bool has_matching_host_symbol_reference(Condition condition) const {
    return std::ranges::any_of(symbols_of_files_, [&](const SymbolsOfFile& names) {
      return std::ranges::any_of(names.references_to_host, condition) ||
             std::ranges::any_of(names.weak_references_to_host, condition);
    });
  }

 private:
  std::vector<SymbolsOfFile> symbols_of_files_;
};

}  // namespace switchyard
