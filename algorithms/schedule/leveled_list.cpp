#include "algorithms/schedule/leveled_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

bool is_path_of_message(PathId path, std::uint32_t message, const MessagePaths& paths) {
  return path == PathId{message} || paths.detour_of_message(message) == path;
}

}  // namespace

std::uint32_t MessageListSchedule::level_count() const noexcept {
  return level_of_each_message.empty() ? 0 : *std::ranges::max_element(level_of_each_message);
}

std::uint64_t MessageListSchedule::level_sum() const noexcept {
  return std::accumulate(level_of_each_message.begin(), level_of_each_message.end(), std::uint64_t{0});
}

std::vector<std::string> verify(const MessageListSchedule& message_list_schedule, const MessagePaths& paths) {
  std::vector<std::string> wrong;
  if (message_list_schedule.level_of_each_message.size() != paths.message_count() ||
      message_list_schedule.path_of_each_message.size() != paths.message_count()) {
    return {fmt::format("{} levels and {} paths for {} messages", message_list_schedule.level_of_each_message.size(),
                        message_list_schedule.path_of_each_message.size(), paths.message_count())};
  }
  std::map<std::pair<std::uint32_t, LinkId>, std::uint32_t> users;
  for (std::uint32_t i = 0; i < paths.message_count(); ++i) {
    if (message_list_schedule.level_of_each_message[i] == 0) wrong.push_back(fmt::format("message {} has no level", i));
    if (!is_path_of_message(message_list_schedule.path_of_each_message[i], i, paths)) {
      wrong.push_back(
          fmt::format("path {} is none of message {}", index(message_list_schedule.path_of_each_message[i]), i));
      continue;
    }
    for (const LinkId link : paths.links_of_path(message_list_schedule.path_of_each_message[i])) {
      const auto [at, is_free] = users.try_emplace({message_list_schedule.level_of_each_message[i], link}, i);
      if (is_free) continue;
      wrong.push_back(fmt::format("level {}: messages {} and {} share link {}",
                                  message_list_schedule.level_of_each_message[i], at->second, i, index(link)));
    }
  }
  return wrong;
}

std::string levels_text(const MessageListSchedule& message_list_schedule, const MessagePaths& paths,
                        std::span<const std::uint64_t> ids) {
  std::vector<std::string> levels(message_list_schedule.level_count());
  for (std::uint32_t i = 0; i < message_list_schedule.level_of_each_message.size(); ++i) {
    levels[message_list_schedule.level_of_each_message[i] - 1] +=
        fmt::format(" {}{}", ids.empty() ? i + 1 : ids[i],
                    paths.is_detour(message_list_schedule.path_of_each_message[i]) ? "'" : "");
  }
  return fmt::format("{}", fmt::join(levels, " |")).substr(levels.empty() ? 0 : 1);
}

Schedule schedule_from_levels(const MessageListSchedule& message_list_schedule, const CommunicationMatrix& matrix) {
  if (message_list_schedule.level_of_each_message.size() != matrix.message_count()) {
    throw UsageError(fmt::format("a schedule of {} messages for a matrix of {}",
                                 message_list_schedule.level_of_each_message.size(), matrix.message_count()),
                     "give the list that was made of it");
  }
  std::vector<std::vector<ScheduledMessage>> phases(message_list_schedule.level_count());
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    std::uint64_t number = matrix.number_of_first_message(NodeId{i});
    for (const auto& [destination, bytes] : matrix.row(NodeId{i})) {
      const Route route =
          index(message_list_schedule.path_of_each_message[number]) == number ? Route::automatic : Route::second;
      phases[message_list_schedule.level_of_each_message[number++] - 1].push_back(
          {NodeId{i}, destination, bytes, route});
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
