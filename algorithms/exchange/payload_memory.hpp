#pragma once
/// \file payload_memory.hpp
/// One piece of memory for the payloads of all nodes, in large pages where it is large and the host has them: messages
/// of many nodes lie so far apart that finding their pages would cost about as much as their bytes.
///
/// A thread keeps large pieces that it has given back, for its next run: to get new pages costs more than to fill them.
/// The host may take them when it runs short of memory.

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
  /// What it holds at first is anything.
  explicit PayloadMemory(std::size_t bytes) : bytes_(bytes), data_(Store::of_this_thread().take(bytes)) {}
  std::byte* data() const noexcept { return data_.get(); }
  std::size_t size() const noexcept { return bytes_; }

 private:
  static constexpr std::size_t kLargePage = std::size_t{2} << 20U;

  struct GiveBack {
    std::size_t capacity = 0;
    void operator()(std::byte* data) const noexcept { Store::of_this_thread().keep(data, capacity); }
  };
  using Piece = std::unique_ptr<std::byte, GiveBack>;

  /// The two largest pieces that this thread has given back: one for what a run sends, one for what it receives.
  class Store {
   public:
    static Store& of_this_thread() {
      static thread_local Store store;
      return store;
    }
    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    ~Store() {
      for (const Kept& piece : {smaller_, larger_}) std::free(piece.data);
    }

    Piece take(std::size_t bytes) {
      if (bytes < kLargePage || bytes > larger_.capacity) return allocate(bytes);
      if (bytes > smaller_.capacity) std::swap(smaller_, larger_);
      const Kept taken = std::exchange(smaller_, {});
      return Piece(taken.data, {taken.capacity});
    }

    void keep(std::byte* data, std::size_t capacity) noexcept {
      Kept piece{data, capacity};
      if (capacity >= kLargePage) {
        ::madvise(data, capacity, MADV_FREE);
        if (smaller_.capacity < piece.capacity) std::swap(smaller_, piece);
        if (larger_.capacity < smaller_.capacity) std::swap(larger_, smaller_);
      }
      std::free(piece.data);
    }

   private:
    struct Kept {
      std::byte* data = nullptr;
      std::size_t capacity = 0;
    };
    Kept smaller_;
    Kept larger_;
  };

  static Piece allocate(std::size_t bytes) {
    const std::size_t unit = bytes < kLargePage ? 64 : kLargePage;
    const std::size_t whole = std::max(unit, (bytes + unit - 1) / unit * unit);
    auto* const data = static_cast<std::byte*>(std::aligned_alloc(unit, whole));
    if (data == nullptr) throw std::bad_alloc();
    if (unit == kLargePage) ::madvise(data, whole, MADV_HUGEPAGE);  // a host that refuses is slower, not wrong
    return Piece(data, {whole});
  }

  std::size_t bytes_;
  Piece data_;
};

}  // namespace switchyard
