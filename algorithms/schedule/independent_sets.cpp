#include "algorithms/schedule/independent_sets.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "algorithms/matrix/work_watch.hpp"
#include "algorithms/schedule/first_fit.hpp"

namespace switchyard {
namespace {

enum class SeedChoice { first_path_only, every_path };

/// Computes the levels (time steps) of messages by the schedulers ISCOM or MISCOM, for one list of paths after another.
/// An object keeps its arrays from list to list, which saves time.
class IndependentSetScheduler {
 public:
  IndependentSetScheduler(const CollisionGraph& graph, SeedChoice seeds)
      : graph_(graph),
        seed_choice_(seeds),
        unscheduled_collision_count_(graph.size()),
        rank_of_path_(graph.size(), kNoRank) {}

  /// Returns the level of each path in the list. If `placed` is not null, reports to it how many paths have got a level
  /// so far. Needs: no path occurs twice in the list.
  std::vector<std::uint32_t> compute_levels(std::span<const PathId> list, detail::ProgressCounter* placed = nullptr) {
    unscheduled_paths_.assign(list.begin(), list.end());
    count_collisions_in_list();
    level_of_path_.resize(graph_.size());
    for (std::uint32_t level = 1; !unscheduled_paths_.empty(); ++level) {
      sort_unscheduled_paths_by_collisions();
      put_best_independent_set_into_level(level);
      if (placed != nullptr) placed->report_items_done(list.size() - unscheduled_paths_.size());
    }
    std::vector<std::uint32_t> result;
    result.reserve(list.size());
    for (const PathId path : list) result.push_back(level_of_path_[index(path)]);
    return result;
  }

  /// Returns the number of basic operations (the unit of scheduling cost) for all lists so far: one for each neighbour
  /// that was looked at, and one for each word of 128 bits that was processed in rows of bits.
  std::uint64_t operations() const noexcept { return operations_; }

 private:
  static constexpr std::uint32_t kNoRank = ~std::uint32_t{0};
  using Words = std::vector<std::uint64_t>;

  struct IndependentSet {
    std::uint64_t path_count = 0;
    std::uint64_t edge_count = 0;
    Words member_bits;  ///< bit r is set if the path with rank r belongs to the set
    bool is_better_than(const IndependentSet& other) const noexcept {
      return std::tie(path_count, edge_count) > std::tie(other.path_count, other.edge_count);
    }
  };

  /// Converts a number of 64-bit words to a number of 128-bit words. Operations on rows of bits are counted in words of
  /// 128 bits, because hosts process 128 bits in one instruction and the i860 loaded 128 bits in one instruction.
  static std::uint64_t count_128_bit_words(std::uint64_t words) noexcept { return (words + 1) / 2; }

  void count_collisions_in_list() {
    for (const PathId path : unscheduled_paths_) rank_of_path_[index(path)] = 0;
    for (const PathId path : unscheduled_paths_) {
      const auto neighbours = graph_.neighbours(path);
      operations_ += neighbours.size();
      unscheduled_collision_count_[index(path)] = static_cast<std::uint32_t>(
          std::ranges::count_if(neighbours, [&](PathId other) { return rank_of_path_[index(other)] != kNoRank; }));
    }
  }

  /// Ranks the unscheduled paths in the order in which they are tried for an independent set, that is, by the number of
  /// paths that they collide with. Stores the collisions of each path as a row of bits.
  void sort_unscheduled_paths_by_collisions() {
    paths_by_rank_ = unscheduled_paths_;
    std::ranges::stable_sort(paths_by_rank_, {},
                             [&](PathId path) { return unscheduled_collision_count_[index(path)]; });
    for (std::uint32_t r = 0; r < paths_by_rank_.size(); ++r) rank_of_path_[index(paths_by_rank_[r])] = r;
    words_per_row_ = (paths_by_rank_.size() + 63) / 64;
    collision_rows_.assign(words_per_row_ * paths_by_rank_.size(), 0);
    operations_ += count_128_bit_words(collision_rows_.size());
    for (std::size_t r = 0; r < paths_by_rank_.size(); ++r) {
      std::uint64_t* row = collision_rows_.data() + r * words_per_row_;
      row[r / 64] |= std::uint64_t{1} << (r % 64);
      operations_ += graph_.degree(paths_by_rank_[r]);
      for (const PathId other : graph_.neighbours(paths_by_rank_[r])) {
        const std::uint32_t rank = rank_of_path_[index(other)];
        if (rank != kNoRank) row[rank / 64] |= std::uint64_t{1} << (rank % 64);
      }
    }
  }

  void put_best_independent_set_into_level(std::uint32_t level) {
    best_set_.path_count = best_set_.edge_count = 0;
    const std::size_t seeds = seed_choice_ == SeedChoice::first_path_only ? 1 : unscheduled_paths_.size();
    for (std::size_t i = 0; i < seeds; ++i) {
      grow_independent_set_from_seed(rank_of_path_[index(unscheduled_paths_[i])]);
      if (grown_set_.is_better_than(best_set_)) std::swap(grown_set_, best_set_);
    }
    const auto is_scheduled = [&](PathId path) {
      const std::uint32_t rank = rank_of_path_[index(path)];
      return (best_set_.member_bits[rank / 64] >> (rank % 64) & 1U) != 0;
    };
    const auto rest = std::stable_partition(unscheduled_paths_.begin(), unscheduled_paths_.end(),
                                            [&](PathId p) { return !is_scheduled(p); });
    for (auto path = rest; path != unscheduled_paths_.end(); ++path) {
      level_of_path_[index(*path)] = level;
      rank_of_path_[index(*path)] = kNoRank;
      // this also changes the counts of paths that are not in unscheduled_paths_, but those are never read
      for (const PathId other : graph_.neighbours(*path)) --unscheduled_collision_count_[index(other)];
      operations_ += graph_.degree(*path);
    }
    unscheduled_paths_.erase(rest, unscheduled_paths_.end());
  }

  void grow_independent_set_from_seed(std::uint32_t seed) {
    free_paths_.assign(words_per_row_, ~std::uint64_t{0});
    if (paths_by_rank_.size() % 64 != 0) free_paths_.back() = (std::uint64_t{1} << (paths_by_rank_.size() % 64)) - 1;
    grown_set_.path_count = grown_set_.edge_count = 0;
    grown_set_.member_bits.assign(words_per_row_, 0);
    operations_ += count_128_bit_words(2 * words_per_row_);
    add_path_to_independent_set(seed, 0);
    for (std::size_t w = 0; w < words_per_row_; ++w) {
      while (free_paths_[w] != 0)
        add_path_to_independent_set(
            static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(free_paths_[w])), w);
    }
  }

  /// Adds the path with the rank `rank` to the collision-free set of paths that is being grown. Removes this path and
  /// all paths that collide with it from `free_paths_`, the paths that could still be added. Needs: no word of
  /// `free_paths_` before word `from` has a free path.
  void add_path_to_independent_set(std::uint32_t rank, std::size_t from) {
    const std::uint64_t* row = collision_rows_.data() + rank * words_per_row_;
    for (std::size_t w = from; w < words_per_row_; ++w) free_paths_[w] &= ~row[w];
    operations_ += count_128_bit_words(words_per_row_ - from);
    grown_set_.member_bits[rank / 64] |= std::uint64_t{1} << (rank % 64);
    ++grown_set_.path_count;
    grown_set_.edge_count += unscheduled_collision_count_[index(paths_by_rank_[rank])];
  }

  const CollisionGraph& graph_;
  SeedChoice seed_choice_;
  std::vector<std::uint32_t>
      unscheduled_collision_count_;  ///< for each path, the number of unscheduled paths that collide with it
  /// rank of each path; kNoRank if the path has a level already or is not in the list
  std::vector<std::uint32_t> rank_of_path_;
  std::vector<std::uint32_t> level_of_path_;  ///< level of each path that is scheduled already
  std::vector<PathId> unscheduled_paths_;     ///< the unscheduled paths, in the order of the list
  std::vector<PathId> paths_by_rank_;
  std::size_t words_per_row_ = 0;
  Words collision_rows_;
  Words free_paths_;
  IndependentSet grown_set_;
  IndependentSet best_set_;
  std::uint64_t operations_ = 0;
};

std::vector<PathId> usual_path_of_each_message(const MessagePaths& paths) {
  std::vector<PathId> result(paths.message_count());
  for (std::uint32_t i = 0; i < result.size(); ++i) result[i] = PathId{i};
  return result;
}

MessageListSchedule levels_without_detours(const CollisionModel& model, SeedChoice seeds) {
  std::vector<PathId> paths = usual_path_of_each_message(model.paths);
  IndependentSetScheduler leveler(model.graph, seeds);
  detail::ProgressCounter placed("messages", paths.size());
  std::vector<std::uint32_t> levels = leveler.compute_levels(paths, &placed);
  return {std::move(levels), std::move(paths), leveler.operations()};
}

std::uint64_t sum_of_message_levels(std::span<const std::uint32_t> levels) {
  return std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
}

/// Returns the positions in `levels`, sorted by level with the highest level first. Positions with equal levels keep
/// their order.
std::vector<std::uint32_t> positions_by_falling_level(std::span<const std::uint32_t> levels) {
  std::vector<std::uint32_t> order(levels.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::uint32_t i) { return levels[i]; });
  return order;
}

/// Tries each message above level 1 once on its detour, and keeps the detour if the scheduler MISCOM then finds a lower
/// level sum. `paths` is the path that each message has at first, and `order` is the order in which MISCOM lists the
/// messages.
MessageListSchedule take_detours_that_lower_level_sum(const CollisionModel& model, std::span<const std::uint32_t> order,
                                                      std::span<const PathId> paths) {
  IndependentSetScheduler leveler(model.graph, SeedChoice::every_path);
  std::vector<PathId> list;
  for (const std::uint32_t message : order) list.push_back(paths[message]);
  std::vector<std::uint32_t> levels = leveler.compute_levels(list);
  std::uint64_t sum = sum_of_message_levels(levels);
  detail::ProgressCounter progress("messages tried", levels.size());
  std::uint64_t tried_so_far = 0;
  for (const std::uint32_t i : positions_by_falling_level(levels)) {
    progress.report_items_done(tried_so_far++);
    const auto detour = model.paths.detour_of_message(order[i]);
    if (levels[i] == 1 || !detour || list[i] == *detour) continue;
    const PathId before = std::exchange(list[i], *detour);
    std::vector<std::uint32_t> tried = leveler.compute_levels(list);
    const std::uint64_t tried_sum = sum_of_message_levels(tried);
    if (tried_sum < sum) {
      levels = std::move(tried);
      sum = tried_sum;
    } else {
      list[i] = before;
    }
  }
  MessageListSchedule result{std::vector<std::uint32_t>(order.size()), std::vector<PathId>(order.size()),
                             leveler.operations()};
  for (std::size_t i = 0; i < order.size(); ++i) {
    result.level_of_each_message[order[i]] = levels[i];
    result.path_of_each_message[order[i]] = list[i];
  }
  return result;
}

}  // namespace

MessageListSchedule make_independent_set_schedule(const CollisionModel& model) {
  return levels_without_detours(model, SeedChoice::first_path_only);
}

MessageListSchedule miscom_levels(const CollisionModel& model) {
  return levels_without_detours(model, SeedChoice::every_path);
}

MessageListSchedule miscom_rerouted_levels(const CollisionModel& model) {
  std::vector<std::uint32_t> list_order(model.paths.message_count());
  std::iota(list_order.begin(), list_order.end(), 0U);
  return take_detours_that_lower_level_sum(model, list_order, usual_path_of_each_message(model.paths));
}

MessageListSchedule miscom_improved_levels(const CollisionModel& model) {
  const MessageListSchedule initial = fcfs_rerouted_levels(model);
  MessageListSchedule result = take_detours_that_lower_level_sum(
      model, positions_by_falling_level(initial.level_of_each_message), initial.path_of_each_message);
  result.operation_count += initial.operation_count;
  return result;
}

}  // namespace switchyard
