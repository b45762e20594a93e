#include "algorithms/schedule/link_dependencies.hpp"

#include "machines/networks/channel_dependencies.hpp"

namespace switchyard {

LinkDependencies link_dependencies(const MessagePaths& paths) {
  std::vector<std::vector<std::uint32_t>> successors(paths.link_count());
  for (std::uint32_t p = 0; p < paths.path_count(); ++p) {
    const auto links = paths.links_of_path(PathId{p});
    for (std::size_t i = 1; i < links.size(); ++i) successors[index(links[i - 1])].push_back(index(links[i]));
  }
  const VertexNumberingOrCycle found = find_rising_vertex_numbers_or_cycle(successors);
  LinkDependencies result{found.vertex_numbers, {}};
  for (const std::uint32_t link : found.cycle) result.cycle.push_back(LinkId{link});
  return result;
}

std::vector<ListedMessage> message_between_each_pair(std::uint32_t node_count) {
  std::vector<ListedMessage> messages;
  for (std::uint32_t from = 0; from < node_count; ++from) {
    for (std::uint32_t to = 0; to < node_count; ++to) {
      if (from != to)
        messages.push_back({.id = messages.size() + 1, .source = NodeId{from}, .destination = NodeId{to}});
    }
  }
  return messages;
}

}  // namespace switchyard
