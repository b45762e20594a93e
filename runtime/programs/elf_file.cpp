#include "runtime/programs/elf_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <unordered_set>

#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// A tag that makes the dynamic linker ignore an entry in the dynamic section of an ELF file.
constexpr Elf64_Sxword kIgnoredEntryTag = 0x60000001;
constexpr unsigned char kUniqueBinding = 10;         // the symbol binding STB_GNU_UNIQUE, which not all headers define
constexpr Elf64_Xword kExecutableFlag = 0x08000000;  // the flag DF_1_PIE
// Bit of a symbol's version number: this is not the symbol's default version.
constexpr Elf64_Half kHiddenVersionBit = 0x8000;
// The number of bytes of address space that the processor gives a process.
constexpr std::uint64_t kAddressSpaceBytes = std::uint64_t{1} << 47U;
constexpr std::size_t kLongestSymbolName = std::size_t{1} << 16U;

/// Libraries of the host of which all nodes may share one copy: they keep no state for a program, or their state is
/// bound to variables of the node.
constexpr std::array<std::string_view, 9> kHostLibraries{
    "libc.so.6",      "libm.so.6",     "libdl.so.2",           "librt.so.1",      "libpthread.so.0",
    "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "libquadmath.so.0"};

/// The name of GCC's OpenMP library. It is not loaded, because the emulator itself provides its functions (openmp.cpp).
constexpr std::string_view kOpenMpLibrary = "libgomp.so.1";

[[noreturn]] void refuse_program(const std::string& why) { throw UsageError(why); }
[[noreturn]] void refuse_damaged_program_file() {
  refuse_program("is damaged: its tables do not fit together; build it again");
}

}  // namespace

template <class T>
T* ElfFile::checked_pointer_at_file_offset(std::uint64_t offset, std::uint64_t count) {
  if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) refuse_damaged_program_file();
  if (offset % alignof(T) != 0) refuse_damaged_program_file();
  return reinterpret_cast<T*>(bytes_.data() + offset);
}

/// Returns the segment that contains the address, in the part of the segment that has contents in the file.
const Elf64_Phdr& ElfFile::segment_at(std::uint64_t address) const {
  for (const Elf64_Phdr& s : segments_) {
    if (s.p_type == PT_LOAD && address >= s.p_vaddr && address - s.p_vaddr < s.p_filesz) return s;
  }
  refuse_damaged_program_file();
}

template <class T>
T* ElfFile::checked_pointer_at_virtual_address(std::uint64_t address, std::uint64_t count) {
  const Elf64_Phdr& s = segment_at(address);
  return checked_pointer_at_file_offset<T>(s.p_offset + (address - s.p_vaddr), count);
}

std::string_view ElfFile::text_in_string_table(std::uint64_t offset_in_table) {
  const std::uint64_t address = string_table_ + offset_in_table;
  const Elf64_Phdr& s = segment_at(address);
  const char* text = checked_pointer_at_file_offset<char>(s.p_offset + (address - s.p_vaddr));
  const auto room = static_cast<std::size_t>(s.p_filesz - (address - s.p_vaddr));
  const std::size_t length = strnlen(text, std::min(room, kLongestSymbolName + 1));
  if (length == room || length > kLongestSymbolName) refuse_damaged_program_file();
  return {text, length};
}

ElfFile::ElfFile(const std::string& path, Kind kind)
    : path_(path), may_own_symbols_be_overridden_(kind == Kind::library) {
  read_file(path);
  check_elf_header();
  check_elf_segments();
  read_segments();
  change_dynamic_section();
  change_symbol_bindings();
  read_variables();
  read_relocations(relocations_, relocation_bytes_);
  read_relocations(plt_relocations_, plt_relocation_bytes_);
  if (kind == Kind::library || !needed_libraries_.empty()) read_definitions();
  if (kind == Kind::program && main_address_ == 0)
    refuse_program("has no main; a program needs one, and so it must be linked in");
  std::uint64_t end = 0;
  for (const Elf64_Phdr& s : segments_) {
    if (s.p_type == PT_LOAD) end = std::max(end, s.p_offset + s.p_filesz);
  }
  auto* const header = checked_pointer_at_file_offset<Elf64_Ehdr>(0);
  header->e_shoff = 0;
  header->e_shnum = header->e_shstrndx = 0;
  bytes_.resize(end);
}

bool ElfFile::is_code_at(std::uint64_t place) const noexcept {
  return std::ranges::any_of(segments_, [place](const Elf64_Phdr& s) {
    return s.p_type == PT_LOAD && (s.p_flags & PF_X) != 0 && place - s.p_vaddr < s.p_memsz;
  });
}

void ElfFile::read_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) refuse_program("there is no such file; write the path of a program");
  if (!std::filesystem::is_regular_file(status)) refuse_program("is no regular file; write the path of a program");
  constexpr std::streamsize kBlock = 65536;
  std::ifstream file(path, std::ios::binary);
  while (file) {
    const std::size_t before = bytes_.size();
    bytes_.resize(before + kBlock);
    file.read(bytes_.data() + before, kBlock);
    bytes_.resize(before + static_cast<std::size_t>(file.gcount()));
  }
  if (!file.eof()) refuse_program(fmt::format("cannot be read: {}", std::generic_category().message(errno)));
  // the FNV-1a hash.
  for (const char byte : bytes_) hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
}

void ElfFile::check_elf_header() {
  if (bytes_.size() < sizeof(Elf64_Ehdr) || std::memcmp(bytes_.data(), ELFMAG, SELFMAG) != 0) {
    refuse_program("is no program in ELF format; compile it with switchyard-cc, or with switchyard-mpicc for MPI");
  }
  const auto& header = *checked_pointer_at_file_offset<Elf64_Ehdr>(0);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64) {
    refuse_program("is for another kind of processor; compile it on this one, with switchyard-cc");
  }
  if (header.e_type != ET_DYN)
    refuse_program("is an executable or object file; link it with switchyard-cc, or with switchyard-mpicc for MPI");
  const auto* segments = checked_pointer_at_file_offset<Elf64_Phdr>(header.e_phoff, header.e_phnum);
  segments_.assign(segments, segments + header.e_phnum);
}

/// Checks that each loaded segment lies within the file and ends below the highest allowed
/// address.
void ElfFile::check_elf_segments() const {
  for (const Elf64_Phdr& s : segments_) {
    const bool in_file = s.p_offset <= bytes_.size() && s.p_filesz <= bytes_.size() - s.p_offset;
    const bool has_end = s.p_filesz <= s.p_memsz && s.p_memsz <= kAddressSpaceBytes && s.p_vaddr <= kAddressSpaceBytes;
    if (s.p_type == PT_LOAD && !(in_file && has_end)) refuse_damaged_program_file();
  }
}

/// Adds the address ranges of a segment to which a run can write. Memory that the dynamic linker writes and then
/// protects (RELRO) is left out. If only a few zero bytes follow the initialised data, they are counted as data: it is
/// faster to copy them with the data than to clear them separately.
void ElfFile::add_data_ranges_of(const Elf64_Phdr& s) {
  constexpr std::uint64_t kFewZeros = 256;
  const std::uint64_t end = s.p_vaddr + s.p_memsz;
  const std::uint64_t begin = std::max(s.p_vaddr, std::min(read_only_after_relocation_.end, end));
  std::uint64_t file_end = s.p_vaddr + s.p_filesz;
  if (begin < file_end && end - file_end <= kFewZeros) file_end = end;
  if (begin < file_end) data_ranges_.push_back({begin, file_end});
  if (std::max(begin, file_end) < end) zero_initialised_ranges_.push_back({std::max(begin, file_end), end});
}

void ElfFile::read_segments() {
  constexpr std::uint64_t kPageSize = 4096;
  for (const Elf64_Phdr& s : segments_) {
    if (s.p_type == PT_TLS) thread_local_segment_ = s;
    if (s.p_type == PT_GNU_STACK) needs_executable_stack_ = (s.p_flags & PF_X) != 0;
    // Both ends of the address range that is protected after relocation (RELRO) are rounded down to whole pages, as the
    // dynamic linker does it.
    if (s.p_type == PT_GNU_RELRO)
      read_only_after_relocation_ = {s.p_vaddr & ~(kPageSize - 1), (s.p_vaddr + s.p_memsz) & ~(kPageSize - 1)};
  }
  for (const Elf64_Phdr& s : segments_) {
    if (s.p_type == PT_LOAD && (s.p_flags & PF_W) != 0) add_data_ranges_of(s);
  }
}

void ElfFile::change_dynamic_section() {
  const auto found = std::ranges::find(segments_, Elf64_Word{PT_DYNAMIC}, &Elf64_Phdr::p_type);
  if (found == segments_.end())
    refuse_program(
        "is linked statically; leave -static out, and link it with switchyard-cc, or with switchyard-mpicc for MPI");
  auto* const entries = checked_pointer_at_file_offset<Elf64_Dyn>(found->p_offset, found->p_filesz / sizeof(Elf64_Dyn));
  std::vector<Elf64_Dyn*> libraries, folders;
  Elf64_Dyn* spare = nullptr;
  const auto take = [&spare](Elf64_Dyn& entry) {
    entry.d_tag = kIgnoredEntryTag;
    spare = &entry;
    return entry.d_un.d_val;
  };
  for (Elf64_Dyn* d = entries; d < entries + found->p_filesz / sizeof(Elf64_Dyn) && d->d_tag != DT_NULL; ++d) {
    switch (d->d_tag) {
      case DT_STRTAB:
        string_table_ = d->d_un.d_ptr;
        break;
      case DT_SYMTAB:
        symbol_table_ = d->d_un.d_ptr;
        break;
      case DT_RELA:
        relocations_ = d->d_un.d_ptr;
        break;
      case DT_RELASZ:
        relocation_bytes_ = d->d_un.d_val;
        break;
      case DT_JMPREL:
        plt_relocations_ = d->d_un.d_ptr;
        break;
      case DT_PLTRELSZ:
        plt_relocation_bytes_ = d->d_un.d_val;
        break;
      case DT_NEEDED:
        libraries.push_back(d);
        break;
      case DT_INIT:
        constructors_.single_function_address = take(*d);
        break;
      case DT_INIT_ARRAY:
        constructors_.function_array_address = take(*d);
        break;
      case DT_INIT_ARRAYSZ:
        constructors_.function_array_count = take(*d) / sizeof(void*);
        break;
      case DT_FINI:
        destructors_.single_function_address = take(*d);
        break;
      case DT_FINI_ARRAY:
        destructors_.function_array_address = take(*d);
        break;
      case DT_FINI_ARRAYSZ:
        destructors_.function_array_count = take(*d) / sizeof(void*);
        break;
      case DT_VERNEED:
        needed_symbol_versions_entry_ = d;
        break;
      case DT_VERDEF:
        has_symbol_version_definitions_ = true;
        break;
      case DT_VERSYM:
        version_numbers_ = d;
        break;
      case DT_SONAME:
        take(*d);
        break;
      case DT_RUNPATH:
      case DT_RPATH:
        folders.push_back(d);
        break;
      case DT_SYMBOLIC:
        may_own_symbols_be_overridden_ = false;
        break;
      case DT_FLAGS:
        if ((d->d_un.d_val & DF_SYMBOLIC) != 0) may_own_symbols_be_overridden_ = false;
        break;
      case DT_FLAGS_1:
        if ((d->d_un.d_val & kExecutableFlag) != 0)
          refuse_program("is an executable of its own; link it with switchyard-cc, or with switchyard-mpicc for MPI");
        break;
      default:
        break;
    }
  }
  if (spare != nullptr) *spare = {DT_SYMBOLIC, {0}};
  for (Elf64_Dyn* const library : libraries) remove_library_from_needed_list(*library);
  for (const Elf64_Dyn* const list : folders) {
    const std::string_view all = text_in_string_table(list->d_un.d_val);
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t end = std::min(all.find(':', at), all.size());
      if (end > at) library_folders_.emplace_back(all.substr(at, end - at));
      at = end + 1;
    }
  }
}

/// Removes a library from the list of libraries that the dynamic linker loads together with the file, unless all nodes
/// may share one copy of the library.
void ElfFile::remove_library_from_needed_list(Elf64_Dyn& library) {
  const std::string_view name = text_in_string_table(library.d_un.d_val);
  if (std::ranges::find(kHostLibraries, name) != kHostLibraries.end()) return;
  if (name.starts_with("libmpi"))
    refuse_program(fmt::format(
        "needs the library {} of another MPI; compile it with switchyard-mpicc or switchyard-mpifort, and use "
        "libraries that are compiled with it",
        switchyard::quoted(name)));
  if (name != kOpenMpLibrary) needed_libraries_.emplace_back(name);
  library.d_tag = kIgnoredEntryTag;
  drop_symbol_versions_of(name);
}

/// Removes a library that is not loaded from the ELF file's list of libraries whose symbol versions the dynamic linker
/// checks. If the list becomes empty, and the file defines no symbol versions of its own, the version numbers of the
/// symbols are removed, too, as the dynamic linker would look them up in a table that it makes from the list.
void ElfFile::drop_symbol_versions_of(std::string_view library) {
  if (needed_symbol_versions_entry_ == nullptr || needed_symbol_versions_entry_->d_tag == kIgnoredEntryTag) return;
  Elf64_Verneed* before = nullptr;
  for (std::uint64_t at = needed_symbol_versions_entry_->d_un.d_ptr;;) {
    auto* const entry = checked_pointer_at_virtual_address<Elf64_Verneed>(at);
    if (text_in_string_table(entry->vn_file) == library) {
      note_symbol_versions_of_removed_library(at, *entry);
      if (before != nullptr) {
        before->vn_next = entry->vn_next == 0 ? 0 : before->vn_next + entry->vn_next;
      } else if (entry->vn_next != 0) {
        needed_symbol_versions_entry_->d_un.d_ptr += entry->vn_next;
      } else {
        needed_symbol_versions_entry_->d_tag = kIgnoredEntryTag;
        if (version_numbers_ != nullptr && !has_symbol_version_definitions_) version_numbers_->d_tag = kIgnoredEntryTag;
      }
      return;
    }
    if (entry->vn_next == 0) return;
    before = entry;
    at += entry->vn_next;
  }
}

/// Remembers the numbers of the symbol versions that an entry of the ELF file's list of needed versions names. The
/// entry is at address `at`, and belongs to a library that the dynamic linker does not load.
void ElfFile::note_symbol_versions_of_removed_library(std::uint64_t at, const Elf64_Verneed& entry) {
  at += entry.vn_aux;
  for (std::uint32_t i = 0; i < entry.vn_cnt; ++i) {
    const auto& version = *checked_pointer_at_virtual_address<Elf64_Vernaux>(at);
    symbol_versions_of_removed_libraries_.insert(version.vna_other);
    if (version.vna_next == 0) return;
    at += version.vna_next;
  }
}

void ElfFile::change_symbol_bindings() {
  const auto& header = *checked_pointer_at_file_offset<Elf64_Ehdr>(0);
  const auto* sections = checked_pointer_at_file_offset<Elf64_Shdr>(header.e_shoff, header.e_shnum);
  const auto* found =
      std::find_if(sections, sections + header.e_shnum, [](const Elf64_Shdr& s) { return s.sh_type == SHT_DYNSYM; });
  if (found == sections + header.e_shnum) refuse_program("has no table of sections; do not strip it of that");
  symbol_count_ = found->sh_size / sizeof(Elf64_Sym);
  auto* const symbols = checked_pointer_at_virtual_address<Elf64_Sym>(symbol_table_, symbol_count_);
  was_reference_weak_.resize(symbol_count_);
  auto* const versions =
      symbol_versions_of_removed_libraries_.empty() || version_numbers_ == nullptr
          ? nullptr
          : checked_pointer_at_virtual_address<Elf64_Half>(version_numbers_->d_un.d_ptr, symbol_count_);
  for (std::uint64_t i = 1; i < symbol_count_; ++i) {
    Elf64_Sym& symbol = symbols[i];
    if (versions != nullptr && symbol_versions_of_removed_libraries_.contains(versions[i]))
      versions[i] = VER_NDX_GLOBAL;
    const unsigned char type = ELF64_ST_TYPE(symbol.st_info), bind = ELF64_ST_BIND(symbol.st_info);
    was_reference_weak_[i] = bind == STB_WEAK;
    if (symbol.st_shndx == SHN_UNDEF) {
      if (bind == STB_GLOBAL && type != STT_TLS) symbol.st_info = ELF64_ST_INFO(STB_WEAK, type);
    } else {
      if (bind == kUniqueBinding) symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, type);
      const std::string_view name = text_in_string_table(symbol.st_name);
      if (type == STT_FUNC && name == "main") main_address_ = symbol.st_value;
      if (name == "switchyard_program_main") address_of_reference_to_main_ = symbol.st_value;
    }
  }
}

/// Reads which symbols the file defines for use by other files. Of a symbol with several versions, only the default
/// version counts.
void ElfFile::read_definitions() {
  const auto* const symbols = checked_pointer_at_virtual_address<Elf64_Sym>(symbol_table_, symbol_count_);
  const auto* const versions = version_numbers_ == nullptr ? nullptr
                                                           : checked_pointer_at_virtual_address<Elf64_Half>(
                                                                 version_numbers_->d_un.d_ptr, symbol_count_);
  for (std::uint64_t i = 1; i < symbol_count_; ++i) {
    const Elf64_Sym& symbol = symbols[i];
    const unsigned char type = ELF64_ST_TYPE(symbol.st_info), visibility = ELF64_ST_VISIBILITY(symbol.st_other);
    const bool is_for_others = ELF64_ST_BIND(symbol.st_info) != STB_LOCAL && type != STT_TLS &&
                               (visibility == STV_DEFAULT || visibility == STV_PROTECTED) &&
                               (versions == nullptr || (versions[i] & kHiddenVersionBit) == 0);
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS || !is_for_others) continue;
    definitions_.emplace(text_in_string_table(symbol.st_name),
                         SymbolDefinition{symbol.st_value, type == STT_GNU_IFUNC});
  }
}

std::optional<ElfFile::SymbolDefinition> ElfFile::definition_of(std::string_view name) const noexcept {
  const auto found = definitions_.find(name);
  return found == definitions_.end() ? std::nullopt : std::optional(found->second);
}

/// Reads where the program's variables are from the symbol table for the linker or, if that is stripped, from the table
/// of exported symbols. The table is ignored if it does not fit the file.
void ElfFile::read_variables() {
  const auto& header = *checked_pointer_at_file_offset<Elf64_Ehdr>(0);
  const auto* const sections = checked_pointer_at_file_offset<Elf64_Shdr>(header.e_shoff, header.e_shnum);
  const auto* const end = sections + header.e_shnum;
  const auto find = [&](Elf64_Word type) {
    return std::find_if(sections, end, [type](const Elf64_Shdr& s) { return s.sh_type == type; });
  };
  const auto* table = find(SHT_SYMTAB);
  if (table == end) table = find(SHT_DYNSYM);
  if (table == end) return;
  const bool is_in_file = table->sh_offset <= bytes_.size() && table->sh_size <= bytes_.size() - table->sh_offset;
  if (!is_in_file) return;
  const auto name_of = [&, names = table->sh_link < header.e_shnum ? sections + table->sh_link : nullptr](
                           const Elf64_Sym& symbol) -> std::string_view {
    const bool has_name = names != nullptr && names->sh_offset <= bytes_.size() &&
                          names->sh_size <= bytes_.size() - names->sh_offset && symbol.st_name < names->sh_size;
    if (!has_name) return {};
    const char* const name = bytes_.data() + names->sh_offset + symbol.st_name;
    return {name, strnlen(name, names->sh_size - symbol.st_name)};
  };
  for (std::uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Sym); ++i) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, bytes_.data() + table->sh_offset + i * sizeof symbol, sizeof symbol);
    if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0) continue;
    if (symbol.st_value > kAddressSpaceBytes || symbol.st_size > kAddressSpaceBytes) continue;
    variable_ranges_.push_back({symbol.st_value, symbol.st_value + symbol.st_size});
    if (const std::string_view name = name_of(symbol); name.starts_with("switchyard_"))
      interface_variables_.emplace_back(name, symbol.st_value);
  }
  std::ranges::sort(variable_ranges_, {}, &Range::end);
}

std::optional<ElfFile::Range> ElfFile::range_of_variable_at(std::uint64_t place) const noexcept {
  const auto behind = std::ranges::upper_bound(variable_ranges_, place, {}, &Range::end);
  if (behind == variable_ranges_.end() || behind->begin > place) return std::nullopt;
  return *behind;
}

std::optional<std::uint64_t> ElfFile::offset_of_interface_variable(std::string_view name) const noexcept {
  for (const auto& [its_name, place] : interface_variables_) {
    if (its_name == name) return place;
  }
  return std::nullopt;
}

void ElfFile::read_relocations(std::uint64_t address, std::uint64_t bytes) {
  if (bytes == 0) return;
  const auto* const symbols = checked_pointer_at_virtual_address<Elf64_Sym>(symbol_table_, symbol_count_);
  const std::uint64_t count = bytes / sizeof(Elf64_Rela);
  const auto* const entries = checked_pointer_at_virtual_address<Elf64_Rela>(address, count);
  for (const auto* r = entries; r < entries + count; ++r) {
    const auto type = ELF64_R_TYPE(r->r_info);
    if (type == R_X86_64_RELATIVE && r->r_offset == address_of_reference_to_main_ && main_address_ == 0)
      main_address_ = static_cast<std::uint64_t>(r->r_addend);
    if (type != R_X86_64_64 && type != R_X86_64_GLOB_DAT && type != R_X86_64_JUMP_SLOT) continue;
    const std::uint64_t symbol = ELF64_R_SYM(r->r_info);
    if (symbol >= symbol_count_) refuse_damaged_program_file();
    const bool is_own = symbols[symbol].st_shndx != SHN_UNDEF;
    if (symbol == 0 || (is_own && !may_own_symbols_be_overridden_)) continue;
    (is_own ? references_to_own_symbols_ : symbol_references_)
        .push_back({r->r_offset, type == R_X86_64_64 ? r->r_addend : 0, text_in_string_table(symbols[symbol].st_name),
                    was_reference_weak_[symbol]});
  }
}

bool ElfFile::refers_to_symbol(std::string_view name) const noexcept {
  return std::ranges::find(symbol_references_, name, &SymbolReference::name) != symbol_references_.end();
}

}  // namespace switchyard
