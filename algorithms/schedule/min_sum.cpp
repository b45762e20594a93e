#include "algorithms/schedule/min_sum.hpp"

#include <cmath>

#include "algorithms/matrix/work_watch.hpp"
#include "algorithms/schedule/first_fit.hpp"
#include "algorithms/schedule/level_occupancy.hpp"

namespace switchyard {
namespace {

/// The number of levels that the search may use in addition to the levels of the first schedule. They are room for
/// messages that other messages displace.
constexpr std::uint32_t kSpareLevels = 8;

class Annealer {
 public:
  Annealer(const CollisionModel& model, Rng& rng, const MinSumOptions& options)
      : paths_(model.paths),
        rng_(rng),
        options_(options),
        now_(fcfs_rerouted_levels(model)),
        best_levels_(now_),
        level_sum_(now_.level_sum()),
        best_sum_(level_sum_),
        operations_(now_.operations),
        occupancy_(paths_, now_.level_count() + kSpareLevels) {
    for (std::uint32_t i = 0; i < paths_.message_count(); ++i)
      occupancy_.place_message_in_level(i, now_.paths[i], now_.levels[i]);
  }

  LeveledList run() {
    const std::uint64_t moves = options_.moves_per_message * paths_.message_count();
    const double ratio = options_.end_temperature / options_.start_temperature;
    detail::WorkCount tried("moves", moves);
    for (std::uint64_t k = 0; k < moves && best_sum_ > paths_.message_count(); ++k) {
      tried.report_items_done(k);
      // The temperature of the annealing falls in 64 steps and not with each move, because computing a power would cost
      // as much as a move.
      if (k % (moves / 64 + 1) == 0) {
        temperature_ =
            options_.start_temperature * std::pow(ratio, static_cast<double>(k) / static_cast<double>(moves));
      }
      try_random_move();
    }
    best_levels_.operations = operations_ + occupancy_.operations();
    return std::move(best_levels_);
  }

 private:
  struct MovedMessage {
    std::uint32_t message;
    std::uint32_t level;
    PathId path;
  };

  void try_random_move() {
    const auto message = static_cast<std::uint32_t>(rng_.random_number_below(paths_.message_count()));
    if (now_.levels[message] == 1) return;
    const auto level = static_cast<std::uint32_t>(1 + rng_.random_number_below(now_.levels[message] - 1));
    const auto detour = paths_.detour(message);
    const PathId path = detour && rng_.random_number_below(2) == 0 ? *detour : PathId{message};
    const std::uint64_t before = level_sum_;
    moved_messages_.clear();
    displaced_messages_.clear();
    occupancy_.collect_colliding_messages(path, level, displaced_messages_);
    take_out_of_level(message);
    for (const std::uint32_t other : displaced_messages_) take_out_of_level(other);
    put_into_level(message, {level, path});
    if (!place_displaced_messages() || !accepts_move(before)) {
      undo_move();
    } else if (level_sum_ < best_sum_) {
      best_levels_ = now_;
      operations_ += now_.levels.size();
      best_sum_ = level_sum_;
    }
  }

  bool place_displaced_messages() {
    for (const std::uint32_t other : displaced_messages_) {
      const auto place = occupancy_.lowest_level_and_path(other);
      if (!place) return false;
      put_into_level(other, *place);
    }
    return true;
  }

  bool accepts_move(std::uint64_t before) {
    return level_sum_ <= before || rng_.unit() < std::exp(-static_cast<double>(level_sum_ - before) / temperature_);
  }

  void take_out_of_level(std::uint32_t message) {
    moved_messages_.push_back({message, now_.levels[message], now_.paths[message]});
    occupancy_.remove_path_from_level(now_.paths[message], now_.levels[message]);
    level_sum_ -= now_.levels[message];
    now_.levels[message] = 0;
  }

  void put_into_level(std::uint32_t message, detail::LevelOccupancy::LevelPlace place) {
    occupancy_.place_message_in_level(message, place.path, place.level);
    now_.levels[message] = place.level;
    now_.paths[message] = place.path;
    level_sum_ += place.level;
  }

  void undo_move() {
    for (const MovedMessage& moved : moved_messages_) {
      if (now_.levels[moved.message] == 0) continue;
      occupancy_.remove_path_from_level(now_.paths[moved.message], now_.levels[moved.message]);
      level_sum_ -= now_.levels[moved.message];
    }
    for (const MovedMessage& moved : moved_messages_) put_into_level(moved.message, {moved.level, moved.path});
  }

  const MessagePaths& paths_;
  Rng& rng_;
  const MinSumOptions& options_;
  LeveledList now_;
  LeveledList best_levels_;
  std::uint64_t level_sum_;
  std::uint64_t best_sum_;
  std::uint64_t operations_;  ///< basic operations for making the first schedule and copying the best one
  detail::LevelOccupancy occupancy_;
  double temperature_ = 0;
  std::vector<MovedMessage> moved_messages_;  ///< messages moved in the current move, with their old levels and paths
  std::vector<std::uint32_t> displaced_messages_;
};

}  // namespace

LeveledList min_sum_levels(const CollisionModel& model, Rng& rng, const MinSumOptions& options) {
  return Annealer(model, rng, options).run();
}

}  // namespace switchyard
