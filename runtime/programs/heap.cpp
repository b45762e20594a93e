#include "runtime/programs/heap.hpp"

#include <malloc.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

std::uint64_t Heap::mark_of(const void* block) noexcept {
  return reinterpret_cast<std::uintptr_t>(block) ^ 0x9e3779b97f4a7c15U;
}

void* Heap::allocate(std::size_t bytes, std::size_t alignment) noexcept {
  const std::size_t extra = sizeof(Header) + (alignment > kUsualAlignment ? alignment : 0);
  if (bytes > std::numeric_limits<std::ptrdiff_t>::max() - extra) return nullptr;
  void* const whole = std::malloc(bytes + extra);
  if (whole == nullptr) return nullptr;
  const auto mask = ~(static_cast<std::uintptr_t>(alignment) - 1);
  auto* const block = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(whole) + extra) & mask);
  Header* const header = header_of(block);
  *header = {{list_.next, &list_}, whole, mark_of(block)};
  list_.next->previous = &header->link;
  list_.next = &header->link;
  return block;
}

bool Heap::owns(const void* block) noexcept { return header_of(block)->mark == mark_of(block); }

void Heap::free(void* block) noexcept {
  Header* const header = header_of(block);
  header->link.previous->next = header->link.next;
  header->link.next->previous = header->link.previous;
  header->mark = 0;
  std::free(header->whole);
}

std::size_t Heap::room_of(const void* block) noexcept {
  const Header* const header = header_of(block);
  const auto before = static_cast<std::size_t>(static_cast<const char*>(block) - static_cast<char*>(header->whole));
  return malloc_usable_size(header->whole) - before;
}

void Heap::free_all() noexcept {
  while (list_.next != &list_) free(reinterpret_cast<Header*>(list_.next) + 1);
}

std::size_t Heap::blocks() const noexcept {
  std::size_t count = 0;
  for (const Link* at = list_.next; at != &list_; at = at->next) ++count;
  return count;
}

// --- what programs call ---------------------------------------------------------------------------------------------

namespace {

void* allocate(std::size_t bytes) {
  if (t_process == nullptr) return std::malloc(bytes);
  void* const block = t_process->heap.allocate(bytes);
  if (block == nullptr) errno = ENOMEM;
  return block;
}

void release(void* block) {
  if (block == nullptr) return;
  if (Heap::owns(block)) {
    Heap::free(block);
  } else {
    std::free(block);
  }
}

void* allocate_zeros(std::size_t count, std::size_t size) {
  if (t_process == nullptr) return std::calloc(count, size);
  std::size_t bytes = 0;
  void* const block = __builtin_mul_overflow(count, size, &bytes) ? nullptr : allocate(bytes);
  if (block != nullptr) std::memset(block, 0, bytes);
  if (block == nullptr) errno = ENOMEM;
  return block;
}

void* reallocate(void* block, std::size_t bytes) {
  if (block == nullptr) return allocate(bytes);
  if (!Heap::owns(block)) return std::realloc(block, bytes);
  if (bytes == 0) {
    Heap::free(block);
    return nullptr;
  }
  const std::size_t room = Heap::room_of(block);
  if (bytes <= room && bytes >= room / 2) return block;
  void* const larger = allocate(bytes);
  if (larger == nullptr) return nullptr;
  std::memcpy(larger, block, bytes < room ? bytes : room);
  Heap::free(block);
  return larger;
}

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

std::size_t usable_size(void* block) {
  if (block == nullptr) return 0;
  return Heap::owns(block) ? Heap::room_of(block) : malloc_usable_size(block);
}

char* copy_text(const char* text) {
  const std::size_t bytes = std::strlen(text) + 1;
  auto* const copy = static_cast<char*>(allocate(bytes));
  return copy == nullptr ? nullptr : static_cast<char*>(std::memcpy(copy, text, bytes));
}

char* copy_beginning(const char* text, std::size_t most) {
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
    Binding::to("malloc_usable_size", usable_size),
    Binding::to("strdup", copy_text),
    Binding::to("__strdup", copy_text),
    Binding::to("strndup", copy_beginning),
};

}  // namespace

Bindings heap_bindings() { return kHeap; }

}  // namespace switchyard
