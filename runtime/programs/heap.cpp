#include "runtime/programs/heap.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/own_accesses.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

std::uint64_t Heap::header_mark_of_block(const void* block) noexcept {
  return reinterpret_cast<std::uintptr_t>(block) ^ 0x9e3779b97f4a7c15U;
}

namespace {

// The number and value of the bytes behind each guarded block, and the value with which freed
// blocks are filled.
constexpr std::size_t kGuardBytes = 64;
constexpr int kGuardValue = 0xA5, kFreedValue = 0xDD;

}  // namespace

void Heap::link(Link& list, Header& header) noexcept {
  header.link = {list.next, &list};
  list.next->previous = &header.link;
  list.next = &header.link;
}

void Heap::unlink(Header& header) noexcept {
  header.link.previous->next = header.link.next;
  header.link.next->previous = header.link.previous;
}

void* Heap::allocate(std::size_t bytes, std::size_t alignment) noexcept {
  const std::size_t extra = sizeof(Header) + (alignment > kUsualAlignment ? alignment : 0);
  if (bytes > kMostBytes || extra > kMostBefore) return nullptr;
  return make_block_in(std::malloc(bytes + extra + (is_guarded_ ? kGuardBytes : 0)), bytes, extra, alignment);
}

void* Heap::allocate_zeros(std::size_t bytes) noexcept {
  if (bytes > kMostBytes) return nullptr;
  // The host's calloc does not touch pages that are fresh from the system. So a large table that
  // the program uses in only a few places needs little memory.
  constexpr std::size_t kExtra = sizeof(Header);
  return make_block_in(std::calloc(1, bytes + kExtra + (is_guarded_ ? kGuardBytes : 0)), bytes, kExtra,
                       kUsualAlignment);
}

void* Heap::make_block_in(void* whole, std::size_t bytes, std::size_t extra, std::size_t alignment) noexcept {
  if (whole == nullptr) return nullptr;
  const auto mask = ~(static_cast<std::uintptr_t>(alignment) - 1);
  auto* const block = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(whole) + extra) & mask);
  Header* const header = header_of(block);
  const auto before = reinterpret_cast<std::uintptr_t>(block) - reinterpret_cast<std::uintptr_t>(whole);
  link(list_, *header);
  header->before = before & kMostBefore;
  header->bytes = bytes & kMostBytes;
  header->mark = header_mark_of_block(block) ^ (is_guarded_ ? kGuarded : kPlain);
  if (is_guarded_) std::memset(static_cast<char*>(block) + bytes, kGuardValue, kGuardBytes);
  return block;
}

bool Heap::is_overrun(const void* block) noexcept {
  const auto* const guard = static_cast<const unsigned char*>(block) + header_of(block)->bytes;
  return is_guarded(block) &&
         !std::all_of(guard, guard + kGuardBytes, [](unsigned char byte) { return byte == kGuardValue; });
}

std::optional<std::size_t> Heap::size_of_overrun_block() const noexcept {
  for (const Link* link = list_.next; link != &list_; link = link->next) {
    const auto* const header = reinterpret_cast<const Header*>(link);
    if (is_overrun(header + 1)) return header->bytes;
  }
  return std::nullopt;
}

void Heap::free(void* block) noexcept {
  Header* const header = header_of(block);
  unlink(*header);
  header->mark = 0;
  std::free(malloc_block_of(block));
}

void Heap::release(void* block) noexcept {
  constexpr std::size_t kMostKept = std::size_t{16} << 20U;
  if (!is_guarded(block)) return free(block);
  Header* const header = header_of(block);
  unlink(*header);
  link(freed_, *header);
  header->mark = header_mark_of_block(block) ^ kFreed;
  std::memset(block, kFreedValue, header->bytes);
  freed_bytes_ += header->bytes;
  while (freed_bytes_ > kMostKept) {
    auto* const oldest = reinterpret_cast<Header*>(freed_.previous);
    freed_bytes_ -= oldest->bytes;
    free(oldest + 1);
  }
}

std::size_t Heap::capacity_of_block(const void* block) noexcept {
  if (is_guarded(block)) return header_of(block)->bytes;
  return malloc_usable_size(malloc_block_of(block)) - header_of(block)->before;
}

void Heap::free_all_blocks() noexcept {
  for (Link* const list : {&list_, &freed_}) {
    while (list->next != list) free(reinterpret_cast<Header*>(list->next) + 1);
  }
  freed_bytes_ = 0;
}

std::optional<Heap::Bounds> Heap::bounds_in_list(const Link& list, const void* byte) noexcept {
  constexpr int kMostLooks = 4096;
  const auto at = reinterpret_cast<std::uintptr_t>(byte);
  int looks = 0;
  for (const Link* link = list.next; link != &list && looks < kMostLooks; link = link->next, ++looks) {
    const auto* const header = reinterpret_cast<const Header*>(link);
    const auto begin = reinterpret_cast<std::uintptr_t>(header + 1);
    if (at >= begin && at < begin + header->bytes) return Bounds{begin, begin + header->bytes};
  }
  return std::nullopt;
}

std::optional<Heap::Bounds> Heap::bounds_of_block_at(const void* byte) const noexcept {
  if (const auto own = bounds_in_list(list_, byte)) return own;
  auto freed = bounds_in_list(freed_, byte);
  if (freed) freed->is_freed = true;
  return freed;
}

std::string Heap::misuse_of_memory(std::span<const std::byte> memory) const {
  const auto block = bounds_of_block_at(memory.data());
  if (!block) return {};
  if (block->is_freed) return "the buffer is in memory that the program has freed";
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(memory.data()) + memory.size();
  if (end <= block->end) return {};
  return fmt::format("the buffer goes {} B beyond the end of the memory of {} B that the program has allocated",
                     end - block->end, block->end - block->begin);
}

std::size_t Heap::allocated_block_count() const noexcept {
  std::size_t count = 0;
  for (const Link* at = list_.next; at != &list_; at = at->next) ++count;
  return count;
}

// --- functions that programs call -----------------------------------------------------------------------------------

namespace {

void* allocate(std::size_t bytes) {
  if (t_process == nullptr) return std::malloc(bytes);
  void* const block = t_process->heap.allocate(bytes);
  if (block == nullptr) errno = ENOMEM;
  return block;
}

void release(void* block) {
  if (block == nullptr) return;
  const bool is_own = Heap::owns(block);
  if (t_process != nullptr && (Heap::is_guarded(block) || Heap::is_freed(block))) {
    if (t_process->note_misuse_of_freed_block(block)) t_process->heap.release(block);
  } else if (is_own) {
    Heap::free(block);
  } else {
    std::free(block);
  }
}

void* allocate_zeros(std::size_t count, std::size_t size) {
  if (t_process == nullptr) return std::calloc(count, size);
  std::size_t bytes = 0;
  void* const block = __builtin_mul_overflow(count, size, &bytes) ? nullptr : t_process->heap.allocate_zeros(bytes);
  if (block == nullptr) errno = ENOMEM;
  return block;
}

}  // namespace

void* reallocate(void* block, std::size_t bytes) {
  if (block == nullptr) return allocate(bytes);
  if (!Heap::owns(block)) return std::realloc(block, bytes);
  if (bytes == 0) {
    release(block);
    return nullptr;
  }
  const std::size_t room = Heap::capacity_of_block(block);
  if (bytes <= room && bytes >= room / 2 && !Heap::is_guarded(block)) {
    Heap::resize(block, bytes);
    return block;
  }
  void* const larger = allocate(bytes);
  if (larger == nullptr) return nullptr;
  std::memcpy(larger, block, bytes < room ? bytes : room);
  release(block);
  return larger;
}

namespace {

void* reallocate_array(void* block, std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (!__builtin_mul_overflow(count, size, &bytes)) return reallocate(block, bytes);
  errno = ENOMEM;
  return nullptr;
}

void* allocate_aligned(std::size_t alignment, std::size_t bytes) {
  if (t_process == nullptr) return std::aligned_alloc(alignment, bytes);
  return t_process->heap.allocate(bytes, alignment);
}

int allocate_aligned_into(void** block, std::size_t alignment, std::size_t bytes) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  *block = allocate_aligned(alignment, bytes);
  return *block == nullptr ? ENOMEM : 0;
}

void* allocate_pages(std::size_t bytes) { return allocate_aligned(4096, bytes); }

std::size_t usable_size_of_block(void* block) {
  if (block == nullptr) return 0;
  return Heap::owns(block) ? Heap::capacity_of_block(block) : malloc_usable_size(block);
}

char* copy_text(const char* text) {
  const std::size_t bytes = std::strlen(text) + 1;
  note_library_access(text, bytes, Touch::reads, __builtin_return_address(0));
  auto* const copy = static_cast<char*>(allocate(bytes));
  return copy == nullptr ? nullptr : static_cast<char*>(std::memcpy(copy, text, bytes));
}

char* copy_text_up_to(const char* text, std::size_t most) {
  const std::size_t length = strnlen(text, most);
  auto* const copy = static_cast<char*>(allocate(length + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

const Binding kHeap[] = {
    Binding::to("malloc", allocate),
    Binding::to("calloc", allocate_zeros),
    Binding::to("realloc", reallocate),
    Binding::to("reallocarray", reallocate_array),
    Binding::to("free", release),
    Binding::to("cfree", release),
    Binding::to("aligned_alloc", allocate_aligned),
    Binding::to("memalign", allocate_aligned),
    Binding::to("valloc", allocate_pages),
    Binding::to("posix_memalign", allocate_aligned_into),
    Binding::to("malloc_usable_size", usable_size_of_block),
    Binding::to("strdup", copy_text),
    Binding::to("__strdup", copy_text),
    Binding::to("strndup", copy_text_up_to),
};

}  // namespace

Bindings heap_bindings() { return kHeap; }

}  // namespace switchyard
