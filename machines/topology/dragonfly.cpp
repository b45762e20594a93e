#include "machines/topology/dragonfly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/error.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Returns how far the shape of a dragonfly is from a balanced and full one: 0 for such a shape, and a larger number
/// for others. The result is the sum of the absolute logarithms of the ratios a / 2p, h / p and (a h + 1) / g, which
/// are all 1 for a balanced and full dragonfly.
double dragonfly_imbalance(const DragonflyShape& shape) {
  const double p = shape.nodes_per_router, a = shape.routers_per_group, h = shape.global_links, g = shape.groups;
  return std::abs(std::log(a / (2 * p))) + std::abs(std::log(h / p)) + std::log((a * h + 1) / g);
}

/// Throws UsageError if a dragonfly of this shape has no nodes, too many nodes, or too many links. Within these limits
/// every link number fits into 32 bits.
void check_shape_limits(const DragonflyShape& shape) {
  constexpr double kMostNodes = 1U << 20U, kMostLinks = 1U << 24U;
  const double p = shape.nodes_per_router, a = shape.routers_per_group, h = shape.global_links, g = shape.groups;
  const bool fits = p * a * g >= 1 && p * a * g <= kMostNodes && a * g * (a + h) <= kMostLinks;
  if (!fits) {
    throw UsageError(fmt::format("a dragonfly of {} nodes a router, {} routers a group, {} global links a router and "
                                 "{} groups is not possible",
                                 shape.nodes_per_router, shape.routers_per_group, shape.global_links, shape.groups),
                     fmt::format("it has 1 to {} nodes and up to {} links between routers", kMostNodes, kMostLinks));
  }
  if (g > a * h + 1) {
    throw UsageError(
        fmt::format("{} groups of a dragonfly need {} global links a group, and {} routers with {} each have {}",
                    shape.groups, shape.groups - 1, shape.routers_per_group, shape.global_links, a * h),
        "write more global links");
  }
}

}  // namespace

std::optional<DragonflyShape> dragonfly_shape(std::uint32_t nodes) {
  std::optional<DragonflyShape> best;
  for (std::uint32_t p = 1; p <= nodes / 4; ++p) {
    if (nodes % p != 0) continue;
    for (std::uint32_t a = 2; a <= nodes / p / 2; ++a) {
      if (nodes / p % a != 0) continue;
      const std::uint32_t g = nodes / p / a;
      const DragonflyShape shape{p, a, std::max(p, (g - 2) / a + 1), g};
      if (!best || dragonfly_imbalance(shape) < dragonfly_imbalance(*best)) best = shape;
    }
  }
  return best;
}

Dragonfly::Dragonfly(DragonflyShape shape, bool valiant) : shape_(shape), are_usual_routes_valiant_(valiant) {
  check_shape_limits(shape);
  node_count_ = static_cast<std::uint32_t>(shape.node_count());
  first_local_link_ = 2 * node_count_;
  first_global_link_ = first_local_link_ + router_count() * (shape.routers_per_group - 1);
  if (shape.groups > 1) wires_between_two_groups_ = shape.routers_per_group * shape.global_links / (shape.groups - 1);
}

/// Returns the routing data (heading) of a message: its destination and, for a Valiant route, a third group, which is
/// drawn from all groups except those of the source and the destination.
Dragonfly::RoutingHeader Dragonfly::make_routing_header(NodeId from, NodeId to, Route route) const noexcept {
  const std::uint32_t source = group_of(from), target = group_of(to);
  const bool passes_third = are_usual_routes_valiant_ != (route == Route::second);
  if (!passes_third || source == target || shape_.groups < 3) return {to};
  const std::uint64_t draw = mix((std::uint64_t{index(from)} << 32U) + index(to));
  auto third = static_cast<std::uint32_t>(draw % (shape_.groups - 2));
  if (third >= std::min(source, target)) ++third;
  if (third >= std::max(source, target)) ++third;
  return {to, third};
}

Dragonfly::Hop Dragonfly::next_hop(VertexId at, const RoutingHeader& routing_header) const noexcept {
  const std::uint32_t target = router_of(routing_header.destination);
  if (index(at) < node_count_) return {LinkId{index(at)}, 0, vertex_of_router(router_of(NodeId{index(at)}))};
  const std::uint32_t here = index(at) - node_count_, group = here / shape_.routers_per_group;
  if (here == target)
    return {LinkId{node_count_ + index(routing_header.destination)}, 0, vertex_of(routing_header.destination)};
  const std::uint32_t target_group = target / shape_.routers_per_group;
  if (group == target_group) return hop_to_router(here, target, 2);
  const bool has_passed_third = routing_header.intermediate_router_group == RoutingHeader::kNoIntermediateRouterGroup ||
                                group == routing_header.intermediate_router_group;
  return hop_to_group(here, has_passed_third ? target_group : routing_header.intermediate_router_group, routing_header,
                      group == routing_header.intermediate_router_group ? 1 : 0);
}

/// Returns the hop from one router of a group to another. The local links of a router are numbered by the routers that
/// they lead to, without the router itself.
Dragonfly::Hop Dragonfly::hop_to_router(std::uint32_t from, std::uint32_t to, std::uint32_t lane) const noexcept {
  const std::uint32_t a = shape_.routers_per_group;
  const std::uint32_t number = to % a < from % a ? to % a : to % a - 1;
  return {LinkId{first_local_link_ + from * (a - 1) + number}, lane, vertex_of_router(to)};
}

/// Returns the next hop from a router towards the group `group`. If several wires lead from the router's own group to
/// that group, the destination of the message determines the wire, so that all hops of a route agree.
Dragonfly::Hop Dragonfly::hop_to_group(std::uint32_t from, std::uint32_t group, const RoutingHeader& routing_header,
                                       std::uint32_t lane) const noexcept {
  const std::uint32_t a = shape_.routers_per_group, g = shape_.groups;
  const std::uint32_t offset = (group + g - from / a) % g;
  const std::uint32_t wire = offset - 1 + router_of(routing_header.destination) % wires_between_two_groups_ * (g - 1);
  const std::uint32_t gateway = from / a * a + wire / shape_.global_links;
  if (from != gateway) return hop_to_router(from, gateway, lane);
  const GlobalWireEnd there = other_end_of_wire({from / a, wire});
  return {LinkId{first_global_link_ + from * shape_.global_links + wire % shape_.global_links}, lane,
          vertex_of_router(there.group * a + there.wire_number / shape_.global_links)};
}

/// Returns the other end of a global wire. The wires of a group are numbered in rounds: wire d - 1
/// of each round leads to the group that is d groups further on, where it is wire g - d - 1 of the
/// same round.
Dragonfly::GlobalWireEnd Dragonfly::other_end_of_wire(GlobalWireEnd end) const noexcept {
  const std::uint32_t g = shape_.groups, offset = end.wire_number % (g - 1) + 1, round = end.wire_number / (g - 1);
  return {(end.group + offset) % g, g - offset - 1 + round * (g - 1)};
}

LinkEnds Dragonfly::ends_of_local_link(std::uint32_t number) const noexcept {
  const std::uint32_t a = shape_.routers_per_group, from = number / (a - 1);
  const std::uint32_t other = number % (a - 1);
  return {vertex_of_router(from), vertex_of_router(from / a * a + (other < from % a ? other : other + 1))};
}

std::optional<LinkEnds> Dragonfly::ends_of_global_link(std::uint32_t number) const noexcept {
  const std::uint32_t a = shape_.routers_per_group, h = shape_.global_links;
  const std::uint32_t from = number / h, wire = from % a * h + number % h;
  if (wire >= wires_between_two_groups_ * (shape_.groups - 1))
    return std::nullopt;  // a wire that is left over and leads nowhere, because all groups have their wires already
  const GlobalWireEnd there = other_end_of_wire({from / a, wire});
  return LinkEnds{vertex_of_router(from), vertex_of_router(there.group * a + there.wire_number / h)};
}

std::optional<LinkEnds> Dragonfly::ends_of_link(LinkId link) const {
  const std::uint32_t number = index(link);
  if (number < node_count_) return LinkEnds{VertexId{number}, vertex_of_router(router_of(NodeId{number}))};
  if (number < first_local_link_)
    return LinkEnds{vertex_of_router(router_of(NodeId{number - node_count_})), VertexId{number - node_count_}};
  if (number < first_global_link_) return ends_of_local_link(number - first_local_link_);
  return ends_of_global_link(number - first_global_link_);
}

std::string Dragonfly::link_name(LinkId link) const {
  const auto joined = ends_of_link(link);
  if (!joined) return fmt::format("link {}, which is left over", index(link));
  return fmt::format("{}->{}", vertex_name(joined->from), vertex_name(joined->to));
}

std::string Dragonfly::vertex_name(VertexId vertex) const {
  if (index(vertex) < node_count_) return fmt::format("{}", index(vertex));
  const std::uint32_t number = index(vertex) - node_count_;
  return fmt::format("router {}.{}", number / shape_.routers_per_group, number % shape_.routers_per_group);
}

bool Dragonfly::find_channels_of_route(NodeId from, NodeId to, Route route, std::vector<ChannelId>& path) const {
  const RoutingHeader its_routing_header = make_routing_header(from, to, route);
  if (route == Route::second && its_routing_header.intermediate_router_group ==
                                    make_routing_header(from, to, Route::automatic).intermediate_router_group)
    return false;
  path.clear();
  if (from == to) return true;
  for (VertexId at = vertex_of(from); at != vertex_of(to); at = next_vertex(at, its_routing_header)) {
    path.push_back(next_channel(at, its_routing_header));
  }
  return true;
}

std::uint32_t Dragonfly::distance(NodeId from, const RoutingHeader& routing_header) const noexcept {
  std::uint32_t links = 0;
  for (VertexId at = vertex_of(from); at != vertex_of(routing_header.destination); at = next_vertex(at, routing_header))
    ++links;
  return links;
}

void Dragonfly::route(NodeId from, NodeId to, std::vector<LinkId>& path) const {
  std::vector<ChannelId> channels_of_route;
  find_channels_of_route(from, to, Route::automatic, channels_of_route);
  path.clear();
  for (const ChannelId channel : channels_of_route) path.push_back(link_of(channel));
}

bool Dragonfly::find_second_route(NodeId from, NodeId to, std::vector<LinkId>& path) const {
  std::vector<ChannelId> channels_of_route;
  if (!find_channels_of_route(from, to, Route::second, channels_of_route)) return false;
  path.clear();
  for (const ChannelId channel : channels_of_route) path.push_back(link_of(channel));
  return true;
}

}  // namespace switchyard
