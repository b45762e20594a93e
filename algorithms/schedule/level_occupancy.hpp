#pragma once
/// \file level_occupancy.hpp
/// A table that tells which message uses a link in which level (time step). Search algorithms use it to move messages
/// between levels.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/schedule/message_paths.hpp"

namespace switchyard::detail {

/// A table of the links that are in use in each of the levels 1 to `capacity`, and of the messages that use them. Only
/// the owner thread may use the table.
class LevelOccupancy {
 public:
  LevelOccupancy(const MessagePaths& paths, std::uint32_t capacity);

  /// Enters in the table that a message is sent on a path in a level. Needs: all links of the path are free in that
  /// level.
  void place_message_in_level(std::uint32_t message, PathId path, std::uint32_t level);
  /// Frees the links of a path in a level: undoes place_message_in_level(message, path, level).
  void remove_path_from_level(PathId path, std::uint32_t level);
  /// Returns the lowest level in which all links of the path are free, or nothing if there is no such level.
  std::optional<std::uint32_t> lowest_free_level(PathId path) const;
  /// Adds to `found` each message that uses a link of `path` in level `level`. No message is added twice.
  void collect_colliding_messages(PathId path, std::uint32_t level, std::vector<std::uint32_t>& found) const;

  struct LevelAndPathOfMessage {
    std::uint32_t level = 0;
    PathId path{};
  };
  /// Returns the lowest level in which all links of one of the message's paths are free, and that path; the usual path
  /// if both are free in that level. Returns nothing if there is no such level.
  std::optional<LevelAndPathOfMessage> lowest_level_and_path(std::uint32_t message) const;
  /// Returns the number of basic operations (the unit of scheduling cost) of all calls so far: one for each link whose
  /// use was entered, removed or looked up, and one for each link and word of 64 levels that was searched.
  std::uint64_t operations() const noexcept { return operations_; }

 private:
  static constexpr std::uint32_t kNoMessage = ~std::uint32_t{0};
  std::size_t index_of_level_and_link(LinkId link, std::uint32_t level) const noexcept {
    return std::size_t{level - 1} * paths_.link_count() + index(link);
  }
  void flip_taken_bit(LinkId link, std::uint32_t level) noexcept {
    taken_level_bits_[index(link) * words_per_link_ + (level - 1) / 64] ^= std::uint64_t{1} << ((level - 1) % 64);
  }

  const MessagePaths& paths_;
  std::uint32_t level_limit_;
  std::size_t words_per_link_;
  /// for each link, one bit for each level, which is set if a message uses the link in that level
  std::vector<std::uint64_t> taken_level_bits_;
  /// for each level and link, the message that uses the link in that level, or kNoMessage
  std::vector<std::uint32_t> message_on_link_;
  mutable std::uint64_t operations_ = 0;
};

}  // namespace switchyard::detail
