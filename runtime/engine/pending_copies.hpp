#pragma once
/// \file pending_copies.hpp
/// Copies of message data into the buffers of receives. With many nodes, neither the sender's nor the receiver's buffer
/// is in a cache when a message arrives, and waiting for memory costs more than the event itself. So a copy is put off
/// until a few more copies have been requested, while its cache lines are fetched. If more data arrives than the caches
/// can hold until programs read it, copies bypass the caches, so that the state of nodes stays in the caches.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#ifdef __x86_64__
#include <emmintrin.h>
#endif

#include "runtime/units.hpp"

namespace switchyard {

/// A queue of copies of message data that were put off. It is not thread-safe; the run's engine owns it, and finishes
/// all copies before a node program or a handler runs.
class PendingCopies {
 public:
  /// Makes an empty queue of copies for a run with `nodes` nodes. With few nodes, message buffers are in a cache
  /// anyway, and the queue puts no copy off.
  explicit PendingCopies(std::uint32_t nodes)
      : longest_postponed_copy_bytes_(nodes < kMinNodesToPostponeMessageCopies ? 0 : kLongestPendingCopyBytes),
        shortest_uncached_copy_bytes_(std::max<std::size_t>(kBytesTimesSquaredNodesLimit / nodes / nodes, kCacheLine)) {
  }

  /// Returns whether messages of `bytes` bytes are so long that, with this number of nodes, received data leaves the
  /// caches before a program reads it. The result does not hold for messages that are read soon after they arrive.
  bool exceeds_caches(std::size_t bytes) const noexcept { return bytes >= shortest_uncached_copy_bytes_; }

  /// Copies `bytes` bytes now, or puts the copy off. Until the copy is done, the data at `from` must not change, and
  /// nobody may read the data at `to`.
  void copy_message_data_or_postpone_copy(std::byte* to, const std::byte* from, std::size_t bytes,
                                          bool past_caches) noexcept {
    if (bytes == 0) return;
    if (bytes > longest_postponed_copy_bytes_) {  // long copies are not postponed, because the processor prefetches
                                                  // them by itself
      perform_all_pending_copies();
      return carry_out_copy({to, from, bytes, past_caches});
    }
    if (pending_copy_count_ == kMostPendingCopies) carry_out_oldest_copy();
#pragma GCC unroll 4
    for (std::size_t at = 0; at < bytes; at += kCacheLine) {
      __builtin_prefetch(from + at, 0, 0);  // the source is read only once, so that it may leave the cache first
      if (!past_caches) __builtin_prefetch(to + at, 1);
    }
    pending_copies_[(oldest_pending_index_ + pending_copy_count_++) % kMostPendingCopies] = {to, from, bytes,
                                                                                             past_caches};
  }
  void finish_all_copies() noexcept {
    perform_all_pending_copies();
#ifdef __x86_64__
    if (std::exchange(needs_store_fence_, false))
      _mm_sfence();  // makes other threads see the copies before later stores
#endif
  }

 private:
  struct PendingCopy {
    std::byte* destination;
    const std::byte* source;
    std::size_t bytes;
    bool bypasses_caches;
  };
  static constexpr std::size_t kMostPendingCopies =
      8;  ///< largest number of copies that wait; as many of the longest ones fit into a first-level cache
  static constexpr std::size_t kLongestPendingCopyBytes = 2048;
  static constexpr std::uint32_t kMinNodesToPostponeMessageCopies = 128;
  /// A limit on the bytes of a message times the square of the number of nodes, above which copies bypass the caches.
  /// The number of nodes is squared because both the data that arrives and the data that events need grow with it.
  static constexpr std::size_t kBytesTimesSquaredNodesLimit = std::size_t{128} << 20U;

  void perform_all_pending_copies() noexcept {
    while (pending_copy_count_ > 0) carry_out_oldest_copy();
  }
  void carry_out_oldest_copy() noexcept {
    carry_out_copy(pending_copies_[oldest_pending_index_]);
    oldest_pending_index_ = (oldest_pending_index_ + 1) % kMostPendingCopies;
    --pending_copy_count_;
  }

  void carry_out_copy(const PendingCopy& copy) noexcept {
    if (!copy.bypasses_caches) {
      std::memcpy(copy.destination, copy.source, copy.bytes);
      return;
    }
    copy_past_caches(copy);
    needs_store_fence_ = true;
  }

  /// Copies data so that it bypasses the caches. Only whole cache lines can bypass the caches, because a line that is
  /// written in part has to be read first.
  static void copy_past_caches(const PendingCopy& copy) noexcept {
#ifdef __x86_64__
    const std::size_t to_line = -reinterpret_cast<std::uintptr_t>(copy.destination) % kCacheLine;
    const std::size_t before = std::min(to_line, copy.bytes);
    if (before > 0) std::memcpy(copy.destination, copy.source, before);
    std::size_t at = before;
    for (; at + kCacheLine <= copy.bytes; at += kCacheLine) {
#pragma GCC unroll 4
      for (std::size_t part = at; part < at + kCacheLine; part += sizeof(__m128i)) {
        const __m128i piece = _mm_loadu_si128(reinterpret_cast<const __m128i*>(copy.source + part));
        _mm_stream_si128(reinterpret_cast<__m128i*>(copy.destination + part), piece);
      }
    }
    if (at < copy.bytes) std::memcpy(copy.destination + at, copy.source + at, copy.bytes - at);
#else
    std::memcpy(copy.destination, copy.source, copy.bytes);
#endif
  }

  std::size_t longest_postponed_copy_bytes_;
  std::size_t shortest_uncached_copy_bytes_;
  std::array<PendingCopy, kMostPendingCopies> pending_copies_;
  std::size_t oldest_pending_index_ = 0;
  std::size_t pending_copy_count_ = 0;
  bool needs_store_fence_ = false;
};

}  // namespace switchyard
