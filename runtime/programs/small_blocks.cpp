#include "runtime/programs/small_blocks.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace switchyard {

constinit thread_local bool SmallMemoryBlockAllocator::can_thread_allocate_small_blocks_ = false;
constinit decltype(SmallMemoryBlockAllocator::blocks_by_size_) SmallMemoryBlockAllocator::blocks_by_size_{};
constinit decltype(SmallMemoryBlockAllocator::size_index_of_page_) SmallMemoryBlockAllocator::size_index_of_page_{};
constinit std::size_t SmallMemoryBlockAllocator::used_page_count_ = 0;
constinit std::atomic<int> SmallMemoryBlockAllocator::id_of_process_using_small_blocks_{0};
constinit std::atomic<std::uintptr_t> SmallMemoryBlockAllocator::reserved_address_range_begin_{0};
constinit std::atomic<std::size_t> SmallMemoryBlockAllocator::reserved_address_range_bytes_{0};

/// Called in a child process that was just forked, whose only thread is a copy of the thread that has called fork.
void SmallMemoryBlockAllocator::note_child_process() noexcept {
  if (can_thread_allocate_small_blocks_) id_of_process_using_small_blocks_.store(::getpid(), std::memory_order_relaxed);
}

/// Reserves the address range of all pages of small blocks, unless that was done before. Returns false if the host has
/// no such range left.
bool SmallMemoryBlockAllocator::map_range() noexcept {
  if (reserved_address_range_bytes_.load(std::memory_order_relaxed) != 0) return true;
  constexpr std::size_t kBytes = kPageCount * kPageBytes;
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const begin = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, kFlags, -1, 0);
  if (begin == MAP_FAILED) return false;
  // The first block of each size begins at a multiple of the page size, so that the alignment of all blocks follows
  // from their sizes.
  reserved_address_range_begin_.store(
      (reinterpret_cast<std::uintptr_t>(begin) + kPageBytes - 1) / kPageBytes * kPageBytes, std::memory_order_relaxed);
  reserved_address_range_bytes_.store(kBytes - kPageBytes, std::memory_order_relaxed);
  return ::pthread_atfork(nullptr, nullptr, note_child_process) == 0;
}

void SmallMemoryBlockAllocator::try_to_enable_small_blocks_for_thread() noexcept {
  const int process = ::getpid();
  int served = id_of_process_using_small_blocks_.load(std::memory_order_relaxed);
  // acquire: pairs with the release at the end of the thread that used the small blocks before, whose blocks this
  // thread takes over
  if (served == process ||
      !id_of_process_using_small_blocks_.compare_exchange_strong(served, process, std::memory_order_acquire))
    return;
  if (!map_range()) return;
  struct EndOfThread {
    ~EndOfThread() {
      can_thread_allocate_small_blocks_ = false;
      id_of_process_using_small_blocks_.store(0, std::memory_order_release);
    }
  };
  static thread_local const EndOfThread end_of_thread;
  can_thread_allocate_small_blocks_ = true;
}

void* SmallMemoryBlockAllocator::allocate(std::size_t bytes) noexcept {
  if (!can_thread_allocate_small_blocks_ || bytes > kLargestBlockBytes) return nullptr;
  MemoryBlocksOfOneSize& blocks = blocks_of_size(bytes);
  // acquire: pairs with the release in return_to_allocating_thread(), so that this thread sees the links between the
  // freed blocks
  if (blocks.freed_block_list == nullptr)
    blocks.freed_block_list = blocks.freed_by_other_threads.exchange(nullptr, std::memory_order_acquire);
  if (void* const block = take_freed_block(bytes)) return block;
  if (blocks.unused_block_count == 0 && !add_page(blocks)) return nullptr;
  --blocks.unused_block_count;
  const std::size_t block_bytes = std::max<std::size_t>((bytes + kSizeStep - 1) / kSizeStep, 1) * kSizeStep;
  return reinterpret_cast<void*>(
      std::exchange(blocks.next_new_block_address, blocks.next_new_block_address + block_bytes));
}

/// Adds a page of unused small blocks of one size. Returns false if the range of addresses is used up.
bool SmallMemoryBlockAllocator::add_page(MemoryBlocksOfOneSize& blocks) noexcept {
  if ((used_page_count_ + 1) * kPageBytes > reserved_address_range_bytes_.load(std::memory_order_relaxed)) return false;
  const auto size_index = static_cast<std::size_t>(&blocks - blocks_by_size_.data());
  // The order of these writes matters if another thread forks a process meanwhile: it must find either no new page, or
  // a complete one.
  size_index_of_page_[used_page_count_] = static_cast<std::uint8_t>(size_index);
  std::atomic_signal_fence(std::memory_order_release);
  blocks.next_new_block_address =
      reserved_address_range_begin_.load(std::memory_order_relaxed) + used_page_count_++ * kPageBytes;
  std::atomic_signal_fence(std::memory_order_release);
  blocks.unused_block_count = kPageBytes / (kSizeStep * std::max<std::size_t>(size_index, 1));
  return true;
}

/// Frees a small block on another thread than the one that allocates small blocks, and that will use it again. Returns
/// true.
bool SmallMemoryBlockAllocator::return_to_allocating_thread(MemoryBlocksOfOneSize& blocks, FreeBlock* freed) noexcept {
  // Relaxed, because the exchange below compares the value.
  freed->next = blocks.freed_by_other_threads.load(std::memory_order_relaxed);
  // release: pairs with the acquire in allocate(), which reads `next`; relaxed on failure, because the loop tries again
  while (!blocks.freed_by_other_threads.compare_exchange_weak(freed->next, freed, std::memory_order_release,
                                                              std::memory_order_relaxed)) {
  }
  return true;
}

}  // namespace switchyard
