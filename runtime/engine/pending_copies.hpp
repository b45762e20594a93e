#pragma once
/// \file pending_copies.hpp
/// Payloads on their way into the buffers of receives. With many nodes a copy is put off for a few others, while its
/// cache lines come: neither end is in a cache when the message arrives, and waiting for them costs more than the
/// event. Where so much arrives that the caches would not hold it until a program looks at it later, it goes past them,
/// and they keep what events need.

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

/// First in, first out. Not thread-safe; owned by the run's engine, which finishes all before a node program goes on or
/// a handler runs.
class PendingCopies {
 public:
  /// `nodes`: the buffers of few are in a cache anyway, and nothing is put off.
  explicit PendingCopies(std::uint32_t nodes)
      : longest_put_off_(nodes < kManyNodes ? 0 : kLongest),
        shortest_past_caches_(std::max<std::size_t>(kMuch / nodes / nodes, kCacheLine)) {}

  /// Whether messages of so many bytes are too much for the caches, unless a program looks at each soon.
  bool is_much(std::size_t bytes) const noexcept { return bytes >= shortest_past_caches_; }

  /// `from` must stay as it is, and nobody may look at `to`, until the copy is done.
  void add(std::byte* to, const std::byte* from, std::size_t bytes, bool past_caches) noexcept {
    if (bytes == 0) return;
    if (bytes > longest_put_off_) {  // the processor gets ahead by itself
      do_all();
      return carry_out({to, from, bytes, past_caches});
    }
    if (count_ == kMost) do_first();
#pragma GCC unroll 4
    for (std::size_t at = 0; at < bytes; at += kCacheLine) {
      __builtin_prefetch(from + at, 0, 0);  // what is sent makes way for all else
      if (!past_caches) __builtin_prefetch(to + at, 1);
    }
    copies_[(first_ + count_++) % kMost] = {to, from, bytes, past_caches};
  }
  void finish() noexcept {
    do_all();
#ifdef __x86_64__
    if (std::exchange(fence_due_, false)) _mm_sfence();  // or another thread might see a later store before these
#endif
  }

 private:
  struct Copy {
    std::byte* to;
    const std::byte* from;
    std::size_t bytes;
    bool past_caches;
  };
  static constexpr std::size_t kMost = 8;  ///< with kLongest: all fit in a first-level cache
  static constexpr std::size_t kLongest = 2048;
  static constexpr std::uint32_t kManyNodes = 128;
  /// Bytes of a message times nodes squared: with the nodes grows both what arrives and what their events need.
  static constexpr std::size_t kMuch = std::size_t{128} << 20U;

  void do_all() noexcept {
    while (count_ > 0) do_first();
  }
  void do_first() noexcept {
    carry_out(copies_[first_]);
    first_ = (first_ + 1) % kMost;
    --count_;
  }

  void carry_out(const Copy& copy) noexcept {
    if (!copy.past_caches) {
      std::memcpy(copy.to, copy.from, copy.bytes);
      return;
    }
    copy_past_caches(copy);
    fence_due_ = true;
  }

  /// Only whole lines can go past: one of which a part is written has to be read first.
  static void copy_past_caches(const Copy& copy) noexcept {
#ifdef __x86_64__
    const std::size_t to_line = -reinterpret_cast<std::uintptr_t>(copy.to) % kCacheLine;
    const std::size_t before = std::min(to_line, copy.bytes);
    if (before > 0) std::memcpy(copy.to, copy.from, before);
    std::size_t at = before;
    for (; at + kCacheLine <= copy.bytes; at += kCacheLine) {
#pragma GCC unroll 4
      for (std::size_t part = at; part < at + kCacheLine; part += sizeof(__m128i)) {
        const __m128i piece = _mm_loadu_si128(reinterpret_cast<const __m128i*>(copy.from + part));
        _mm_stream_si128(reinterpret_cast<__m128i*>(copy.to + part), piece);
      }
    }
    if (at < copy.bytes) std::memcpy(copy.to + at, copy.from + at, copy.bytes - at);
#else
    std::memcpy(copy.to, copy.from, copy.bytes);
#endif
  }

  std::size_t longest_put_off_;
  std::size_t shortest_past_caches_;
  std::array<Copy, kMost> copies_;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  bool fence_due_ = false;
};

}  // namespace switchyard
