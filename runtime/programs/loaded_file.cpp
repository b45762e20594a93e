#include "runtime/programs/loaded_file.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "runtime/error.hpp"
#include "runtime/programs/process.hpp"
#include "runtime/programs/state_hash.hpp"
#include "runtime/programs/writable_pages.hpp"

namespace switchyard {
namespace {

std::string text_of_errno() { return std::generic_category().message(errno); }

/// Returns a path that leads to an open file, and a different one at each call. The dynamic linker takes files with the
/// same path for one file, so that each image (copy of a program in memory) needs a path of its own.
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

constexpr std::size_t kPageBytes = 4096;

/// The largest number of pages of memory that clear_pages() fills with zeros at once.
constexpr std::size_t kMostPagesToClearAtOnce = 256;
/// Fills whole pages with zeros. If only a few of the pages are in memory, the kernel gets all of them back instead, so
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

/// Fills a range of memory with zeros. The range must not be backed by a file: whole pages may be given back to the
/// kernel instead of being written, and the kernel would fill them from the file again.
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

std::set<std::string> LoadedFile::missing_names(const ResolvedSymbols::SymbolsOfFile& names) const {
  std::set<std::string> missing;
  for (const ElfFile::SymbolReference& reference : names.references_to_host) {
    void* found = nullptr;
    std::memcpy(&found, address_at(reference.slot_for_address), sizeof(found));
    if (found == nullptr) missing.emplace(reference.name);
  }
  return missing;
}

void LoadedFile::bind_symbols(const ResolvedSymbols::SymbolsOfFile& names, ProcessVariables& variables,
                              const std::deque<LoadedFile>& files) {
  const auto& relro = file_.read_only_after_relocation();
  const WritablePages for_now(address_at(relro.begin), relro.end - relro.begin);
  const auto write_address = [this](const auto& slot, char* target) {
    target += slot.addend;
    std::memcpy(address_at(slot.slot_address), &target, sizeof(target));
  };
  for (const ResolvedSymbols::SymbolAddressSlot& slot : names.slots) {
    const SymbolBinding& binding = slot.binding;
    write_address(slot, binding.variable_offset >= 0 ? reinterpret_cast<char*>(&variables) + binding.variable_offset
                                                     : static_cast<char*>(binding.function));
  }
  for (const ResolvedSymbols::ProgramDefinedSymbolSlot& slot : names.program_defined_symbol_slots) {
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

void LoadedFile::add_variable_values_to_hash(StateHash& hash) const {
  for (const auto* const ranges : {&file_.data_ranges(), &file_.zero_initialised_ranges()}) {
    for (const ElfFile::Range& range : *ranges) hash.add_bytes(address_at(range.begin), range.end - range.begin);
  }
  const char* const own = file_.has_thread_locals() ? thread_locals() : nullptr;
  if (own != nullptr) hash.add_bytes(own, file_.thread_local_segment().p_memsz);
}

/// Returns the thread-local variables that this loaded file has for the calling thread; null if they do not exist yet.
char* LoadedFile::thread_locals() const {
  void* block = nullptr;
  dlinfo(library_handle_, RTLD_DI_TLS_DATA, static_cast<void*>(&block));
  return static_cast<char*>(block);
}

/// Resets the thread-local variables that this loaded file has for the calling thread to their initial values, if they
/// exist already.
void LoadedFile::reset_thread_locals() const {
  char* const block = thread_locals();
  if (block == nullptr) return;
  const Elf64_Phdr& initial = file_.thread_local_segment();
  std::memcpy(block, address_at(initial.p_vaddr), initial.p_filesz);
  std::memset(block + initial.p_filesz, 0, initial.p_memsz - initial.p_filesz);
}

void LoadedFile::run_constructors(int argc, char** argv, char** environment) const {
  const ElfFile::ConstructorOrDestructorList& all = file_.constructors();
  if (all.single_function_address != 0) call_function_at(all.single_function_address, base_address_);
  using Constructor = void(int, char**, char**);
  auto* const array = reinterpret_cast<Constructor**>(address_at(all.function_array_address));
  for (std::uint64_t i = 0; i < all.function_array_count; ++i) array[i](argc, argv, environment);
}

void LoadedFile::run_destructors() const {
  const ElfFile::ConstructorOrDestructorList& all = file_.destructors();
  using Destructor = void();
  auto* const array = reinterpret_cast<Destructor**>(address_at(all.function_array_address));
  for (std::uint64_t i = all.function_array_count; i-- > 0;) array[i]();
  if (all.single_function_address != 0) call_function_at(all.single_function_address, base_address_);
}

}  // namespace switchyard
