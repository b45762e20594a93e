#include "runtime/programs/image.hpp"

#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "runtime/error.hpp"
#include "runtime/programs/process.hpp"
#include "runtime/programs/writable_pages.hpp"
#include "runtime/values.hpp"

namespace switchyard {

ProgramImage::ProgramImage(const ProgramFiles& files, const ResolvedSymbols& names, ProcessVariables& variables) {
  bind_shared_libraries();
  for (std::size_t i = 0; i < files.count(); ++i) {
    try {
      files_.emplace_back(files[i]);
    } catch (const UsageError& error) {
      if (i == 0) throw;
      throw files.make_unusable_library_error(files.name_of_library(i), error);
    }
  }
  refuse_missing_names(files, names);
  for (std::size_t i = 0; i < files_.size(); ++i)
    files_[i].bind_symbols(names.resolved_symbols_of_file(i), variables, files_);
  for (LoadedFile& file : files_) file.remember_initial_data();
}

void ProgramImage::refuse_missing_names(const ProgramFiles& files, const ResolvedSymbols& names) const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const std::set<std::string> missing = files_[i].missing_names(names.resolved_symbols_of_file(i));
    if (missing.empty()) continue;
    const std::string library =
        i == 0 ? "" : fmt::format("has the library {}, which ", switchyard::quoted(files.name_of_library(i)));
    throw UsageError(fmt::format("{}calls {}, which neither it nor any interface of this program has", library,
                                 fmt::join(missing, ", ")));
  }
}

void ProgramImage::restore_initial_data() {
  for (LoadedFile& file : files_) file.restore_initial_data();
}

std::size_t ProgramImage::variable_bytes() const noexcept {
  std::size_t bytes = 0;
  for (const LoadedFile& file : files_) bytes += file.variable_bytes();
  return bytes;
}

void ProgramImage::add_variable_values_to_hash(StateHash& hash) const {
  for (const LoadedFile& file : files_) file.add_variable_values_to_hash(hash);
}

void ProgramImage::run_constructors(int argc, char** argv, char** environment) const {
  for (auto file = files_.rbegin(); file != files_.rend(); ++file) file->run_constructors(argc, argv, environment);
}

void ProgramImage::run_destructors() const {
  for (const LoadedFile& file : files_) file.run_destructors();
}

std::optional<ProgramImage::CodeOffsetInFile> ProgramImage::code_place_of(const void* address) const noexcept {
  for (const LoadedFile& each : files_) {
    const std::uint64_t offset = each.place_of(reinterpret_cast<std::uintptr_t>(address));
    if (each.file().is_code_at(offset)) return CodeOffsetInFile{&each.file().path(), offset};
  }
  return std::nullopt;
}

std::vector<const void*> ProgramImage::addresses_of_interface_variable(std::string_view name) const {
  std::vector<const void*> addresses;
  for (const LoadedFile& each : files_) {
    if (const auto place = each.file().offset_of_interface_variable(name)) addresses.push_back(each.address_at(*place));
  }
  return addresses;
}

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> ProgramImage::range_of_variable_at(
    std::uintptr_t address) const noexcept {
  for (const LoadedFile& each : files_) {
    if (const auto found = each.file().range_of_variable_at(each.place_of(address)))
      return std::pair(reinterpret_cast<std::uintptr_t>(each.address_at(found->begin)),
                       reinterpret_cast<std::uintptr_t>(each.address_at(found->end)));
  }
  return std::nullopt;
}

// --- libraries of which all nodes share one copy ---------------------------------------------------------------------

namespace {

/// A library that the dynamic linker has loaded into the emulator's process, with its symbols and relocations, as its
/// dynamic section gives them.
struct LoadedLibrary {
  const char* load_address;
  const Elf64_Sym* symbol_table = nullptr;
  const char* string_table = nullptr;
  const Elf64_Rela *relocations = nullptr, *plt_relocations = nullptr;
  std::uint64_t relocation_bytes = 0, plt_relocation_bytes = 0;

  explicit LoadedLibrary(const dl_phdr_info& info) : load_address(reinterpret_cast<const char*>(info.dlpi_addr)) {
    for (int i = 0; i < info.dlpi_phnum; ++i) {
      if (info.dlpi_phdr[i].p_type == PT_DYNAMIC)
        read_dynamic_section(reinterpret_cast<const Elf64_Dyn*>(load_address + info.dlpi_phdr[i].p_vaddr));
    }
  }
  void read_dynamic_section(const Elf64_Dyn* d) {
    for (; d->d_tag != DT_NULL; ++d) {
      const auto* const place = reinterpret_cast<const void*>(d->d_un.d_ptr);
      if (d->d_tag == DT_SYMTAB) symbol_table = static_cast<const Elf64_Sym*>(place);
      if (d->d_tag == DT_STRTAB) string_table = static_cast<const char*>(place);
      if (d->d_tag == DT_RELA) relocations = static_cast<const Elf64_Rela*>(place);
      if (d->d_tag == DT_RELASZ) relocation_bytes = d->d_un.d_val;
      if (d->d_tag == DT_JMPREL) plt_relocations = static_cast<const Elf64_Rela*>(place);
      if (d->d_tag == DT_PLTRELSZ) plt_relocation_bytes = d->d_un.d_val;
    }
  }
};

void bind_library_slots(const LoadedLibrary& library, const Elf64_Rela* entries, std::uint64_t bytes) {
  for (const auto* r = entries; r < entries + bytes / sizeof(Elf64_Rela); ++r) {
    const auto type = ELF64_R_TYPE(r->r_info);
    if (type != R_X86_64_GLOB_DAT && type != R_X86_64_JUMP_SLOT) continue;
    const std::string_view name = library.string_table + library.symbol_table[ELF64_R_SYM(r->r_info)].st_name;
    const SymbolBindings table = shared_library_bindings();
    const auto found = std::ranges::find(table, name, &SymbolBinding::name);
    if (found == table.end()) continue;
    std::memcpy(const_cast<char*>(library.load_address) + r->r_offset, &found->function, sizeof(void*));
  }
}

int bind_library(dl_phdr_info* info, std::size_t /*size*/, void* /*unused*/) {
  if (std::string_view(info->dlpi_name).find("libstdc++.so") == std::string_view::npos) return 0;
  const LoadedLibrary library(*info);
  std::uint64_t begin = 0, end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_GNU_RELRO) continue;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    begin = segment.p_vaddr & ~(page - 1);
    end = (segment.p_vaddr + segment.p_memsz) & ~(page - 1);
  }
  const WritablePages for_now(const_cast<char*>(library.load_address) + begin, end - begin);
  bind_library_slots(library, library.relocations, library.relocation_bytes);
  bind_library_slots(library, library.plt_relocations, library.plt_relocation_bytes);
  return 1;
}

}  // namespace

void bind_shared_libraries() {
  static std::once_flag once;
  std::call_once(once, [] { dl_iterate_phdr(bind_library, nullptr); });
}

}  // namespace switchyard
