#pragma once
/// \file event_queue.hpp
/// The pending events of one run, with the earliest event first. Events of the same time are ordered by node, and then
/// by sequence number.
///
/// The queue is a calendar of short time slots for the near future, and each slot keeps its events
/// in order. A heap holds later events, and events for which a crowded slot has no room. Slots are
/// so short that most have one event or none; two levels of bit maps lead to the first slot that
/// has any. So pushing and popping take a few nanoseconds however many events are pending. The
/// code has few branches, because no processor can predict which event comes next.
///
/// Source: R. Brown, "Calendar queues", CACM 31(10), 1988. Departs from it: slots have one fixed
/// width and are found through bit maps; events past the calendar's end wait in a heap.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "runtime/event.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The pending events of one run. The queue is not thread-safe; the run's engine owns it.
///
/// The queue writes an event once, into an entry that never moves. The two parts of the queue, the calendar of near
/// events and the heap of later ones, only hold the indices of entries.
class EventQueue {
 public:
  /// `nodes`, the number of nodes, determines the width and the number of the time slots of the queue's calendar.
  explicit EventQueue(std::uint32_t nodes = 64)
      : slot_width_bits_(slot_width_bits_for(nodes)),
        last_entries_of_slots_(
            std::max<std::size_t>(kBitsPerWord * kBitsPerWord, std::bit_ceil(std::size_t{16} * nodes))),
        slot_use_bits_(last_entries_of_slots_.size() / kBitsPerWord),
        nonzero_slot_use_word_bits_(slot_use_bits_.size() / kBitsPerWord) {
    add_free_entries(2 * nodes);
  }

  bool empty() const noexcept { return next_event_entry_ == kNoEntry; }
  std::size_t size() const noexcept { return calendar_event_count_ + events_outside_calendar_.size(); }

  /// Adds an event for `node` at the time `at`. Needs: `at` is not before the last event that was
  /// popped.
  [[gnu::always_inline]] void push(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item) {
    const std::uint32_t number = first_free_entry_;
    if (number == kNoEntry) [[unlikely]]
      return push_after_growing(at, node, kind, item);
    first_free_entry_ = entries_[number].next;
    Event& event = entries_[number].event;
    event.time = at.time_since_epoch().count();
    event.order_at_equal_time =
        (static_cast<std::uint64_t>(index(node)) << Event::kSequenceBits) | next_sequence_number_++;
    event.kind = kind;
    event.subject_number = item;
    next_event_entry_ = event < entries_[next_event_entry_].event ? number : next_event_entry_;
    const std::int64_t slot = event.time >> slot_width_bits_;
    if (slot - last_popped_slot_ >= count_usable_calendar_time_slots()) return push_onto_heap(number);
    const std::size_t place = slot_index_of(slot);
    std::uint64_t& used = slot_use_bits_[place / kBitsPerWord];
    const std::uint64_t bit = std::uint64_t{1} << (place % kBitsPerWord);
    if ((used & bit) != 0) return insert_in_order(number, last_entries_of_slots_[place]);
    used |= bit;
    nonzero_slot_use_word_bits_[place / kBitsPerWord / kBitsPerWord] |= std::uint64_t{1}
                                                                        << (place / kBitsPerWord % kBitsPerWord);
    entries_[number].next = number;
    last_entries_of_slots_[place] = number;
    ++calendar_event_count_;
  }

  /// Takes the earliest event out of the queue. Needs: !empty().
  Event pop() {
    const std::uint32_t number = next_event_entry_;
    QueuedEvent& entry = entries_[number];
    const Event event = entry.event;
    last_popped_slot_ = event.time >> slot_width_bits_;
    if (!events_outside_calendar_.empty() && events_outside_calendar_.front() == number) [[unlikely]] {
      pop_from_heap();
    } else {
      remove_from_calendar(number, slot_index_of(last_popped_slot_));
    }
    entry.next = std::exchange(first_free_entry_, number);
    find_next_event();
    return event;
  }

  /// Returns the event that pop() will take. Needs: !empty().
  const Event& next_event() const noexcept { return entries_[next_event_entry_].event; }
  /// Returns a guess at the event that follows next_event(), for prefetching; the guess may be next_event() itself.
  /// Needs: !empty().
  const Event& guess_event_after_next() const noexcept {
    const bool is_next_in_heap =
        !events_outside_calendar_.empty() && events_outside_calendar_.front() == next_event_entry_;
    const std::uint32_t in_heap = is_next_in_heap ? second_entry_of_heap() : first_entry_of_heap();
    const std::uint32_t in_calendar =
        is_next_in_heap ? first_entry_of_calendar() : find_second_event_entry_of_calendar();
    const std::uint32_t earlier = entries_[in_heap].event < entries_[in_calendar].event ? in_heap : in_calendar;
    return earlier == kNoEntry ? next_event() : entries_[earlier].event;
  }
  /// Returns the time of the next event in ns. Needs: !empty().
  std::int64_t next_time() const noexcept { return next_event().time; }

 private:
  static constexpr std::uint32_t kNoEntry = 0;  ///< the index of an entry that is never used, and stands for no entry;
                                                ///< its event compares as later than all others
  static constexpr std::size_t kBitsPerWord = 64;  ///< number of bits in one word of the two bit maps
  static constexpr std::uint32_t kMaxEntriesSearchedInTimeSlot =
      16;  ///< largest number of entries of one time slot that are searched for the position of a new event

  struct QueuedEvent {
    Event event;
    std::uint32_t next;  ///< index of the next entry in the ring of entries of one time slot, or of the next free entry
  };

  struct LaterEventFirst {
    const std::vector<QueuedEvent>& entries;
    bool operator()(std::uint32_t a, std::uint32_t b) const noexcept { return entries[b].event < entries[a].event; }
  };

  /// Returns the base-2 logarithm of the width of a time slot in ns, chosen for about one event in two slots: a slot is
  /// 512 ns wide with 64 nodes, and narrower with more nodes.
  static unsigned slot_width_bits_for(std::uint32_t nodes) noexcept {
    const int log = std::bit_width(nodes) - 1;
    return static_cast<unsigned>(std::clamp(15 - log, 6, 11));
  }

  std::size_t slot_index_of(std::int64_t slot) const noexcept {
    return static_cast<std::size_t>(slot) & (last_entries_of_slots_.size() - 1);
  }
  /// Returns how many time slots the calendar covers, counted from last_popped_slot_. This number is the number of all
  /// slots minus the slots of one word of the bit map, so that a used slot in the same word as last_popped_slot_ is
  /// never before last_popped_slot_.
  std::int64_t count_usable_calendar_time_slots() const noexcept {
    return static_cast<std::int64_t>(last_entries_of_slots_.size() - kBitsPerWord);
  }

  [[gnu::noinline]] void push_after_growing(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item) {
    add_free_entries(static_cast<std::uint32_t>(entries_.size()));
    push(at, node, kind, item);
  }
  void add_free_entries(std::uint32_t more) {
    const auto end = static_cast<std::uint32_t>(entries_.size()) + more;
    entries_.reserve(end);
    for (auto number = end - more; number != end; ++number)
      entries_.push_back({{}, std::exchange(first_free_entry_, number)});
  }

  /// Inserts an entry, in the order of events, into the time slot of the calendar whose last entry is `last`. The entry
  /// goes behind the last entry, or to the position that a short search from the first entry finds. If the slot is
  /// crowded, the entry goes to the heap of events outside the calendar instead.
  [[gnu::noinline]] void insert_in_order(std::uint32_t number, std::uint32_t& last) {
    const Event& event = entries_[number].event;
    std::uint32_t before = last;
    if (event < entries_[last].event) {
      for (std::uint32_t i = 0; entries_[entries_[before].next].event < event; ++i) {
        if (i == kMaxEntriesSearchedInTimeSlot) return push_onto_heap(number);
        before = entries_[before].next;
      }
    } else {
      last = number;
    }
    entries_[number].next = std::exchange(entries_[before].next, number);
    ++calendar_event_count_;
  }

  /// Returns the index in last_entries_of_slots_ of the first used time slot of the calendar. Needs: the calendar has
  /// an event.
  std::size_t first_used_slot_index() const noexcept {
    return first_used_slot_index(slot_index_of(last_popped_slot_) / kBitsPerWord);
  }
  /// Returns the index in last_entries_of_slots_ of the first used time slot at or after the word with index `word` of
  /// slot_use_bits_. At the end of slot_use_bits_, the search wraps around to its start.
  std::size_t first_used_slot_index(std::size_t word) const noexcept {
    std::size_t group = word / kBitsPerWord;
    std::uint64_t words = nonzero_slot_use_word_bits_[group] & (~std::uint64_t{0} << (word % kBitsPerWord));
    while (words == 0) {
      group = (group + 1) & (nonzero_slot_use_word_bits_.size() - 1);
      words = nonzero_slot_use_word_bits_[group];
    }
    const std::size_t first_word = group * kBitsPerWord + static_cast<std::size_t>(std::countr_zero(words));
    return first_word * kBitsPerWord + static_cast<std::size_t>(std::countr_zero(slot_use_bits_[first_word]));
  }
  /// Returns the index in last_entries_of_slots_ of the next used time slot of the calendar after the one with index
  /// `place`, or `place` itself if no other slot is used.
  std::size_t next_used_slot_index(std::size_t place) const noexcept {
    const std::size_t word = place / kBitsPerWord;
    const std::uint64_t rest = slot_use_bits_[word] & (~std::uint64_t{1} << (place % kBitsPerWord));
    if (rest != 0) return word * kBitsPerWord + static_cast<std::size_t>(std::countr_zero(rest));
    return first_used_slot_index((word + 1) & (slot_use_bits_.size() - 1));
  }
  void remove_from_calendar(std::uint32_t number, std::size_t place) noexcept {
    const std::uint32_t last = last_entries_of_slots_[place];
    entries_[last].next = entries_[number].next;
    std::uint64_t& used = slot_use_bits_[place / kBitsPerWord];
    used ^= std::uint64_t{last == number ? 1U : 0U} << (place % kBitsPerWord);
    nonzero_slot_use_word_bits_[place / kBitsPerWord / kBitsPerWord] ^= std::uint64_t{used == 0 ? 1U : 0U}
                                                                        << (place / kBitsPerWord % kBitsPerWord);
    --calendar_event_count_;
  }

  /// Returns the first entry of the calendar, or kNoEntry if the calendar is empty.
  std::uint32_t first_entry_of_calendar() const noexcept {
    return calendar_event_count_ == 0 ? kNoEntry : entries_[last_entries_of_slots_[first_used_slot_index()]].next;
  }
  /// Returns the entry after next_event_entry_ in the calendar, or kNoEntry if that is the only one.
  /// Needs: next_event_entry_ is in the calendar.
  std::uint32_t find_second_event_entry_of_calendar() const noexcept {
    const std::size_t place = slot_index_of(entries_[next_event_entry_].event.time >> slot_width_bits_);
    const std::uint32_t before = last_entries_of_slots_[place] != next_event_entry_
                                     ? next_event_entry_
                                     : last_entries_of_slots_[next_used_slot_index(place)];
    const std::uint32_t second = entries_[before].next;
    return second == next_event_entry_ ? kNoEntry : second;
  }
  /// Returns the earliest entry of the heap, or kNoEntry if the heap is empty.
  std::uint32_t first_entry_of_heap() const noexcept {
    return events_outside_calendar_.empty() ? kNoEntry : events_outside_calendar_.front();
  }
  /// Returns the second earliest entry of the heap, or kNoEntry if the heap has only one. Needs: the heap is not empty.
  std::uint32_t second_entry_of_heap() const noexcept {
    if (events_outside_calendar_.size() < 3)
      return events_outside_calendar_.size() < 2 ? kNoEntry : events_outside_calendar_[1];
    const std::uint32_t left = events_outside_calendar_[1];
    const std::uint32_t right = events_outside_calendar_[2];
    return entries_[right].event < entries_[left].event ? right : left;
  }

  /// Finds the entry of the next event. Called as soon as an event was taken out of the queue, so that the search
  /// overlaps with the execution of that event.
  void find_next_event() noexcept {
    next_event_entry_ = first_entry_of_calendar();
    if (events_outside_calendar_.empty()) return;
    if (entries_[events_outside_calendar_.front()].event < entries_[next_event_entry_].event)
      next_event_entry_ = events_outside_calendar_.front();
  }

  [[gnu::noinline]] void push_onto_heap(std::uint32_t number) {
    events_outside_calendar_.push_back(number);
    std::push_heap(events_outside_calendar_.begin(), events_outside_calendar_.end(), LaterEventFirst{entries_});
  }
  [[gnu::noinline]] void pop_from_heap() {
    std::pop_heap(events_outside_calendar_.begin(), events_outside_calendar_.end(), LaterEventFirst{entries_});
    events_outside_calendar_.pop_back();
  }

  unsigned slot_width_bits_;  ///< base-2 logarithm of the width of a time slot of the calendar in ns
  std::uint32_t next_event_entry_ = kNoEntry;
  std::uint32_t first_free_entry_ = kNoEntry;
  std::int64_t last_popped_slot_ = 0;  ///< number of the time slot, counted from time 0, of the event that was popped
                                       ///< last
  std::uint64_t next_sequence_number_ = 0;
  std::size_t calendar_event_count_ = 0;
  std::vector<QueuedEvent> entries_{{{std::numeric_limits<std::int64_t>::max(), ~std::uint64_t{0}, 0, 0}, kNoEntry}};
  std::vector<std::uint32_t> last_entries_of_slots_;  ///< the calendar: for each used time slot, the index of its last
                                                      ///< entry; the position in the list is given by the lowest bits
                                                      ///< of the slot's number
  std::vector<std::uint64_t> slot_use_bits_;  ///< one bit for each time slot of the calendar: whether the slot has an
                                              ///< entry
  std::vector<std::uint64_t>
      nonzero_slot_use_word_bits_;  ///< one bit for each word of slot_use_bits_: whether the word is not 0
  std::vector<std::uint32_t> events_outside_calendar_;  ///< heap of the indices of events for which the calendar had no
                                                        ///< place when they were pushed
};

}  // namespace switchyard
