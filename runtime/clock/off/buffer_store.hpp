#pragma once
/// \file buffer_store.hpp
/// Buffers for the data of messages that are too large for their envelopes, in runs without emulated time
/// (ClockKind::off). Atomic operations are sequentially consistent.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "runtime/atomic.hpp"
#include "runtime/units.hpp"

namespace switchyard {

struct Handshake;
class BufferStore;

/// The header of a buffer that holds the data of one message. Only a synchronous message, or one too large for its
/// envelope, has such a buffer. The header says which store made the buffer.
class Buffer {
 public:
  std::byte* data() noexcept { return reinterpret_cast<std::byte*>(this + 1); }
  NonAtomicSharedVariable<Handshake*> handshake = nullptr;  ///< handshake of the message in this buffer if the message
                                                            ///< is synchronous, and null otherwise

 private:
  friend class BufferStore;
  Buffer(BufferStore* home, unsigned size_class) : store_that_allocated_buffer_(home), size_class_(size_class) {}
  BufferStore* store_that_allocated_buffer_;
  NonAtomicSharedVariable<Buffer*> next_free_buffer_ = nullptr;
  unsigned size_class_;
};

/// One node's buffers for the data of large messages. A buffer travels with its message from the sender's store to the
/// receiver's. The receiver's store keeps a few buffers of each size, because most nodes send about as much as they
/// receive, and gives surplus buffers back to the stores that made them. Without this, a one-way stream would allocate
/// memory in one thread and free it in another, where the allocator takes a lock. A store may be destroyed only when
/// all stores are idle.
class BufferStore {
 public:
  BufferStore() = default;
  BufferStore(const BufferStore&) = delete;
  BufferStore& operator=(const BufferStore&) = delete;
  ~BufferStore() {
    for (const FreeList& shelf : free_lists_) destroy_list(shelf.first_free_buffer);
    destroy_list(returned_buffers_.load());
  }
  static void destroy_buffer(Buffer* buffer) noexcept { ::operator delete(buffer); }

  /// Takes a buffer for at least `bytes` bytes out of the store, or makes one if none is free.
  /// Only the owner thread may call this.
  Buffer* take_buffer(std::uint64_t bytes) {
    const auto size_class = std::max(kSmallestSizeClass, static_cast<unsigned>(std::bit_width(bytes - 1)));
    if (size_class >= kSizeClassCount) return make_buffer(bytes, size_class);
    FreeList& shelf = free_lists_[size_class];
    if (shelf.first_free_buffer == nullptr) collect_returned_buffers();
    if (shelf.first_free_buffer == nullptr) return make_buffer(std::uint64_t{1} << size_class, size_class);
    --shelf.free_buffer_count;
    return std::exchange(shelf.first_free_buffer, shelf.first_free_buffer->next_free_buffer_);
  }

  /// Puts a buffer that is no longer used into the store. Only the owner thread may call this.
  void put_back_unused_buffer(Buffer* buffer) noexcept {
    if (buffer->size_class_ >= kSizeClassCount) return destroy_buffer(buffer);
    const std::size_t kept = kMostKeptBytesPerBufferSizeClass >> buffer->size_class_;
    if (buffer->store_that_allocated_buffer_ == this || free_lists_[buffer->size_class_].free_buffer_count < kept)
      return push_free_buffer(buffer);
    buffer->store_that_allocated_buffer_->return_buffer(buffer);
  }

 private:
  struct FreeList {
    Buffer* first_free_buffer = nullptr;
    std::size_t free_buffer_count = 0;
  };
  static constexpr unsigned kSmallestSizeClass =
      7;  ///< binary logarithm of the smallest buffer size, which is 128 bytes

  /// One more than the largest size class whose free buffers are kept, that of the buffers of 32 KiB. Larger buffers
  /// are not kept, because copying their data takes longer than allocating them.
  static constexpr unsigned kSizeClassCount = 16;
  static constexpr std::size_t kMostKeptBytesPerBufferSizeClass = 64 * 1024;

  Buffer* make_buffer(std::uint64_t bytes, unsigned size_class) {
    return new (::operator new(sizeof(Buffer) + bytes)) Buffer(this, size_class);
  }
  static void destroy_list(Buffer* buffer) noexcept {
    while (buffer != nullptr) destroy_buffer(std::exchange(buffer, buffer->next_free_buffer_));
  }
  void push_free_buffer(Buffer* buffer) noexcept {
    FreeList& shelf = free_lists_[buffer->size_class_];
    buffer->next_free_buffer_ = std::exchange(shelf.first_free_buffer, buffer);
    ++shelf.free_buffer_count;
  }
  /// Gives a buffer back to the store that made it, which is this store. Any thread may call this.
  void return_buffer(Buffer* buffer) noexcept {
    buffer->next_free_buffer_ = returned_buffers_.load();
    while (!returned_buffers_.compare_exchange_weak(buffer->next_free_buffer_, buffer)) {
    }
  }
  void collect_returned_buffers() noexcept {
    if (returned_buffers_.load() == nullptr) return;
    for (Buffer* buffer = returned_buffers_.exchange(nullptr); buffer != nullptr;) {
      push_free_buffer(std::exchange(buffer, buffer->next_free_buffer_));
    }
  }

  std::array<FreeList, kSizeClassCount> free_lists_{};
  alignas(kCacheLine) Atomic<Buffer*> returned_buffers_{nullptr};
};

}  // namespace switchyard
