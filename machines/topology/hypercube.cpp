#include "machines/topology/hypercube.hpp"

#include <fmt/format.h>

#include "runtime/error.hpp"

namespace switchyard {

Hypercube::Hypercube(std::uint32_t nodes) : node_count_(nodes), dimension_(0) {
  if (!std::has_single_bit(nodes)) {
    throw UsageError(fmt::format("{} nodes are not a hypercube", nodes),
                     fmt::format("write a power of two such as {}, or take another machine, such as mesh",
                                 nodes == 0 ? 64U : std::bit_floor(nodes)));
  }
  dimension_ = static_cast<std::uint32_t>(std::countr_zero(nodes));
}

void Hypercube::route(NodeId from, NodeId to, std::vector<LinkId>& path) const {
  path.clear();
  for (NodeId at = from; at != to; at = next_node(at, to)) path.push_back(next_link(at, to));
}

std::optional<LinkEnds> Hypercube::ends_of_link(LinkId link) const {
  const NodeId from{index(link) / dimension_};
  return LinkEnds{vertex_of(from), vertex_of(from ^ (1U << (index(link) % dimension_)))};
}

std::string Hypercube::link_name(LinkId link) const {
  const LinkEnds joined = *ends_of_link(link);
  return fmt::format("{}->{}", index(joined.from), index(joined.to));
}

}  // namespace switchyard
