#pragma once
/// \file event_queue.hpp
/// The pending events of one run, earliest first, ties broken by (time, node, sequence).
///
/// A calendar of short slots covers the near future, a heap the rest. Only the slot that virtual time has reached is
/// kept in order; slots are so short that it rarely holds more than a few events. So pushing and popping cost a few
/// nanoseconds however many events are pending.
///
/// Source: R. Brown, "Calendar queues", CACM 31(10), 1988. Departs from it: slots of one fixed width, found through a
/// bit map; what lies past the calendar's end waits in a heap.

#include <algorithm>
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
/// An event is written once, into an entry that stays where it is; what moves between calendar and heap is its number.
class EventQueue {
 public:
  /// `nodes`: how many sources of events there are, for the width and the number of the slots.
  explicit EventQueue(std::uint32_t nodes = 64)
      : slot_bits_(slot_bits_for(nodes)),
        slots_(std::max<std::size_t>(4096, std::bit_ceil(std::size_t{4} * nodes)), kNone),
        used_(slots_.size() / 64) {}

  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }

  /// Needs: `at` is not before the last event popped.
  void push(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item) {
    const std::uint32_t number = new_entry();
    Event& event = entries_[number].event;
    event.time = at.time_since_epoch().count();
    event.order = (static_cast<std::uint64_t>(index(node)) << Event::kSequenceBits) | sequence_++;
    event.kind = kind;
    event.item = item;
    ++size_;
    const std::int64_t slot = event.time >> slot_bits_;
    if (slot <= slot_) {
      insert_in_order(number);
    } else if (slot - slot_ < static_cast<std::int64_t>(slots_.size())) {
      put_in_calendar(number, place_of(slot));
    } else {
      add_later(number);
    }
  }

  /// Needs !empty().
  Event pop() {
    if (first_ == kNone) turn_page();
    --size_;
    const std::uint32_t number = first_;
    Entry& entry = entries_[number];
    first_ = entry.next;
    entry.next = free_;
    free_ = number;
    return entry.event;
  }

  /// Time of the next event, ns. Needs !empty().
  std::int64_t next_time() {
    if (first_ == kNone) turn_page();
    return entries_[first_].event.time;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kLongSlot = 16;  ///< more events than this are sorted, not inserted one by one

  struct Entry {
    Event event;
    std::uint32_t next;  ///< in the current slot, in order; or in a slot of the calendar; or the next free entry
  };

  struct LatestFirst {
    const std::vector<Entry>& entries;
    bool operator()(std::uint32_t a, std::uint32_t b) const noexcept { return entries[b].event < entries[a].event; }
  };

  /// About one event in two slots: 512 ns with 64 nodes, less with more.
  static unsigned slot_bits_for(std::uint32_t nodes) noexcept {
    const int log = std::bit_width(nodes) - 1;
    return static_cast<unsigned>(std::clamp(15 - log, 6, 11));
  }

  std::size_t place_of(std::int64_t slot) const noexcept {
    return static_cast<std::size_t>(slot) & (slots_.size() - 1);
  }
  void add_later(std::uint32_t number) {
    later_.push_back(number);
    std::push_heap(later_.begin(), later_.end(), LatestFirst{entries_});
  }

  std::uint32_t new_entry() {
    if (free_ == kNone) {
      entries_.emplace_back();
      return static_cast<std::uint32_t>(entries_.size() - 1);
    }
    return std::exchange(free_, entries_[free_].next);
  }

  /// Into the current slot's list: at the end if it belongs there, else after a search from the front.
  void insert_in_order(std::uint32_t number) noexcept {
    const Event& event = entries_[number].event;
    if (first_ == kNone || event < entries_[first_].event) {
      if (first_ == kNone) last_ = number;
      entries_[number].next = std::exchange(first_, number);
      return;
    }
    if (!(event < entries_[last_].event)) {
      entries_[number].next = kNone;
      entries_[std::exchange(last_, number)].next = number;
      return;
    }
    std::uint32_t before = first_;
    while (!(event < entries_[entries_[before].next].event)) before = entries_[before].next;
    entries_[number].next = entries_[before].next;
    entries_[before].next = number;
  }

  void put_in_calendar(std::uint32_t number, std::size_t place) noexcept {
    entries_[number].next = slots_[place];
    slots_[place] = number;
    used_[place / 64] |= std::uint64_t{1} << (place % 64);
  }

  /// Moves to the next slot that has events, and puts them in order. Needs one, and an empty current slot.
  void turn_page() {
    slot_ = next_used_slot();
    if (!later_.empty()) slot_ = std::min(slot_, entries_[later_.front()].event.time >> slot_bits_);
    const std::size_t place = place_of(slot_);
    used_[place / 64] &= ~(std::uint64_t{1} << (place % 64));
    std::uint32_t number = std::exchange(slots_[place], kNone);
    if (number != kNone && entries_[number].next == kNone && later_.empty()) {  // most slots have one event
      first_ = last_ = number;
      return;
    }
    for (std::uint32_t i = 0; number != kNone; ++i) {
      if (i == kLongSlot) return sort_current(number);
      const std::uint32_t next = entries_[number].next;
      insert_in_order(number);
      number = next;
    }
    take_from_later();
  }

  void take_from_later() {
    while (!later_.empty() && entries_[later_.front()].event.time >> slot_bits_ == slot_) {
      std::pop_heap(later_.begin(), later_.end(), LatestFirst{entries_});
      insert_in_order(later_.back());
      later_.pop_back();
    }
  }

  /// A slot with many events: what is in order so far, and the rest that starts at `number`, are sorted as a whole.
  void sort_current(std::uint32_t number) {
    sorting_.clear();
    for (; first_ != kNone; first_ = entries_[first_].next) sorting_.push_back(first_);
    for (; number != kNone; number = entries_[number].next) sorting_.push_back(number);
    std::sort(sorting_.begin(), sorting_.end(),
              [this](std::uint32_t a, std::uint32_t b) { return entries_[a].event < entries_[b].event; });
    for (std::size_t i = 0; i + 1 < sorting_.size(); ++i) entries_[sorting_[i]].next = sorting_[i + 1];
    first_ = sorting_.front();
    last_ = sorting_.back();
    entries_[last_].next = kNone;
    take_from_later();
  }

  /// The first slot after slot_ that has an entry in the calendar; far away if none has.
  std::int64_t next_used_slot() const noexcept {
    const std::size_t words = used_.size();
    const std::size_t start = place_of(slot_ + 1);
    std::size_t word = start / 64;
    std::uint64_t bits = used_[word] & (~std::uint64_t{0} << (start % 64));
    for (std::size_t i = 0; bits == 0; ++i) {
      if (i == words) return std::numeric_limits<std::int64_t>::max();
      word = (word + 1) & (words - 1);
      bits = used_[word];
    }
    const std::size_t place = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
    return slot_ + 1 + static_cast<std::int64_t>((place - start) & (slots_.size() - 1));
  }

  unsigned slot_bits_;           ///< a slot is 2^slot_bits_ ns
  std::uint32_t first_ = kNone;  ///< all events up to the end of slot_, in order
  std::uint32_t last_ = kNone;   ///< of that list, if it is not empty
  std::uint32_t free_ = kNone;
  std::int64_t slot_ = 0;
  std::uint64_t sequence_ = 0;
  std::size_t size_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  ///< calendar: first entry of each slot, by its lowest bits
  std::vector<std::uint64_t> used_;   ///< which slots have an entry
  std::vector<std::uint32_t> later_;  ///< heap of events that were too far ahead for the calendar when pushed
  std::vector<std::uint32_t> sorting_;
};

}  // namespace switchyard
