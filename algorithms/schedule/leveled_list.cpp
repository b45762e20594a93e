#include "algorithms/schedule/leveled_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

bool is_path_of(PathId path, std::uint32_t message, const MessagePaths& paths) {
  return path == PathId{message} || paths.detour(message) == path;
}

}  // namespace

std::uint32_t LeveledList::level_count() const noexcept {
  return levels.empty() ? 0 : *std::ranges::max_element(levels);
}

std::uint64_t LeveledList::level_sum() const noexcept {
  return std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
}

std::vector<std::string> verify(const LeveledList& leveled, const MessagePaths& paths) {
  std::vector<std::string> wrong;
  if (leveled.levels.size() != paths.message_count() || leveled.paths.size() != paths.message_count()) {
    return {fmt::format("{} levels and {} paths for {} messages", leveled.levels.size(), leveled.paths.size(),
                        paths.message_count())};
  }
  std::map<std::pair<std::uint32_t, LinkId>, std::uint32_t> users;
  for (std::uint32_t i = 0; i < paths.message_count(); ++i) {
    if (leveled.levels[i] == 0) wrong.push_back(fmt::format("message {} has no level", i));
    if (!is_path_of(leveled.paths[i], i, paths)) {
      wrong.push_back(fmt::format("path {} is none of message {}", index(leveled.paths[i]), i));
      continue;
    }
    for (const LinkId link : paths.links(leveled.paths[i])) {
      const auto [at, is_free] = users.try_emplace({leveled.levels[i], link}, i);
      if (is_free) continue;
      wrong.push_back(
          fmt::format("level {}: messages {} and {} share link {}", leveled.levels[i], at->second, i, index(link)));
    }
  }
  return wrong;
}

std::string levels_text(const LeveledList& leveled, const MessagePaths& paths, std::span<const std::uint64_t> ids) {
  std::vector<std::string> levels(leveled.level_count());
  for (std::uint32_t i = 0; i < leveled.levels.size(); ++i) {
    levels[leveled.levels[i] - 1] +=
        fmt::format(" {}{}", ids.empty() ? i + 1 : ids[i], paths.is_detour(leveled.paths[i]) ? "'" : "");
  }
  return fmt::format("{}", fmt::join(levels, " |")).substr(levels.empty() ? 0 : 1);
}

Schedule schedule_from_levels(const LeveledList& leveled, const CommunicationMatrix& matrix) {
  if (leveled.levels.size() != matrix.message_count()) {
    throw UsageError(
        fmt::format("a schedule of {} messages for a matrix of {}", leveled.levels.size(), matrix.message_count()),
        "give the list that was made of it");
  }
  std::vector<std::vector<ScheduledMessage>> phases(leveled.level_count());
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    std::uint64_t number = matrix.first_message(NodeId{i});
    for (const auto& [destination, bytes] : matrix.row(NodeId{i})) {
      const Route route = index(leveled.paths[number]) == number ? Route::automatic : Route::second;
      phases[leveled.levels[number++] - 1].push_back({NodeId{i}, destination, bytes, route});
    }
  }
  Schedule schedule(matrix.node_count());
  schedule.reserve(matrix.message_count());
  for (const auto& phase : phases) {
    for (const ScheduledMessage& message : phase) schedule.add(message);
    schedule.close_phase();
  }
  return schedule;
}

}  // namespace switchyard
