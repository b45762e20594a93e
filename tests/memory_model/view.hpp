#pragma once
/// \file view.hpp
/// A view: what a thread of an explored program knows of the operations of all threads.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

namespace switchyard::memory_model {

inline constexpr std::uint32_t kMostThreads = 4;
/// Greatest number of memory locations that one execution accesses.
inline constexpr std::uint32_t kMostLocations = 64;

/// A list of `count` numbers, with an entry for each memory location or for each thread. All numbers are 0 at first.
template <std::uint32_t count>
class NumberVector {
 public:
  std::uint32_t number_at_index(std::uint32_t which) const { return numbers_by_index_.at(which); }
  void raise_number_to(std::uint32_t which, std::uint32_t number) {
    numbers_by_index_.at(which) = std::max(number_at_index(which), number);
  }
  void join(const NumberVector& other) {
    for (std::uint32_t i = 0; i < count; ++i) raise_number_to(i, other.number_at_index(i));
  }
  /// Returns whether no number is larger than the number with the same index in `other`.
  bool is_elementwise_less_or_equal(const NumberVector& other) const {
    return std::ranges::equal(numbers_by_index_, other.numbers_by_index_, std::less_equal<>{});
  }

 private:
  std::array<std::uint32_t, count> numbers_by_index_{};
};
using ModificationOrderPositions = NumberVector<kMostLocations>;
using VectorClock = NumberVector<kMostThreads>;

struct MemoryViewOfThread {
  /// For each memory location, the position in its modification order of the oldest store that may still be read.
  ModificationOrderPositions oldest_readable_stores;
  /// For each thread, the number of its last step that has happened before the moment that the view describes.
  VectorClock steps_happened_before;
  void join(const MemoryViewOfThread& other) {
    oldest_readable_stores.join(other.oldest_readable_stores);
    steps_happened_before.join(other.steps_happened_before);
  }
};

}  // namespace switchyard::memory_model
