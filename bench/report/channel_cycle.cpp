#include "bench/report/channel_cycle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace switchyard {
namespace {

// The largest number of nodes of a machine whose routes are checked for deadlock. The check follows the routes of all
// pairs of nodes, so it would take too long for larger machines.
constexpr std::uint32_t kMostCheckedNodes = 1024;

/// Returns the name of a channel: the name of its link and, if the link has several channels, the channel's number on
/// the link.
std::string channel_text(ChannelId channel, const Routes& routes) {
  const LinkId link = routes.link_of(channel);
  const auto ends = routes.ends_of_link(link);
  if (!ends) return routes.link_name(link);
  const std::string name = fmt::format("{}{}{}", routes.vertex_name(ends->from), routes.is_two_way(link) ? "<->" : "->",
                                       routes.vertex_name(ends->to));
  if (routes.channel_count() == routes.link_count()) return name;
  std::uint32_t lane = 0;
  while (lane < index(channel) && routes.link_of(ChannelId{index(channel) - lane - 1}) == link) ++lane;
  return fmt::format("{} (channel {})", name, lane);
}

}  // namespace

std::string channel_cycle_text(const ChannelDependencies& dependencies, const Routes& routes) {
  std::vector<std::string> links;
  for (const ChannelId channel : dependencies.cycle) links.push_back(channel_text(channel, routes));
  // For links without names, link_name() returns the word "link" and a number.
  const bool are_named = links.empty() || !links.front().starts_with("link ");
  return fmt::format("{}{}, of which each can wait for the next and the last for the first", are_named ? "links " : "",
                     fmt::join(links, ", "));
}

std::string channel_dependencies_text(const Routes& routes) {
  if (routes.channel_count() == 0) return {};
  if (routes.node_count() > kMostCheckedNodes)
    return fmt::format("not checked with more than {} nodes", kMostCheckedNodes);
  const ChannelDependencies dependencies = channel_dependencies(routes);
  if (!dependencies.is_acyclic()) return "a cycle: " + channel_cycle_text(dependencies, routes);
  return fmt::format("acyclic (numbering of {} channels)", dependencies.used_channel_count);
}

}  // namespace switchyard
