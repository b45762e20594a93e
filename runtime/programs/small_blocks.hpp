#pragma once
/// \file small_blocks.hpp
/// Small blocks of memory for the emulator itself. The run of a program allocates and frees several hundred of them,
/// and the command `verify` carries out thousands of runs in a second, so that these blocks have to be cheaper than
/// those of malloc.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace switchyard {

/// Allocates small blocks of memory for one thread of the process. They lie in one range of addresses, each page of
/// which has blocks of one size. Freed blocks are kept in a list for each size. All other threads use malloc, and so
/// does this thread when the range is used up.
class SmallMemoryBlockAllocator {
 public:
  /// Lets the calling thread allocate small blocks from now on, unless another thread of this process does. Has no
  /// effect if the host has no range of addresses left.
  static void enable_small_blocks_for_calling_thread() noexcept {
    if (!can_thread_allocate_small_blocks_) [[unlikely]]
      try_to_enable_small_blocks_for_thread();
  }

  /// Returns a new block, or null if the block has to come from malloc. The block's address is a multiple of 16, and of
  /// each higher power of two that divides `bytes`.
  static void* allocate(std::size_t bytes) noexcept;
  /// Returns a block that was freed before, with the properties that allocate() promises; null if there is none of this
  /// size.
  [[gnu::always_inline]] static void* take_freed_block(std::size_t bytes) noexcept {
    if (!can_thread_allocate_small_blocks_ || bytes > kLargestBlockBytes) return nullptr;
    MemoryBlocksOfOneSize& blocks = blocks_of_size(bytes);
    return blocks.freed_block_list == nullptr ? nullptr
                                              : std::exchange(blocks.freed_block_list, blocks.freed_block_list->next);
  }

  /// Frees a block that allocate() has returned. Any thread may free it. Does nothing and returns false if the block is
  /// not a small block of this class.
  [[gnu::always_inline]] static bool release(void* block) noexcept {
    const auto place =
        reinterpret_cast<std::uintptr_t>(block) - reserved_address_range_begin_.load(std::memory_order_relaxed);
    if (place >= reserved_address_range_bytes_.load(std::memory_order_relaxed)) return false;
    MemoryBlocksOfOneSize& blocks = blocks_by_size_[size_index_of_page_[place / kPageBytes]];
    auto* const freed = static_cast<FreeBlock*>(block);
    if (!can_thread_allocate_small_blocks_) [[unlikely]]
      return return_to_allocating_thread(blocks, freed);
    freed->next = std::exchange(blocks.freed_block_list, freed);
    return true;
  }

 private:
  static constexpr std::size_t kSizeStep = 16, kLargestBlockBytes = 1024, kPageBytes = std::size_t{16} << 10U,
                               kPageCount = std::size_t{16} << 10U;

  struct FreeBlock {
    FreeBlock* next;
  };
  /// The small blocks of one size. Only the thread that allocates small blocks may use its members, except
  /// `freed_by_other_threads`.
  struct MemoryBlocksOfOneSize {
    FreeBlock* freed_block_list = nullptr;      ///< list of freed blocks, the last freed one first
    std::uintptr_t next_new_block_address = 0;  ///< where the next new block is cut off the newest page
    std::size_t unused_block_count = 0;         ///< number of blocks that can still be cut off the newest page
    std::atomic<FreeBlock*> freed_by_other_threads{nullptr};
  };

  static MemoryBlocksOfOneSize& blocks_of_size(std::size_t bytes) noexcept {
    return blocks_by_size_[(bytes + kSizeStep - 1) / kSizeStep];
  }
  static bool map_range() noexcept;
  static void note_child_process() noexcept;
  static void try_to_enable_small_blocks_for_thread() noexcept;
  static bool add_page(MemoryBlocksOfOneSize& blocks) noexcept;
  static bool return_to_allocating_thread(MemoryBlocksOfOneSize& blocks, FreeBlock* freed) noexcept;

  static constinit thread_local bool can_thread_allocate_small_blocks_;
  static constinit std::array<MemoryBlocksOfOneSize, kLargestBlockBytes / kSizeStep + 1> blocks_by_size_;
  /// For each page, the index of its block size in blocks_by_size_.
  static constinit std::array<std::uint8_t, kPageCount> size_index_of_page_;
  static constinit std::size_t used_page_count_;
  /// The process one of whose threads allocates small blocks. In a child process that was forked by another thread, it
  /// is still the parent.
  static constinit std::atomic<int> id_of_process_using_small_blocks_;
  // The address range of all pages of small blocks. It is set before any block is allocated, and never changes. All
  // accesses are relaxed: a thread that frees a block has got it from another thread, and so has synchronised with that
  // thread.
  static constinit std::atomic<std::uintptr_t> reserved_address_range_begin_;
  static constinit std::atomic<std::size_t> reserved_address_range_bytes_;
};

}  // namespace switchyard
