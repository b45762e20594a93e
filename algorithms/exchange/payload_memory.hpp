#pragma once
/// \file payload_memory.hpp
/// One piece of memory for the message data of all nodes. A large piece uses large pages where the host has them:
/// messages of many nodes lie so far apart that looking up small pages costs about as much as moving the bytes.
///
/// A thread keeps the largest piece of memory that it has released for its next run, because
/// getting new pages from the host costs more than filling them. The host may reclaim that piece
/// when it runs short of memory.

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

namespace switchyard {

class PayloadMemory {
 public:
  /// Gets `bytes` bytes of memory, whose initial content is unspecified.
  explicit PayloadMemory(std::size_t bytes)
      : bytes_(bytes), memory_piece_(ReleasedMemoryStore::store_of_this_thread().take_piece(bytes)) {}
  std::byte* data() const noexcept { return memory_piece_.get(); }
  std::size_t size() const noexcept { return bytes_; }

 private:
  static constexpr std::size_t kLargePageBytes = std::size_t{2} << 20U;

  struct ReleasedMemoryStoreDeleter {
    std::size_t capacity = 0;
    void operator()(std::byte* data) const noexcept {
      ReleasedMemoryStore::store_of_this_thread().keep_or_free_memory_piece(data, capacity);
    }
  };
  using PieceOfMemory = std::unique_ptr<std::byte, ReleasedMemoryStoreDeleter>;

  /// Keeps the largest piece of message memory that the thread has released, for the thread's next run. The host's
  /// operating system may reclaim it when it runs short of memory.
  class ReleasedMemoryStore {
   public:
    static ReleasedMemoryStore& store_of_this_thread() {
      static thread_local ReleasedMemoryStore store;
      return store;
    }
    ReleasedMemoryStore() = default;
    ReleasedMemoryStore(const ReleasedMemoryStore&) = delete;
    ReleasedMemoryStore& operator=(const ReleasedMemoryStore&) = delete;
    ~ReleasedMemoryStore() { std::free(kept_memory_piece_); }

    PieceOfMemory take_piece(std::size_t bytes) {
      if (bytes < kLargePageBytes || bytes > kept_capacity_) return allocate(bytes);
      const std::size_t capacity = std::exchange(kept_capacity_, 0);
      return PieceOfMemory(std::exchange(kept_memory_piece_, nullptr), {capacity});
    }

    void keep_or_free_memory_piece(std::byte* data, std::size_t capacity) noexcept {
      if (capacity >= kLargePageBytes) {
        ::madvise(data, capacity, MADV_FREE);
        if (kept_capacity_ < capacity) {
          std::swap(kept_capacity_, capacity);
          std::swap(kept_memory_piece_, data);
        }
      }
      std::free(data);
    }

   private:
    std::byte* kept_memory_piece_ = nullptr;
    std::size_t kept_capacity_ = 0;
  };

  static PieceOfMemory allocate(std::size_t bytes) {
    const std::size_t unit = bytes < kLargePageBytes ? 64 : kLargePageBytes;
    const std::size_t whole = std::max(unit, (bytes + unit - 1) / unit * unit);
    auto* const data = static_cast<std::byte*>(std::aligned_alloc(unit, whole));
    if (data == nullptr) throw std::bad_alloc();
    // ignore the result of madvise: without large pages the host is slower, but nothing is wrong
    if (unit == kLargePageBytes) ::madvise(data, whole, MADV_HUGEPAGE);
    return PieceOfMemory(data, {whole});
  }

  std::size_t bytes_;
  PieceOfMemory memory_piece_;
};

}  // namespace switchyard
