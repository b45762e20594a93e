#pragma once
/// \file spsc_queue.hpp
/// Replaces Boost's header of this name in an explored program, and promises no more than Boost's documentation: the
/// push of an element happens before its pop, and the pop happens before the push that needs the element's place. The
/// numbers that write_available() and read_available() return may be out of date, and reading them orders no memory
/// accesses.

#include <cstddef>
#include <optional>
#include <vector>

#include "tests/memory_model/memory.hpp"

namespace boost::lockfree {

template <class T>
class spsc_queue {
  using MemoryOrder = std::memory_order;

 public:
  explicit spsc_queue(std::size_t capacity) : places_(capacity) {}

  std::size_t write_available() const {
    return places_.size() - (pushed_count_.load(MemoryOrder::relaxed) - popped_count_.load(MemoryOrder::relaxed));
  }
  std::size_t read_available() const {
    return pushed_count_.load(MemoryOrder::relaxed) - popped_count_.load(MemoryOrder::relaxed);
  }

  template <class Iterator>
  Iterator push(Iterator begin, Iterator end) {
    std::size_t at = pushed_count_.load(MemoryOrder::relaxed);
    const std::size_t limit = popped_count_.load(MemoryOrder::acquire) + places_.size();
    for (; begin != end && at != limit; ++begin) {
      QueueSlot& place = places_[at++ % places_.size()];
      place.full = true;
      place.queued_element.emplace(*begin);
    }
    pushed_count_.store(at, MemoryOrder::release);
    return begin;
  }

  template <class Use>
  std::size_t consume_all(Use use) {
    const std::size_t first = popped_count_.load(MemoryOrder::relaxed);
    const std::size_t end = pushed_count_.load(MemoryOrder::acquire);
    for (std::size_t at = first; at != end; ++at) {
      QueueSlot& place = places_[at % places_.size()];
      use(*place.queued_element);
      place.full = false;
    }
    popped_count_.store(end, MemoryOrder::release);
    return end - first;
  }

 private:
  struct QueueSlot {
    /// Plain data in which a data race is found whenever one on `queued_element` is possible.
    switchyard::memory_model::RaceCheckedVariable<bool> full = false;
    std::optional<T> queued_element;
  };
  std::vector<QueueSlot> places_;
  switchyard::memory_model::Atomic<std::size_t> pushed_count_{0};
  switchyard::memory_model::Atomic<std::size_t> popped_count_{0};
};

}  // namespace boost::lockfree
