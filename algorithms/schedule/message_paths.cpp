#include "algorithms/schedule/message_paths.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMaxMessages = (std::uint64_t{1} << 31U) - 1;

void check_message_limit(std::uint64_t messages) {
  if (messages <= kMaxMessages) return;
  throw UsageError(fmt::format("{} messages are too many for a list", messages),
                   fmt::format("use up to {}", kMaxMessages));
}

void check_nodes_exist(const ListedMessage& message, std::uint32_t nodes) {
  if (std::max(index(message.source), index(message.destination)) < nodes) return;
  throw UsageError(
      fmt::format("message {} goes from node {} to {}", message.id, index(message.source), index(message.destination)),
      fmt::format("nodes are below {}", nodes));
}

}  // namespace

DetourFinder detour_finder_by_second_network_routes(const Routes& routes) {
  return
      [&routes](NodeId from, NodeId to, std::vector<LinkId>& path) { return routes.find_second_route(from, to, path); };
}

MessagePaths::MessagePaths(std::span<const ListedMessage> messages, const Routes& routes, const DetourFinder& detour,
                           PortUse ports)
    : link_count_(routes.link_count() +
                  (ports == PortUse::one_message_per_port_in_level ? 2 * routes.node_count() : 0)) {
  check_message_limit(messages.size());
  detour_of_each_message_.resize(messages.size());
  std::vector<LinkId> path;
  const auto add = [&](const ListedMessage& message) {
    if (ports == PortUse::one_message_per_port_in_level) {
      path.push_back(LinkId{routes.link_count() + index(message.source)});
      path.push_back(LinkId{routes.link_count() + routes.node_count() + index(message.destination)});
    }
    add_path(path);
  };
  for (const ListedMessage& message : messages) {
    check_nodes_exist(message, routes.node_count());
    routes.route(message.source, message.destination, path);
    add(message);
  }
  if (!detour) return;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!detour(messages[i].source, messages[i].destination, path)) continue;
    detour_of_each_message_[i] = PathId{path_count()};
    add(messages[i]);
  }
}

MessagePaths::MessagePaths(std::span<const std::vector<LinkId>> paths, std::uint32_t link_count)
    : link_count_(link_count), detour_of_each_message_(paths.size()) {
  check_message_limit(paths.size());
  for (const auto& path : paths) add_path(path);
}

void MessagePaths::add_path(std::span<const LinkId> path) {
  const auto outside = std::ranges::find_if(path, [&](LinkId link) { return index(link) >= link_count_; });
  if (outside != path.end()) {
    throw UsageError(fmt::format("a path takes link {}", index(*outside)),
                     fmt::format("links are below {}", link_count_));
  }
  std::vector<LinkId> sorted(path.begin(), path.end());
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
    throw UsageError(fmt::format("a path takes link {} twice", index(*twice)), "a path takes each link once");
  }
  links_.insert(links_.end(), path.begin(), path.end());
  first_link_index_of_each_path_.push_back(links_.size());
}

}  // namespace switchyard
