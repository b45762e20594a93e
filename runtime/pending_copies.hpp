#pragma once
/// \file pending_copies.hpp
/// Payloads on their way into the buffers of receives. With many nodes a copy is put off for a few others, while its
/// cache lines come: neither end is in a cache when the message arrives, and waiting for them costs more than the
/// event.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/units.hpp"

namespace switchyard {

/// First in, first out. Not thread-safe; owned by the run's engine, which finishes all before a node program goes on or
/// a handler runs.
class PendingCopies {
 public:
  /// `nodes`: the buffers of few are in a cache anyway, and nothing is put off.
  explicit PendingCopies(std::uint32_t nodes) : longest_(nodes < kManyNodes ? 0 : kLongest) {}

  /// `from` must stay as it is, and nobody may look at `to`, until the copy is done.
  void add(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    if (bytes == 0) return;
    if (bytes > longest_) {  // the processor gets ahead by itself
      finish();
      std::memcpy(to, from, bytes);
      return;
    }
    if (count_ == kMost) do_first();
#pragma GCC unroll 4
    for (std::size_t at = 0; at < bytes; at += kCacheLine) {
      __builtin_prefetch(from + at, 0, 0);  // what is sent makes way for all else
      __builtin_prefetch(to + at, 1);
    }
    copies_[(first_ + count_++) % kMost] = {to, from, bytes};
  }
  void finish() noexcept {
    while (count_ > 0) do_first();
  }

 private:
  struct Copy {
    std::byte* to;
    const std::byte* from;
    std::size_t bytes;
  };
  static constexpr std::size_t kMost = 8;  ///< with kLongest: all fit in a first-level cache
  static constexpr std::size_t kLongest = 2048;
  static constexpr std::uint32_t kManyNodes = 128;

  void do_first() noexcept {
    const Copy& copy = copies_[first_];
    std::memcpy(copy.to, copy.from, copy.bytes);
    first_ = (first_ + 1) % kMost;
    --count_;
  }

  std::size_t longest_;
  std::array<Copy, kMost> copies_;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace switchyard
