#pragma once
/// \file event_queue.hpp
/// The pending events of one run, earliest first, ties broken by (time, node, sequence).
///
/// A calendar of short slots covers the near future, a heap the rest. Only the slot that virtual time has reached is
/// kept in order, in a heap of its own that rarely holds more than a few events; so pushing and popping cost a few
/// nanoseconds however many events are pending.
///
/// Source: R. Brown, "Calendar queues", CACM 31(10), 1988. Departs from it: slots of one fixed width, found through a
/// bit map; what lies past the calendar's end waits in a heap.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

/// Something that comes due in virtual time. `kind` and `item` belong to whoever scheduled it.
struct Event {
  std::int64_t time;    ///< ns since the start of the run
  std::uint64_t order;  ///< node in the upper 24 bits, sequence below: the tie-break
  std::uint32_t kind;
  std::uint32_t item;

  static constexpr unsigned kSequenceBits = 40;
  NodeId node() const noexcept { return NodeId{static_cast<std::uint32_t>(order >> kSequenceBits)}; }
  friend bool operator<(const Event& a, const Event& b) noexcept {
    return a.time != b.time ? a.time < b.time : a.order < b.order;
  }
};

/// Not thread-safe; owned by the run's engine.
///
/// An event is written once, into an entry that stays where it is; what moves between calendar and heaps is its number.
class EventQueue {
 public:
  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }

  /// Needs: `at` is not before the last event popped.
  void push(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item) {
    const std::uint32_t number = new_entry();
    Entry& entry = entries_[number];
    entry.event.time = at.time_since_epoch().count();
    entry.event.order = (static_cast<std::uint64_t>(index(node)) << Event::kSequenceBits) | sequence_++;
    entry.event.kind = kind;
    entry.event.item = item;
    ++size_;
    const std::int64_t slot = slot_of(entry);
    if (slot <= slot_) {
      add(current_, number);
    } else if (slot - slot_ < kSlots) {
      put_in_calendar(number, static_cast<std::size_t>(slot & (kSlots - 1)));
    } else {
      add(later_, number);
    }
  }

  /// Needs !empty().
  Event pop() {
    if (current_.empty()) turn_page();
    --size_;
    const std::uint32_t number = take(current_);
    Entry& entry = entries_[number];
    entry.next = free_;
    free_ = number;
    return entry.event;
  }

  /// Time of the next event, ns. Needs !empty().
  std::int64_t next_time() {
    if (current_.empty()) turn_page();
    return entries_[current_.front()].event.time;
  }

 private:
  static constexpr unsigned kSlotBits = 8;  ///< 256 ns: with 64 nodes a slot seldom holds two events
  static constexpr std::int64_t kSlots = 4096;
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Entry {
    Event event;
    std::uint32_t next;  ///< in the same slot, or the next free entry
  };
  using Heap = std::vector<std::uint32_t>;  ///< entries, the earliest first

  std::int64_t slot_of(const Entry& entry) const noexcept { return entry.event.time >> kSlotBits; }
  auto later_first() const noexcept {
    return [this](std::uint32_t a, std::uint32_t b) { return entries_[b].event < entries_[a].event; };
  }

  void add(Heap& heap, std::uint32_t number) {
    heap.push_back(number);
    if (heap.size() > 1) std::push_heap(heap.begin(), heap.end(), later_first());
  }
  std::uint32_t take(Heap& heap) {
    if (heap.size() > 1) std::pop_heap(heap.begin(), heap.end(), later_first());
    const std::uint32_t number = heap.back();
    heap.pop_back();
    return number;
  }

  std::uint32_t new_entry() {
    if (free_ == kNone) {
      entries_.emplace_back();
      return static_cast<std::uint32_t>(entries_.size() - 1);
    }
    return std::exchange(free_, entries_[free_].next);
  }

  void put_in_calendar(std::uint32_t number, std::size_t place) noexcept {
    entries_[number].next = slots_[place];
    slots_[place] = number;
    used_[place / 64] |= std::uint64_t{1} << (place % 64);
  }

  /// Moves to the next slot that has events. Needs one.
  void turn_page() {
    slot_ = next_used_slot();
    if (!later_.empty()) slot_ = std::min(slot_, slot_of(entries_[later_.front()]));
    const auto place = static_cast<std::size_t>(slot_ & (kSlots - 1));
    for (std::uint32_t number = slots_[place]; number != kNone; number = entries_[number].next) add(current_, number);
    slots_[place] = kNone;
    used_[place / 64] &= ~(std::uint64_t{1} << (place % 64));
    while (!later_.empty() && slot_of(entries_[later_.front()]) == slot_) add(current_, take(later_));
  }

  /// The first slot after slot_ that has an entry in the calendar; far away if none has.
  std::int64_t next_used_slot() const noexcept {
    constexpr std::size_t words = kSlots / 64;
    const auto start = static_cast<std::size_t>((slot_ + 1) & (kSlots - 1));
    std::uint64_t bits = used_[start / 64] & (~std::uint64_t{0} << (start % 64));
    std::size_t word = start / 64;
    for (std::size_t i = 0; bits == 0; ++i) {
      if (i == words) return std::numeric_limits<std::int64_t>::max();
      word = (word + 1) % words;
      bits = used_[word];
    }
    const std::size_t place = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
    return slot_ + 1 + static_cast<std::int64_t>((place - start) & (kSlots - 1));
  }

  static std::array<std::uint32_t, kSlots> no_entries() {
    std::array<std::uint32_t, kSlots> slots;
    slots.fill(kNone);
    return slots;
  }

  std::vector<Entry> entries_;
  std::uint32_t free_ = kNone;
  Heap current_;  ///< all events up to the end of slot_
  Heap later_;    ///< events that were too far ahead for the calendar when they were pushed
  std::int64_t slot_ = 0;
  std::uint64_t sequence_ = 0;
  std::size_t size_ = 0;
  std::array<std::uint32_t, kSlots> slots_ = no_entries();  ///< first entry of each slot, by its lowest bits
  std::array<std::uint64_t, kSlots / 64> used_{};           ///< which slots have an entry
};

}  // namespace switchyard
