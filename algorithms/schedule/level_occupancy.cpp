#include "algorithms/schedule/level_occupancy.hpp"

#include <algorithm>
#include <bit>

namespace switchyard::detail {

LevelOccupancy::LevelOccupancy(const MessagePaths& paths, std::uint32_t capacity)
    : paths_(paths),
      level_limit_(capacity),
      words_per_link_((capacity + 63) / 64),
      taken_level_bits_(paths.link_count() * words_per_link_, 0),
      message_on_link_(std::size_t{capacity} * paths.link_count(), kNoMessage) {}

void LevelOccupancy::place_message_in_level(std::uint32_t message, PathId path, std::uint32_t level) {
  for (const LinkId link : paths_.links_of_path(path)) {
    message_on_link_[index_of_level_and_link(link, level)] = message;
    flip_taken_bit(link, level);
  }
  operations_ += paths_.links_of_path(path).size();
}

void LevelOccupancy::remove_path_from_level(PathId path, std::uint32_t level) {
  for (const LinkId link : paths_.links_of_path(path)) {
    message_on_link_[index_of_level_and_link(link, level)] = kNoMessage;
    flip_taken_bit(link, level);
  }
  operations_ += paths_.links_of_path(path).size();
}

std::optional<std::uint32_t> LevelOccupancy::lowest_free_level(PathId path) const {
  for (std::size_t w = 0; w < words_per_link_; ++w) {
    std::uint64_t taken = 0;
    operations_ += paths_.links_of_path(path).size();
    for (const LinkId link : paths_.links_of_path(path)) taken |= taken_level_bits_[index(link) * words_per_link_ + w];
    if (~taken == 0) continue;
    const std::uint32_t level =
        static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_one(taken)) + 1;
    if (level <= level_limit_) return level;
  }
  return std::nullopt;
}

void LevelOccupancy::collect_colliding_messages(PathId path, std::uint32_t level,
                                                std::vector<std::uint32_t>& found) const {
  for (const LinkId link : paths_.links_of_path(path)) {
    const std::uint32_t user = message_on_link_[index_of_level_and_link(link, level)];
    if (user != kNoMessage && std::ranges::find(found, user) == found.end()) found.push_back(user);
  }
  operations_ += paths_.links_of_path(path).size();
}

std::optional<LevelOccupancy::LevelAndPathOfMessage> LevelOccupancy::lowest_level_and_path(
    std::uint32_t message) const {
  std::optional<LevelAndPathOfMessage> best;
  if (const auto level = lowest_free_level(PathId{message})) best = {*level, PathId{message}};
  const auto detour = paths_.detour_of_message(message);
  if (!detour || (best && best->level == 1)) return best;
  if (const auto level = lowest_free_level(*detour); level && (!best || *level < best->level)) best = {*level, *detour};
  return best;
}

}  // namespace switchyard::detail
