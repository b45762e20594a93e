#include "algorithms/schedule/dsatur.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <queue>
#include <tuple>

#include "algorithms/matrix/work_watch.hpp"

namespace switchyard {
namespace {

class DsaturScheduler {
 public:
  explicit DsaturScheduler(const CollisionModel& model)
      : graph_(model.graph),
        level_of_message_(model.paths.message_count(), 0),
        saturation_of_message_(level_of_message_.size(), 0),
        is_level_taken_(level_of_message_.size()) {
    for (std::uint32_t i = 0; i < level_of_message_.size(); ++i) enqueue_message(i);
  }

  MessageListSchedule schedule_all_messages() {
    detail::ProgressCounter placed("messages", level_of_message_.size());
    while (!queue_.empty()) {
      placed.report_items_done(leveled_message_count_);
      const QueueEntry entry = queue_.top();
      count_heap_operations();
      queue_.pop();
      const std::uint32_t message = ~entry.inverted_bits_of_message_number;
      if (level_of_message_[message] == 0 && entry.saturation == saturation_of_message_[message])
        assign_lowest_free_level(message);
    }
    return {std::move(level_of_message_), {}, operations_};
  }

 private:
  struct QueueEntry {
    std::uint32_t saturation;
    std::uint32_t degree;
    /// the bits of the message's number, inverted, so that among entries with equal saturation and degree, the entry of
    /// the message with the lower number compares as larger
    std::uint32_t inverted_bits_of_message_number;
    auto operator<=>(const QueueEntry&) const = default;
  };

  void enqueue_message(std::uint32_t message) {
    queue_.push({saturation_of_message_[message], graph_.degree(PathId{message}), ~message});
    operations_ += 2;  // one comparison and one move, as most new entries stay near the bottom of the heap
  }

  /// Counts the basic operations of taking an entry out of the queue, which is a binary heap: a comparison and a move
  /// on each level of the heap.
  void count_heap_operations() { operations_ += 2U * static_cast<unsigned>(std::bit_width(queue_.size())); }

  void assign_lowest_free_level(std::uint32_t message) {
    const auto& taken = is_level_taken_[message];
    const auto free = static_cast<std::uint32_t>(std::ranges::find(taken, false) - taken.begin());
    level_of_message_[message] = free + 1;
    ++leveled_message_count_;
    // count the levels that were tried and the neighbours that were marked
    operations_ += free + 1 + graph_.degree(PathId{message});
    for (const PathId path : graph_.neighbours(PathId{message})) {
      if (index(path) < level_of_message_.size() && level_of_message_[index(path)] == 0)
        mark_level_as_taken(index(path), free);
    }
  }

  void mark_level_as_taken(std::uint32_t message, std::uint32_t level) {
    auto& taken = is_level_taken_[message];
    if (taken.size() <= level) taken.resize(std::size_t{level} + 1, false);
    if (taken[level]) return;
    taken[level] = true;
    ++saturation_of_message_[message];
    enqueue_message(message);
  }

  const CollisionGraph& graph_;
  /// level (time step) of each message, from 1; 0 while the message has none
  std::vector<std::uint32_t> level_of_message_;
  std::vector<std::uint32_t> saturation_of_message_;
  std::vector<std::vector<bool>>
      is_level_taken_;  ///< is_level_taken_[message][level - 1] is true if a colliding message has that level
  /// heap of the messages to schedule; entries whose saturation is out of date stay in the heap and are skipped
  std::priority_queue<QueueEntry> queue_;
  std::uint64_t leveled_message_count_ = 0;  ///< number of messages that have got a level (time step)
  std::uint64_t operations_ = 0;
};

/// Renumbers the levels (time steps) by the number of their messages: the level with the most messages becomes level 1.
void renumber_levels_by_size(std::vector<std::uint32_t>& levels) {
  const std::uint32_t count = levels.empty() ? 0 : *std::ranges::max_element(levels);
  std::vector<std::uint32_t> size(count, 0), order(count), number(count);
  for (const std::uint32_t level : levels) ++size[level - 1];
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::uint32_t level) { return size[level]; });
  for (std::uint32_t i = 0; i < count; ++i) number[order[i]] = i + 1;
  for (std::uint32_t& level : levels) level = number[level - 1];
}

}  // namespace

MessageListSchedule dsatur_levels(const CollisionModel& model) {
  MessageListSchedule result = DsaturScheduler(model).schedule_all_messages();
  renumber_levels_by_size(result.level_of_each_message);
  for (std::uint32_t i = 0; i < result.level_of_each_message.size(); ++i)
    result.path_of_each_message.push_back(PathId{i});
  return result;
}

}  // namespace switchyard
