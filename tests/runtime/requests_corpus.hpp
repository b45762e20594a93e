#pragma once
/// \file requests_corpus.hpp
/// Message data that is made from a seed, so that tests of requests can tell to which message received data belongs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/random.hpp"

namespace switchyard {

using Bytes = std::vector<std::byte>;

inline std::byte test_data_byte(std::size_t place, std::uint64_t seed) {
  return static_cast<std::byte>(mix(seed * 0x9e3779b97f4a7c15ULL + place / 8 + 1) >> (8 * (place % 8)));
}
inline Bytes test_data(std::size_t bytes, std::uint64_t seed) {
  Bytes data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) data[i] = test_data_byte(i, seed);
  return data;
}
/// Returns whether `data` is the test data that belongs to `seed`, or the beginning of it.
inline bool is_test_data(std::span<const std::byte> data, std::uint64_t seed) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data[i] != test_data_byte(i, seed)) return false;
  }
  return true;
}

/// A buffer between guard bytes. Writing to the buffer must not change the guard bytes.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::size_t bytes) : bytes_with_guards_(bytes + 2 * kBytesOfEachGuard, kGuardByte) {}
  std::span<std::byte> usable_bytes() {
    return std::span(bytes_with_guards_).subspan(kBytesOfEachGuard, bytes_with_guards_.size() - 2 * kBytesOfEachGuard);
  }
  bool has_unchanged_guard_bytes() const {
    const auto is_guard = [](std::byte b) { return b == kGuardByte; };
    return std::all_of(bytes_with_guards_.begin(), bytes_with_guards_.begin() + kBytesOfEachGuard, is_guard) &&
           std::all_of(bytes_with_guards_.end() - kBytesOfEachGuard, bytes_with_guards_.end(), is_guard);
  }

 private:
  static constexpr std::ptrdiff_t kBytesOfEachGuard = 64;
  static constexpr std::byte kGuardByte{0xa5};
  std::vector<std::byte> bytes_with_guards_;
};

}  // namespace switchyard
