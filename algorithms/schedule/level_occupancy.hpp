#pragma once
/// \file level_occupancy.hpp
/// Which message uses a link in which level: what a search needs in order to move messages about.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/schedule/message_paths.hpp"

namespace switchyard::detail {

/// Levels 1..capacity. Owner thread only.
class LevelOccupancy {
 public:
  LevelOccupancy(const MessagePaths& paths, std::uint32_t capacity);

  /// Needs: the path's links are free in that level.
  void place(std::uint32_t message, PathId path, std::uint32_t level);
  /// Undoes place(message, path, level).
  void remove(PathId path, std::uint32_t level);
  /// The lowest level in which all links of the path are free.
  std::optional<std::uint32_t> lowest_free(PathId path) const;
  /// Adds to `found` the messages whose links of that level the path needs, each once.
  void collect_users(PathId path, std::uint32_t level, std::vector<std::uint32_t>& found) const;

  struct Place {
    std::uint32_t level = 0;
    PathId path{};
  };
  /// The lowest level for a message over its paths, the usual one at equal levels.
  std::optional<Place> lowest_place(std::uint32_t message) const;

 private:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  std::size_t user_at(LinkId link, std::uint32_t level) const noexcept {
    return std::size_t{level - 1} * paths_.link_count() + index(link);
  }
  void flip(LinkId link, std::uint32_t level) noexcept {
    taken_[index(link) * words_ + (level - 1) / 64] ^= std::uint64_t{1} << ((level - 1) % 64);
  }

  const MessagePaths& paths_;
  std::uint32_t capacity_;
  std::size_t words_;
  std::vector<std::uint64_t> taken_;  ///< for each link, a bit for each level
  std::vector<std::uint32_t> user_;   ///< for each level and link
};

}  // namespace switchyard::detail
