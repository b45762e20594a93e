#pragma once
/// \file payload_memory.hpp
/// One piece of memory for the payloads of all nodes. A large piece uses large pages where the host has them: messages
/// of many nodes lie so far apart that looking up small pages costs about as much as moving the bytes.
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
  explicit PayloadMemory(std::size_t bytes) : bytes_(bytes), data_(Store::store_of_this_thread().take_piece(bytes)) {}
  std::byte* data() const noexcept { return data_.get(); }
  std::size_t size() const noexcept { return bytes_; }

 private:
  static constexpr std::size_t kLargePage = std::size_t{2} << 20U;

  struct ReturnToStore {
    std::size_t capacity = 0;
    void operator()(std::byte* data) const noexcept { Store::store_of_this_thread().keep_or_free(data, capacity); }
  };
  using Piece = std::unique_ptr<std::byte, ReturnToStore>;

  /// Keeps the largest piece of memory that this thread has released, for the thread's next run.
  class Store {
   public:
    static Store& store_of_this_thread() {
      static thread_local Store store;
      return store;
    }
    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    ~Store() { std::free(kept_); }

    Piece take_piece(std::size_t bytes) {
      if (bytes < kLargePage || bytes > capacity_) return allocate(bytes);
      const std::size_t capacity = std::exchange(capacity_, 0);
      return Piece(std::exchange(kept_, nullptr), {capacity});
    }

    void keep_or_free(std::byte* data, std::size_t capacity) noexcept {
      if (capacity >= kLargePage) {
        ::madvise(data, capacity, MADV_FREE);
        if (capacity_ < capacity) {
          std::swap(capacity_, capacity);
          std::swap(kept_, data);
        }
      }
      std::free(data);
    }

   private:
    std::byte* kept_ = nullptr;
    std::size_t capacity_ = 0;
  };

  static Piece allocate(std::size_t bytes) {
    const std::size_t unit = bytes < kLargePage ? 64 : kLargePage;
    const std::size_t whole = std::max(unit, (bytes + unit - 1) / unit * unit);
    auto* const data = static_cast<std::byte*>(std::aligned_alloc(unit, whole));
    if (data == nullptr) throw std::bad_alloc();
    // The result of madvise is ignored: without large pages the host is slower, but nothing is wrong.
    if (unit == kLargePage) ::madvise(data, whole, MADV_HUGEPAGE);
    return Piece(data, {whole});
  }

  std::size_t bytes_;
  Piece data_;
};

}  // namespace switchyard
