#include "runtime/engine/event_queue.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

// time of an event, its node, and the number of events pushed before it
using EventKey = std::tuple<std::int64_t, std::uint32_t, std::uint32_t>;

EventKey sort_key_of_event(const Event& event) { return {event.time, index(event.node()), event.subject_number}; }

/// Makes the same random pushes and pops in an EventQueue and in a sorted set, and compares the results.
class EventQueueComparison {
 public:
  /// Makes an event queue for 64 nodes, for which the upper of the two bit maps of the queue's calendar has one word,
  /// or for 4096 nodes, for which it has several words.
  explicit EventQueueComparison(std::uint64_t seed) : rng_(seed), queue_(seed % 2 == 0 ? 64 : 4096) {}

  void push(std::int64_t furthest) {
    const auto at = last_popped_time_ +
                    static_cast<std::int64_t>(rng_.random_number_below(static_cast<std::uint64_t>(furthest) + 1));
    const auto node = static_cast<std::uint32_t>(rng_.random_number_below(4));
    queue_.push(VirtualTime{Duration{at}}, NodeId{node}, 7, pushed_event_count_);
    sorted_events_.insert({at, node, pushed_event_count_++});
  }

  bool pop_and_compare() {
    if (sorted_events_.empty()) return queue_.empty();
    const EventKey expected = *sorted_events_.begin();
    if (sort_key_of_event(queue_.next_event()) != expected ||
        !sorted_events_.contains(sort_key_of_event(queue_.guess_event_after_next())))
      return false;
    sorted_events_.erase(sorted_events_.begin());
    if (queue_.next_time() != std::get<0>(expected)) return false;
    last_popped_time_ = std::get<0>(expected);
    return sort_key_of_event(queue_.pop()) == expected && queue_.size() == sorted_events_.size();
  }

  bool is_time_of_next_event_as_expected() {
    return sorted_events_.empty() || queue_.next_time() == std::get<0>(*sorted_events_.begin());
  }
  bool empty() const { return sorted_events_.empty(); }
  Rng& rng() { return rng_; }

 private:
  Rng rng_;
  EventQueue queue_;
  std::set<EventKey> sorted_events_;
  std::int64_t last_popped_time_ = 0;
  std::uint32_t pushed_event_count_ = 0;
};

RC_GTEST_PROP(EventQueue, PopsInTheOrderOfASortedList, (std::uint64_t seed)) {
  EventQueueComparison comparison(seed);
  // The events of this test are due at once, soon, within a millisecond, or so late that the queue keeps them outside
  // of its calendar at first.
  constexpr std::int64_t greatest_event_delays_ns[] = {0, 3, 300, 20'000, 1'100'000, 9'000'000, 5'000'000'000};
  for (int i = 0; i < 400; ++i) {
    const std::uint64_t what = comparison.rng().random_number_below(10);
    if (what < 5) {
      comparison.push(
          greatest_event_delays_ns[comparison.rng().random_number_below(std::size(greatest_event_delays_ns))]);
    } else if (what < 6) {
      RC_ASSERT(comparison.is_time_of_next_event_as_expected());
    } else {
      RC_ASSERT(comparison.pop_and_compare());
    }
  }
  while (!comparison.empty()) RC_ASSERT(comparison.pop_and_compare());
  RC_ASSERT(comparison.pop_and_compare());
}

RC_GTEST_PROP(EventQueue, KeepsTheOrderOfManyEventsOfOneInstant, (std::uint64_t seed)) {
  EventQueueComparison comparison(seed);
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 100; ++i) comparison.push(10);
    for (int i = 0; i < 70; ++i) RC_ASSERT(comparison.pop_and_compare());
  }
  while (!comparison.empty()) RC_ASSERT(comparison.pop_and_compare());
}

TEST(EventQueue, BreaksTiesByNodeAndThenByTheOrderOfPushing) {
  EventQueue queue;
  const VirtualTime at{Duration{5'000'000}};
  queue.push(at, NodeId{2}, 0, 20);
  queue.push(at, NodeId{1}, 0, 10);
  queue.push(at, NodeId{2}, 0, 21);
  queue.push(at, NodeId{1}, 0, 11);
  std::vector<std::uint32_t> items;
  while (!queue.empty()) items.push_back(queue.pop().subject_number);
  EXPECT_EQ(items, (std::vector<std::uint32_t>{10, 11, 20, 21}));
}

TEST(EventQueue, KnowsTheEventBehindTheNext) {
  EventQueue queue;
  constexpr std::int64_t times[] = {0, 0, 40, 700, 50'000, 50'000, 900'000, 1'900'000};
  for (std::uint32_t i = 0; i < std::size(times); ++i) queue.push(VirtualTime{Duration{times[i]}}, NodeId{i}, 0, i);
  for (std::uint32_t i = 0; i < std::size(times); ++i) {
    EXPECT_EQ(queue.next_event().subject_number, i);
    EXPECT_EQ(queue.guess_event_after_next().subject_number, std::min<std::uint32_t>(i + 1, std::size(times) - 1));
    queue.pop();
  }
}

TEST(EventQueue, KnowsTheEventBehindTheNextFarAheadAndInACrowd) {
  EventQueue queue;
  constexpr std::int64_t kFar = 8'000'000'000;
  constexpr std::uint32_t kCrowd = 40;  // more events of one instant, pushed in reverse order, than a time slot takes
  queue.push(VirtualTime{Duration{kFar + 1}}, NodeId{0}, 0, 1 + kCrowd);
  for (std::uint32_t i = kCrowd; i-- > 0;) queue.push(VirtualTime{Duration{kFar}}, NodeId{i}, 0, 1 + i);
  queue.push(VirtualTime{Duration{0}}, NodeId{0}, 0, 0);
  for (std::uint32_t i = 0; i <= kCrowd; ++i) {
    EXPECT_EQ(queue.next_event().subject_number, i);
    EXPECT_EQ(queue.guess_event_after_next().subject_number, i + 1);
    queue.pop();
  }
  EXPECT_EQ(queue.guess_event_after_next().subject_number, 1 + kCrowd);
}

TEST(EventQueue, TakesAnEarlierEventAfterLookingAtALaterOne) {
  EventQueue queue;
  queue.push(VirtualTime{Duration{8'000'000}}, NodeId{0}, 0, 1);
  EXPECT_EQ(queue.next_time(), 8'000'000);
  queue.push(VirtualTime{Duration{100}}, NodeId{0}, 0, 2);
  EXPECT_EQ(queue.next_time(), 100);
  EXPECT_EQ(queue.pop().subject_number, 2U);
  EXPECT_EQ(queue.pop().subject_number, 1U);
  EXPECT_TRUE(queue.empty());
}

TEST(EventQueue, KeepsTheHighestNodeAndLongTimesApart) {
  EventQueue queue;
  const NodeId highest{(1U << 24U) - 1};
  const Duration day = std::chrono::hours{24};
  queue.push(VirtualTime{day}, highest, 3, 4);
  const Event event = queue.pop();
  EXPECT_EQ(event.node(), highest);
  EXPECT_EQ(event.time, day.count());
  EXPECT_EQ(event.kind, 3U);
}

}  // namespace
}  // namespace switchyard
