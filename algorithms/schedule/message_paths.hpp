#pragma once
/// \file message_paths.hpp
/// The links that each message of a list takes, on its usual route and on its detour, if it has one.
///
/// Source: D. R. Surma, E. H.-M. Sha, "Collision graph based communication scheduling with re-routing in parallel
/// systems", TR-97-2 (1997), sec. 3: XY is the usual route, restricted YX the detour.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/schedule/message_list.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// The number of a path that a message may take. In a list of n messages, PathId{i} with i < n is the usual path of
/// message i; the numbers from n on are detours.
enum class PathId : std::uint32_t {};
constexpr std::uint32_t index(PathId id) noexcept { return static_cast<std::uint32_t>(id); }

/// The type of functions that find the detour of a message, its second path. Such a function replaces `path` by the
/// links of the detour and returns true, or returns false if the message has no detour.
using DetourFinder = std::function<bool(NodeId from, NodeId to, std::vector<LinkId>& path)>;

/// Returns a function that takes the second routes of the network (Route::second) as detours. `routes` must outlive the
/// returned function.
DetourFinder detour_finder_by_second_network_routes(const Routes& routes);

/// Whether two messages also collide if they have the same sender or the same receiver. In the paper of Surma and Sha,
/// two messages collide only if their paths share a link.
enum class PortUse {
  unlimited_messages_per_port,
  /// the send port and the receive port of each node count as links, so that in a level no node sends or receives two
  /// messages
  one_message_per_port_in_level,
};

/// The paths of all messages of a list, one after another in one array. Immutable; any thread may read it.
class MessagePaths {
 public:
  /// Finds the usual paths and the detours of the messages. Throws: UsageError for a node that the network does not
  /// have, a path that takes a link twice, or 2^31 messages or more.
  MessagePaths(std::span<const ListedMessage> messages, const Routes& routes, const DetourFinder& detour = {},
               PortUse ports = PortUse::unlimited_messages_per_port);
  /// Makes paths from explicit lists of links, one path for each message. Throws UsageError for a
  /// path that takes a link twice, for 2^31 messages or more, and for a link that is not below
  /// link_count.
  MessagePaths(std::span<const std::vector<LinkId>> paths, std::uint32_t link_count);

  std::uint32_t message_count() const noexcept { return static_cast<std::uint32_t>(detour_of_each_message_.size()); }
  std::uint32_t path_count() const noexcept {
    return static_cast<std::uint32_t>(first_link_index_of_each_path_.size() - 1);
  }
  std::uint32_t link_count() const noexcept { return link_count_; }
  /// Returns the number of links of all paths together, where a link counts once for each path that takes it.
  std::uint64_t link_use_count() const noexcept { return links_.size(); }
  std::span<const LinkId> links_of_path(PathId path) const noexcept {
    return {links_.data() + first_link_index_of_each_path_[index(path)],
            links_.data() + first_link_index_of_each_path_[index(path) + std::size_t{1}]};
  }
  std::optional<PathId> detour_of_message(std::uint32_t message) const noexcept {
    return detour_of_each_message_[message];
  }
  bool is_detour(PathId path) const noexcept { return index(path) >= message_count(); }

 private:
  void add_path(std::span<const LinkId> path);

  std::uint32_t link_count_;
  std::vector<std::uint64_t> first_link_index_of_each_path_{0};
  std::vector<LinkId> links_;
  std::vector<std::optional<PathId>> detour_of_each_message_;
};

}  // namespace switchyard
