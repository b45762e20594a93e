#include "runtime/programs/bound_names.hpp"

#include <cstring>
#include <optional>
#include <unordered_map>

namespace switchyard {

std::string_view name_without_plain_prefix(std::string_view name) {
  constexpr std::string_view kPrefix = "switchyard_plain_";
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

namespace {

/// Hashes the name of a symbol by its length and its last letters, because many symbols begin with the same letters.
struct SymbolNameHash {
  std::size_t operator()(std::string_view name) const noexcept {
    std::uint64_t end = 0;
    const std::size_t letters = std::min(name.size(), sizeof end);
    std::memcpy(&end, name.data() + (name.size() - letters), letters);
    return (end ^ name.size()) * 0x9e3779b97f4a7c15ULL >> 32U;
  }
};

}  // namespace

/// Looks up each name of the tables of bindings among the names to which the program refers, and not the other way
/// round. A program refers to few of the thousands of names in the tables, so that building an index of the tables
/// would take longer than all other work of loading a small program.
ResolvedSymbols::ResolvedSymbols(const ProgramFiles& files, std::span<const SymbolBindings> tables)
    : symbols_of_files_(files.count()) {
  std::unordered_map<std::string_view, const SymbolBinding*, SymbolNameHash> used;
  for (std::size_t i = 0; i < files.count(); ++i) {
    for (const ElfFile::SymbolReference& reference : files[i].symbol_references())
      used.emplace(name_without_plain_prefix(reference.name), nullptr);
  }
  for (const SymbolBindings& table : tables) {
    for (const SymbolBinding& binding : table) {
      const auto found = used.find(binding.name);
      if (found != used.end()) found->second = &binding;
    }
  }
  const auto slot_of_definition = [&files](const ElfFile::SymbolReference& reference,
                                           std::size_t files_in_question) -> std::optional<ProgramDefinedSymbolSlot> {
    for (std::size_t number = 0; number < files_in_question; ++number) {
      if (const auto definition = files[number].definition_of(reference.name))
        return ProgramDefinedSymbolSlot{reference.slot_for_address, reference.addend, number, *definition};
    }
    return std::nullopt;
  };
  for (std::size_t i = 0; i < files.count(); ++i) {
    SymbolsOfFile& names = symbols_of_files_[i];
    for (const ElfFile::SymbolReference& reference : files[i].references_to_own_symbols()) {
      if (const auto slot = slot_of_definition(reference, i)) names.program_defined_symbol_slots.push_back(*slot);
    }
    for (const ElfFile::SymbolReference& reference : files[i].symbol_references()) {
      const SymbolBinding* const binding = used.at(name_without_plain_prefix(reference.name));
      if (const auto slot = slot_of_definition(reference, files.count())) {
        names.program_defined_symbol_slots.push_back(*slot);
      } else if (binding != nullptr) {
        names.slots.push_back({reference.slot_for_address, reference.addend, *binding});
      } else {
        (reference.is_weak ? names.weak_references_to_host : names.references_to_host).push_back(reference);
      }
    }
  }
}

}  // namespace switchyard
