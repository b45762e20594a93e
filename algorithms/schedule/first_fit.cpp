#include "algorithms/schedule/first_fit.hpp"

#include "algorithms/matrix/work_watch.hpp"

namespace switchyard {
namespace {

class FirstFit {
 public:
  explicit FirstFit(const CollisionModel& model)
      : model_(model),
        level_of_path_(model.paths.path_count(), 0),
        last_colliding_path_(model.paths.message_count() + 2, kNoPath) {}

  MessageListSchedule schedule_all_messages(bool reroute) {
    MessageListSchedule result;
    detail::ProgressCounter placed("messages", model_.paths.message_count());
    for (std::uint32_t message = 0; message < model_.paths.message_count(); ++message) {
      placed.report_items_done(message);
      PathId path{message};
      std::uint32_t level = lowest_level_of_path(path);
      const auto detour = model_.paths.detour_of_message(message);
      if (reroute && detour && level > 1) {
        if (const std::uint32_t other = lowest_level_of_path(*detour); other < level) {
          level = other;
          path = *detour;
        }
      }
      level_of_path_[index(path)] = level;
      result.level_of_each_message.push_back(level);
      result.path_of_each_message.push_back(path);
    }
    result.operation_count = operations_;
    return result;
  }

 private:
  static constexpr std::uint32_t kNoPath = ~std::uint32_t{0};

  std::uint32_t lowest_level_of_path(PathId path) {
    for (const PathId other : model_.graph.neighbours(path))
      last_colliding_path_[level_of_path_[index(other)]] = index(path);
    std::uint32_t level = 1;
    while (last_colliding_path_[level] == index(path)) ++level;
    // count the levels that were marked as taken and those that were tried
    operations_ += model_.graph.degree(path) + level;
    return level;
  }

  const CollisionModel& model_;
  std::vector<std::uint32_t> level_of_path_;  ///< level (time step) of each path; 0 while no message takes the path
  /// for each level, the path for which lowest_level_of_path() last found the level taken by a colliding path
  std::vector<std::uint32_t> last_colliding_path_;
  std::uint64_t operations_ = 0;
};

}  // namespace

MessageListSchedule fcfs_levels(const CollisionModel& model) { return FirstFit(model).schedule_all_messages(false); }

MessageListSchedule fcfs_rerouted_levels(const CollisionModel& model) {
  return FirstFit(model).schedule_all_messages(true);
}

}  // namespace switchyard
