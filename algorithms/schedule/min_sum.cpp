#include "algorithms/schedule/min_sum.hpp"

#include <cmath>

#include "algorithms/matrix/work_watch.hpp"
#include "algorithms/schedule/first_fit.hpp"
#include "algorithms/schedule/level_occupancy.hpp"

namespace switchyard {
namespace {

/// The number of levels (time steps) that the search may use in addition to the levels of the first schedule. They are
/// room for messages that other messages displace.
constexpr std::uint32_t kSpareTimeStepsForDisplacedMessages = 8;

class Annealer {
 public:
  Annealer(const CollisionModel& model, Rng& rng, const MinSumOptions& options)
      : paths_(model.paths),
        rng_(rng),
        options_(options),
        current_schedule_(fcfs_rerouted_levels(model)),
        best_schedule_(current_schedule_),
        current_level_sum_(current_schedule_.level_sum()),
        best_level_sum_(current_level_sum_),
        operations_(current_schedule_.operation_count),
        level_occupancy_(paths_, current_schedule_.level_count() + kSpareTimeStepsForDisplacedMessages) {
    for (std::uint32_t i = 0; i < paths_.message_count(); ++i)
      level_occupancy_.place_message_in_level(i, current_schedule_.path_of_each_message[i],
                                              current_schedule_.level_of_each_message[i]);
  }

  MessageListSchedule anneal() {
    const std::uint64_t moves = options_.moves_per_message * paths_.message_count();
    const double ratio = options_.end_temperature / options_.start_temperature;
    detail::ProgressCounter tried("moves", moves);
    for (std::uint64_t k = 0; k < moves && best_level_sum_ > paths_.message_count(); ++k) {
      tried.report_items_done(k);
      // The temperature of the annealing falls in 64 steps and not with each move, because computing a power would cost
      // as much as a move.
      if (k % (moves / 64 + 1) == 0) {
        temperature_ =
            options_.start_temperature * std::pow(ratio, static_cast<double>(k) / static_cast<double>(moves));
      }
      try_random_move();
    }
    best_schedule_.operation_count = operations_ + level_occupancy_.operations();
    return std::move(best_schedule_);
  }

 private:
  struct MovedMessage {
    std::uint32_t message;
    std::uint32_t message_level_before_move;
    PathId old_path;
  };

  void try_random_move() {
    const auto message = static_cast<std::uint32_t>(rng_.random_number_below(paths_.message_count()));
    if (current_schedule_.level_of_each_message[message] == 1) return;
    const auto level =
        static_cast<std::uint32_t>(1 + rng_.random_number_below(current_schedule_.level_of_each_message[message] - 1));
    const auto detour = paths_.detour_of_message(message);
    const PathId path = detour && rng_.random_number_below(2) == 0 ? *detour : PathId{message};
    const std::uint64_t before = current_level_sum_;
    moved_messages_.clear();
    displaced_messages_.clear();
    level_occupancy_.collect_colliding_messages(path, level, displaced_messages_);
    remove_message_from_level(message);
    for (const std::uint32_t other : displaced_messages_) remove_message_from_level(other);
    put_into_level(message, {level, path});
    if (!place_displaced_messages() || !is_annealing_move_accepted(before)) {
      undo_move();
    } else if (current_level_sum_ < best_level_sum_) {
      best_schedule_ = current_schedule_;
      operations_ += current_schedule_.level_of_each_message.size();
      best_level_sum_ = current_level_sum_;
    }
  }

  bool place_displaced_messages() {
    for (const std::uint32_t other : displaced_messages_) {
      const auto place = level_occupancy_.lowest_level_and_path(other);
      if (!place) return false;
      put_into_level(other, *place);
    }
    return true;
  }

  bool is_annealing_move_accepted(std::uint64_t before) {
    return current_level_sum_ <= before ||
           rng_.unit() < std::exp(-static_cast<double>(current_level_sum_ - before) / temperature_);
  }

  void remove_message_from_level(std::uint32_t message) {
    moved_messages_.push_back(
        {message, current_schedule_.level_of_each_message[message], current_schedule_.path_of_each_message[message]});
    level_occupancy_.remove_path_from_level(current_schedule_.path_of_each_message[message],
                                            current_schedule_.level_of_each_message[message]);
    current_level_sum_ -= current_schedule_.level_of_each_message[message];
    current_schedule_.level_of_each_message[message] = 0;
  }

  void put_into_level(std::uint32_t message, detail::LevelOccupancy::LevelAndPathOfMessage place) {
    level_occupancy_.place_message_in_level(message, place.path, place.level);
    current_schedule_.level_of_each_message[message] = place.level;
    current_schedule_.path_of_each_message[message] = place.path;
    current_level_sum_ += place.level;
  }

  void undo_move() {
    for (const MovedMessage& moved : moved_messages_) {
      if (current_schedule_.level_of_each_message[moved.message] == 0) continue;
      level_occupancy_.remove_path_from_level(current_schedule_.path_of_each_message[moved.message],
                                              current_schedule_.level_of_each_message[moved.message]);
      current_level_sum_ -= current_schedule_.level_of_each_message[moved.message];
    }
    for (const MovedMessage& moved : moved_messages_)
      put_into_level(moved.message, {moved.message_level_before_move, moved.old_path});
  }

  const MessagePaths& paths_;
  Rng& rng_;
  const MinSumOptions& options_;
  MessageListSchedule current_schedule_;
  MessageListSchedule best_schedule_;
  std::uint64_t current_level_sum_;
  std::uint64_t best_level_sum_;
  /// basic operations (the unit of scheduling cost) for making the first schedule and copying the best one
  std::uint64_t operations_;
  detail::LevelOccupancy level_occupancy_;
  double temperature_ = 0;
  /// messages that the current move has moved, with their levels and paths before the move
  std::vector<MovedMessage> moved_messages_;
  std::vector<std::uint32_t> displaced_messages_;
};

}  // namespace

MessageListSchedule min_sum_levels(const CollisionModel& model, Rng& rng, const MinSumOptions& options) {
  return Annealer(model, rng, options).anneal();
}

}  // namespace switchyard
