#include "algorithms/schedule/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "algorithms/schedule/level_bounds.hpp"
#include "algorithms/schedule/level_occupancy.hpp"
#include "algorithms/schedule/min_sum.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

class BranchAndBound {
 public:
  explicit BranchAndBound(const CollisionModel& model)
      : paths_(model.paths),
        message_count_(paths_.message_count()),
        level_occupancy_(paths_, message_count_),
        link_cuts_(disjoint_link_cuts(paths_)),
        best_schedule_(initial_schedule(model)),
        best_level_sum_(best_schedule_.level_sum()),
        current_schedule_{std::vector<std::uint32_t>(message_count_, 0), std::vector<PathId>(message_count_)} {
    std::vector<bool> is_cut(message_count_, false);
    for (const LinkCutSetWithMessages& cut : link_cuts_) {
      for (const std::uint32_t message : cut.messages) is_cut[message] = true;
    }
    for (std::uint32_t i = 0; i < message_count_; ++i) {
      if (!is_cut[i]) messages_outside_cuts_.push_back(i);
    }
  }

  MessageListSchedule find_best_schedule() {
    const std::uint64_t of_first = best_schedule_.operation_count;
    extend_schedule(0, 0);
    best_schedule_.operation_count = of_first + level_occupancy_.operations();
    return std::move(best_schedule_);
  }

 private:
  static MessageListSchedule initial_schedule(const CollisionModel& model) {
    Rng rng(1);
    return min_sum_levels(model, rng);
  }

  /// Extends a partial schedule, in which `placed` messages have levels and the sum of these levels is `sum`, in all
  /// ways that may lead to a lower level sum than that of the best schedule found so far.
  void extend_schedule(std::uint32_t placed, std::uint64_t sum) {
    if (placed == message_count_) {
      best_schedule_ = current_schedule_;
      best_level_sum_ = sum;
      return;
    }
    if (lower_bound_on_sum(sum) >= best_level_sum_) return;
    const std::uint32_t message = most_constrained_message();
    for (std::uint32_t level = lowest_level_of_message(message);
         level <= message_count_ && sum + level < best_level_sum_; ++level) {
      explore_level_and_path_of_message(message, PathId{message}, level, placed, sum);
      if (const auto detour = paths_.detour_of_message(message))
        explore_level_and_path_of_message(message, *detour, level, placed, sum);
    }
  }

  void explore_level_and_path_of_message(std::uint32_t message, PathId path, std::uint32_t level, std::uint32_t placed,
                                         std::uint64_t sum) {
    colliding_messages_.clear();
    level_occupancy_.collect_colliding_messages(path, level, colliding_messages_);
    if (!colliding_messages_.empty()) return;
    level_occupancy_.place_message_in_level(message, path, level);
    current_schedule_.level_of_each_message[message] = level;
    current_schedule_.path_of_each_message[message] = path;
    extend_schedule(placed + 1, sum + level);
    current_schedule_.level_of_each_message[message] = 0;
    level_occupancy_.remove_path_from_level(path, level);
  }

  /// Returns the lowest level (time step) in which the message fits. Such a level exists, because at most
  /// message_count_ - 1 other messages can occupy levels.
  std::uint32_t lowest_level_of_message(std::uint32_t message) const {
    return level_occupancy_.lowest_level_and_path(message)->level;
  }

  /// Returns the message without a level whose lowest possible level is the highest of all.
  std::uint32_t most_constrained_message() const {
    std::uint32_t chosen = 0, highest = 0;
    for (std::uint32_t i = 0; i < message_count_; ++i) {
      if (current_schedule_.level_of_each_message[i] != 0) continue;
      const std::uint32_t level = lowest_level_of_message(i);
      if (level <= highest) continue;
      highest = level;
      chosen = i;
    }
    return chosen;
  }

  std::uint64_t lower_bound_on_sum(std::uint64_t sum) const {
    for (const std::uint32_t message : messages_outside_cuts_)
      sum += current_schedule_.level_of_each_message[message] == 0 ? lowest_level_of_message(message) : 0;
    for (const LinkCutSetWithMessages& cut : link_cuts_) sum += lower_bound_of_cut(cut);
    return sum;
  }

  /// Returns a lower bound on the sum of the levels that the remaining messages of a cut (a set of links), those
  /// without a level, will get. The bound puts each message at or above the lowest level in which it fits, and into no
  /// level more messages than the cut has links.
  std::uint64_t lower_bound_of_cut(const LinkCutSetWithMessages& cut) const {
    std::vector<std::uint32_t> used(2 * std::size_t{message_count_} + 1, 0);
    std::vector<std::uint32_t> lowest;
    for (const std::uint32_t message : cut.messages) {
      if (current_schedule_.level_of_each_message[message] != 0)
        ++used[current_schedule_.level_of_each_message[message]];
      else
        lowest.push_back(lowest_level_of_message(message));
    }
    std::ranges::sort(lowest);
    std::uint64_t sum = 0;
    std::uint32_t level = 1;  // the lowest level in which the cut may have room for the next message
    for (const std::uint32_t from : lowest) {
      level = std::max(level, from);
      while (used[level] >= cut.capacity) ++level;
      ++used[level];
      sum += level;
    }
    return sum;
  }

  const MessagePaths& paths_;
  std::uint32_t message_count_;
  detail::LevelOccupancy level_occupancy_;
  std::vector<LinkCutSetWithMessages> link_cuts_;
  /// numbers of the messages that belong to none of the cuts (sets of links) in link_cuts_
  std::vector<std::uint32_t> messages_outside_cuts_;
  MessageListSchedule best_schedule_;
  std::uint64_t best_level_sum_;
  MessageListSchedule current_schedule_;
  std::vector<std::uint32_t> colliding_messages_;
};

}  // namespace

MessageListSchedule exact_levels(const CollisionModel& model) {
  if (model.paths.message_count() > kMaxMessagesOfExactScheduler) {
    throw UsageError(
        fmt::format("exact: {} messages; it takes up to {}", model.paths.message_count(), kMaxMessagesOfExactScheduler),
        "use min_sum");
  }
  return BranchAndBound(model).find_best_schedule();
}

}  // namespace switchyard
