/// \file operator_new.cpp
/// The operators new and delete of an executable that runs programs as nodes. Memory for a C++ program comes from its
/// node's heap; memory for the emulator comes from its small blocks (SmallMemoryBlockAllocator) or from malloc. An
/// executable that defines these operators itself keeps its own, because this file contains nothing else that it needs.

#ifndef SWITCHYARD_SANITIZED  // A sanitizer has operators new and delete of its own.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "runtime/programs/heap.hpp"
#include "runtime/programs/process.hpp"
#include "runtime/programs/small_blocks.hpp"

namespace {

/// Calls `allocate` until it returns a block, as the C++ standard demands: in between, the program's new-handler is
/// called, which may free some memory. Throws std::bad_alloc if there is no new-handler.
template <class Allocate>
void* allocate_or_throw(Allocate allocate) {
  for (;;) {
    if (void* const block = allocate()) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

/// Carries out operator new when no freed small block of this size can be used again.
[[gnu::noinline]] void* allocate_new_block(std::size_t bytes, const void* caller) {
  if (switchyard::t_process == nullptr) {
    if (void* const block = switchyard::SmallMemoryBlockAllocator::allocate(bytes)) return block;
  }
  return allocate_or_throw([&] { return switchyard::allocate_for_caller(caller, std::max<std::size_t>(bytes, 1)); });
}

}  // namespace

void* operator new(std::size_t bytes) {
  if (switchyard::t_process == nullptr) {
    if (void* const block = switchyard::SmallMemoryBlockAllocator::take_freed_block(bytes)) return block;
  }
  return allocate_new_block(bytes, __builtin_return_address(0));
}

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const void* const caller = __builtin_return_address(0);
  const auto multiple = static_cast<std::size_t>(alignment);
  const std::size_t rounded_bytes = (std::max<std::size_t>(bytes, 1) + multiple - 1) & ~(multiple - 1);
  if (switchyard::t_process == nullptr) {
    if (void* const block = switchyard::SmallMemoryBlockAllocator::allocate(rounded_bytes)) return block;
  }
  return allocate_or_throw([&] { return switchyard::allocate_aligned_for_caller(caller, multiple, rounded_bytes); });
}

void operator delete(void* block) noexcept {
  if (!switchyard::SmallMemoryBlockAllocator::release(block) && block != nullptr)
    switchyard::release_block("free", block);
}
void operator delete(void* block, std::size_t /*bytes*/) noexcept { ::operator delete(block); }
void operator delete(void* block, std::align_val_t /*alignment*/) noexcept { ::operator delete(block); }
void operator delete(void* block, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  ::operator delete(block);
}

#endif
