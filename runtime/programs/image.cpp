#include "runtime/programs/image.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <system_error>
#include <unordered_map>

#include "runtime/error.hpp"
#include "runtime/programs/process.hpp"
#include "runtime/programs/state_hash.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

std::string text_of_errno() { return std::generic_category().message(errno); }

/// Returns a new name for an open file at each call. The dynamic linker treats two files with one
/// name as the same file, so that each image needs a name of its own; all these names lead to the
/// same file.
std::string unique_path_of_open_file(int file) {
  static std::atomic<std::uint32_t> count = 0;
  std::string name = "/proc/self/fd/";
  for (std::uint32_t rest = count++; rest != 0; rest /= 2) name += rest % 2 == 0 ? "./" : ".//";
  return name + std::to_string(file);
}

/// A file in memory without a name (memfd), which disappears when its last user closes it.
class MemoryFile {
 public:
  explicit MemoryFile(const std::vector<char>& bytes) : descriptor_(memfd_create("switchyard-program", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw Error(fmt::format("the host has no room for another program: {}", text_of_errno()));
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t written = write(descriptor_, bytes.data() + done, bytes.size() - done);
      if (written <= 0) {
        const std::string why = text_of_errno();
        close(descriptor_);
        throw Error(fmt::format("the host has no room for another program: {}", why));
      }
      done += static_cast<std::size_t>(written);
    }
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

/// Makes read-only pages writable for as long as this object exists.
class WritablePages {
 public:
  WritablePages(char* begin, std::size_t bytes) : begin_(begin), bytes_(bytes) {
    set_protection(PROT_READ | PROT_WRITE);
  }
  ~WritablePages() { set_protection(PROT_READ); }
  WritablePages(const WritablePages&) = delete;
  WritablePages& operator=(const WritablePages&) = delete;

 private:
  void set_protection(int protection) const {
    if (bytes_ > 0) mprotect(begin_, bytes_, protection);
  }
  char* begin_;
  std::size_t bytes_;
};

constexpr std::size_t kPageBytes = 4096;

/// The largest number of pages of memory that clear_pages() fills with zeros at once.
constexpr std::size_t kMostPagesToClearAtOnce = 256;
/// Fills whole pages with zeros. If only a few of the pages are in memory, all are returned to the host instead, so
/// that a large array that a run does not use needs no memory.
void clear_pages(char* begin, std::size_t pages) {
  std::array<unsigned char, kMostPagesToClearAtOnce> in_memory{};
  const std::size_t bytes = pages * kPageBytes;
  const bool is_known = mincore(begin, bytes, in_memory.data()) == 0;
  const auto used = std::ranges::count_if(in_memory, [](unsigned char flags) { return (flags & 1U) != 0; });
  const bool are_few = is_known && static_cast<std::size_t>(used) <= pages / 8;
  if (are_few && madvise(begin, bytes, MADV_DONTNEED) == 0) return;
  std::memset(begin, 0, bytes);
}

/// Fills a range of memory with zeros. The range must not be backed by a file, because whole pages may be given back to
/// the kernel instead, which would fill them from the file again.
void write_zeros(char* begin, char* end) {
  constexpr std::ptrdiff_t kLarge = 64 * kPageBytes;
  if (end - begin < kLarge) {
    std::memset(begin, 0, static_cast<std::size_t>(end - begin));
    return;
  }
  const std::size_t to_page = -reinterpret_cast<std::uintptr_t>(begin) % kPageBytes;
  std::memset(begin, 0, to_page);
  begin += to_page;
  for (auto pages = static_cast<std::size_t>(end - begin) / kPageBytes; pages > 0;) {
    const std::size_t chunk = std::min(pages, kMostPagesToClearAtOnce);
    clear_pages(begin, chunk);
    begin += chunk * kPageBytes;
    pages -= chunk;
  }
  std::memset(begin, 0, static_cast<std::size_t>(end - begin));
}

void call_function_at(std::uint64_t place, const char* base) {
  reinterpret_cast<void (*)()>(const_cast<char*>(base) + place)();
}

}  // namespace

std::string_view name_without_plain_prefix(std::string_view name) {
  constexpr std::string_view kPrefix = "switchyard_plain_";
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

namespace {

/// Hashes a name by its length and its last letters, because many names begin with the same letters.
struct SymbolNameHash {
  std::size_t operator()(std::string_view name) const noexcept {
    std::uint64_t end = 0;
    const std::size_t letters = std::min(name.size(), sizeof end);
    std::memcpy(&end, name.data() + (name.size() - letters), letters);
    return (end ^ name.size()) * 0x9e3779b97f4a7c15ULL >> 32U;
  }
};

}  // namespace

/// Looks up each name of the tables among the names to which the program refers. A program refers to few of the
/// thousands of names, so that an index of the tables would take longer than the whole rest of loading a small program.
BoundNames::BoundNames(const ProgramFiles& files, std::span<const SymbolBindings> tables)
    : names_of_files_(files.count()) {
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
  const auto file_defining = [&files](std::string_view name) {
    std::size_t number = 0;
    while (number < files.count() && !files[number].definition_of(name)) ++number;
    return number;
  };
  for (std::size_t i = 0; i < files.count(); ++i) {
    NamesOfFile& names = names_of_files_[i];
    for (const ElfFile::SymbolReference& reference : files[i].references_to_own_symbols()) {
      const std::size_t definer = file_defining(reference.name);
      if (definer < i)
        names.slots_of_definitions.push_back(
            {reference.slot_for_address, reference.addend, definer, *files[definer].definition_of(reference.name)});
    }
    for (const ElfFile::SymbolReference& reference : files[i].symbol_references()) {
      const std::size_t definer = file_defining(reference.name);
      const SymbolBinding* const binding = used.at(name_without_plain_prefix(reference.name));
      if (definer < files.count()) {
        names.slots_of_definitions.push_back(
            {reference.slot_for_address, reference.addend, definer, *files[definer].definition_of(reference.name)});
      } else if (binding != nullptr) {
        names.slots.push_back({reference.slot_for_address, reference.addend, *binding});
      } else {
        (reference.is_weak ? names.weak_references_to_host : names.references_to_host).push_back(reference);
      }
    }
  }
}

LoadedFile::LoadedFile(const ElfFile& file) : file_(file) {
  const MemoryFile copy(file_.bytes());
  library_handle_ = dlopen(unique_path_of_open_file(copy.descriptor()).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_handle_ == nullptr) {
    const std::string why = dlerror();
    const std::size_t behind_name = why.find(": ");
    throw UsageError(fmt::format("cannot be loaded: {}", why.starts_with('/') && behind_name != std::string::npos
                                                             ? why.substr(behind_name + 2)
                                                             : why));
  }
  link_map* map = nullptr;
  dlinfo(library_handle_, RTLD_DI_LINKMAP, static_cast<void*>(&map));
  base_address_ = reinterpret_cast<char*>(map->l_addr);
}

LoadedFile::~LoadedFile() { dlclose(library_handle_); }

std::set<std::string> LoadedFile::missing_names(const BoundNames::NamesOfFile& names) const {
  std::set<std::string> missing;
  for (const ElfFile::SymbolReference& reference : names.references_to_host) {
    void* found = nullptr;
    std::memcpy(&found, address_at(reference.slot_for_address), sizeof(found));
    if (found == nullptr) missing.emplace(reference.name);
  }
  return missing;
}

void LoadedFile::bind_symbols(const BoundNames::NamesOfFile& names, ProcessVariables& variables,
                              const std::deque<LoadedFile>& files) {
  const auto& relro = file_.read_only_after_relocation();
  const WritablePages for_now(address_at(relro.begin), relro.end - relro.begin);
  const auto write_address = [this](const auto& slot, char* target) {
    target += slot.addend;
    std::memcpy(address_at(slot.slot_address), &target, sizeof(target));
  };
  for (const BoundNames::SymbolAddressSlot& slot : names.slots) {
    const SymbolBinding& binding = slot.binding;
    write_address(slot, binding.variable_offset >= 0 ? reinterpret_cast<char*>(&variables) + binding.variable_offset
                                                     : static_cast<char*>(binding.function));
  }
  for (const BoundNames::SlotOfDefinition& slot : names.slots_of_definitions) {
    char* const defined = files[slot.file_number].address_at(slot.definition.address);
    write_address(slot, slot.definition.is_resolver ? reinterpret_cast<char* (*)()>(defined)() : defined);
  }
}

void LoadedFile::remember_initial_data() {
  for (const ElfFile::Range& range : file_.data_ranges())
    initial_data_.insert(initial_data_.end(), address_at(range.begin), address_at(range.end));
}

void LoadedFile::restore_initial_data() {
  const char* from = initial_data_.data();
  for (const ElfFile::Range& range : file_.data_ranges()) {
    const std::size_t bytes = range.end - range.begin;
    std::memcpy(address_at(range.begin), from, bytes);
    from += bytes;
  }
  for (const ElfFile::Range& range : file_.zero_initialised_ranges())
    write_zeros(address_at(range.begin), address_at(range.end));
  if (file_.has_thread_locals()) reset_thread_locals();
}

std::size_t LoadedFile::variable_bytes() const noexcept {
  std::size_t bytes = file_.has_thread_locals() ? file_.thread_local_segment().p_memsz : 0;
  for (const auto* const ranges : {&file_.data_ranges(), &file_.zero_initialised_ranges()}) {
    for (const ElfFile::Range& range : *ranges) bytes += range.end - range.begin;
  }
  return bytes;
}

void LoadedFile::add_variables_to(StateHash& hash) const {
  for (const auto* const ranges : {&file_.data_ranges(), &file_.zero_initialised_ranges()}) {
    for (const ElfFile::Range& range : *ranges) hash.add_bytes(address_at(range.begin), range.end - range.begin);
  }
  const char* const own = file_.has_thread_locals() ? thread_locals() : nullptr;
  if (own != nullptr) hash.add_bytes(own, file_.thread_local_segment().p_memsz);
}

/// Returns the thread-local variables of the calling thread; null if they do not exist yet.
char* LoadedFile::thread_locals() const {
  void* block = nullptr;
  dlinfo(library_handle_, RTLD_DI_TLS_DATA, static_cast<void*>(&block));
  return static_cast<char*>(block);
}

/// Resets the thread-local variables of the calling thread, if they exist already.
void LoadedFile::reset_thread_locals() const {
  char* const block = thread_locals();
  if (block == nullptr) return;
  const Elf64_Phdr& initial = file_.thread_local_segment();
  std::memcpy(block, address_at(initial.p_vaddr), initial.p_filesz);
  std::memset(block + initial.p_filesz, 0, initial.p_memsz - initial.p_filesz);
}

void LoadedFile::run_constructors(int argc, char** argv, char** environment) const {
  const ElfFile::FunctionList& all = file_.constructors();
  if (all.single_function_address != 0) call_function_at(all.single_function_address, base_address_);
  using Constructor = void(int, char**, char**);
  auto* const array = reinterpret_cast<Constructor**>(address_at(all.function_array_address));
  for (std::uint64_t i = 0; i < all.function_array_count; ++i) array[i](argc, argv, environment);
}

void LoadedFile::run_destructors() const {
  const ElfFile::FunctionList& all = file_.destructors();
  using Destructor = void();
  auto* const array = reinterpret_cast<Destructor**>(address_at(all.function_array_address));
  for (std::uint64_t i = all.function_array_count; i-- > 0;) array[i]();
  if (all.single_function_address != 0) call_function_at(all.single_function_address, base_address_);
}

Image::Image(const ProgramFiles& files, const BoundNames& names, ProcessVariables& variables) {
  bind_shared_libraries();
  for (std::size_t i = 0; i < files.count(); ++i) {
    try {
      files_.emplace_back(files[i]);
    } catch (const UsageError& error) {
      if (i == 0) throw;
      throw UsageError(fmt::format("needs the library {}, which {}", switchyard::quoted(files.name_of_library(i)),
                                   error.mistake().reason),
                       error.mistake().remedy);
    }
  }
  refuse_missing_names(files, names);
  for (std::size_t i = 0; i < files_.size(); ++i) files_[i].bind_symbols(names.of_file(i), variables, files_);
  for (LoadedFile& file : files_) file.remember_initial_data();
}

void Image::refuse_missing_names(const ProgramFiles& files, const BoundNames& names) const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const std::set<std::string> missing = files_[i].missing_names(names.of_file(i));
    if (missing.empty()) continue;
    const std::string library =
        i == 0 ? "" : fmt::format("has the library {}, which ", switchyard::quoted(files.name_of_library(i)));
    throw UsageError(fmt::format("{}calls {}, which neither it nor any interface of this program has", library,
                                 fmt::join(missing, ", ")));
  }
}

void Image::restore_initial_data() {
  for (LoadedFile& file : files_) file.restore_initial_data();
}

std::size_t Image::variable_bytes() const noexcept {
  std::size_t bytes = 0;
  for (const LoadedFile& file : files_) bytes += file.variable_bytes();
  return bytes;
}

void Image::add_variables_to(StateHash& hash) const {
  for (const LoadedFile& file : files_) file.add_variables_to(hash);
}

void Image::run_constructors(int argc, char** argv, char** environment) const {
  for (auto file = files_.rbegin(); file != files_.rend(); ++file) file->run_constructors(argc, argv, environment);
}

void Image::run_destructors() const {
  for (const LoadedFile& file : files_) file.run_destructors();
}

std::optional<Image::CodePlace> Image::code_place_of(const void* address) const noexcept {
  for (const LoadedFile& each : files_) {
    const std::uint64_t offset = each.place_of(reinterpret_cast<std::uintptr_t>(address));
    if (each.file().is_code_at(offset)) return CodePlace{&each.file().path(), offset};
  }
  return std::nullopt;
}

std::vector<const void*> Image::addresses_of_interface_variable(std::string_view name) const {
  std::vector<const void*> addresses;
  for (const LoadedFile& each : files_) {
    if (const auto place = each.file().place_of_interface_variable(name)) addresses.push_back(each.address_at(*place));
  }
  return addresses;
}

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> Image::range_of_variable_at(
    std::uintptr_t address) const noexcept {
  for (const LoadedFile& each : files_) {
    if (const auto found = each.file().range_of_variable_at(each.place_of(address)))
      return std::pair(reinterpret_cast<std::uintptr_t>(each.address_at(found->begin)),
                       reinterpret_cast<std::uintptr_t>(each.address_at(found->end)));
  }
  return std::nullopt;
}

// --- libraries that all nodes share ---------------------------------------------------------------------------------

namespace {

/// A library that the dynamic linker has loaded, with the symbols and relocations found through
/// its dynamic section.
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
