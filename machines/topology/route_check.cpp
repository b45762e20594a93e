#include "machines/topology/route_check.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/random.hpp"

namespace switchyard::machines {
namespace {

/// on machines with at most this number of nodes, the routes of all pairs of nodes are checked
constexpr std::uint32_t kMostNodesToCheckAllPairs = 128;
/// number of pairs of nodes whose routes are checked on machines with more nodes
constexpr std::uint32_t kSampledPairCount = 16384;

class RouteCheck {
 public:
  explicit RouteCheck(const Machine& machine)
      : machine_(machine), routes_(machine.routes()), does_network_have_links_(routes_.link_count() > 0) {}

  void check_routes_of_pair(NodeId from, NodeId to) {
    source_ = from;
    destination_ = to;
    routes_.route(from, to, current_links_);
    check_links_of_path("route");
    if (routes_.find_second_route(from, to, current_links_)) check_links_of_path("second route");
    check_channels_of_route(Route::automatic);
    check_channels_of_route(Route::second);
    if (from != to) check_channel_choices();
  }

 private:
  [[noreturn]] void throw_route_error(const std::string& what) const {
    throw Error(
        fmt::format("machine {}: from node {} to {}: {}", machine_.name(), index(source_), index(destination_), what));
  }

  void check_links_of_path(const char* which) {
    if (source_ == destination_ && !current_links_.empty())
      throw_route_error(fmt::format("the {} is not empty", which));
    if (source_ != destination_ && current_links_.empty() && does_network_have_links_)
      throw_route_error(fmt::format("the {} is empty", which));
    std::vector<bool> taken(routes_.link_count(), false);
    VertexId at = vertex_of(source_);
    bool knows_ends = true;
    for (const LinkId link : current_links_) {
      if (index(link) >= routes_.link_count())
        throw_route_error(
            fmt::format("the {} takes link {}; links are below {}", which, index(link), routes_.link_count()));
      if (taken[index(link)]) throw_route_error(fmt::format("the {} takes {} twice", which, routes_.link_name(link)));
      taken[index(link)] = true;
      const auto next = far_end_of_link(link, at);
      if (routes_.ends_of_link(link) && !next) {
        throw_route_error(fmt::format("the {} takes {} at vertex {}, where it does not start", which,
                                      routes_.link_name(link), routes_.vertex_name(at)));
      }
      knows_ends = knows_ends && next;
      at = next.value_or(at);
    }
    if (knows_ends && !current_links_.empty() && at != vertex_of(destination_)) {
      throw_route_error(fmt::format("the {} ends with {}, at vertex {}", which,
                                    routes_.link_name(current_links_.back()), routes_.vertex_name(at)));
    }
  }

  /// Returns the vertex to which `link` leads from vertex `at`. Returns nothing if the link does
  /// not start at `at`, or if the network does not know its ends.
  std::optional<VertexId> far_end_of_link(LinkId link, VertexId at) const {
    const auto ends = routes_.ends_of_link(link);
    if (ends && ends->from == at) return ends->to;
    if (ends && ends->to == at && routes_.is_two_way(link)) return ends->from;
    return std::nullopt;
  }

  /// Checks that the channels of a route belong to the links of this route, one after another.
  void check_channels_of_route(Route route) {
    const bool has_links =
        route == Route::automatic || routes_.find_second_route(source_, destination_, current_links_);
    if (route == Route::automatic) routes_.route(source_, destination_, current_links_);
    const bool has_channels = routes_.find_channels_of_route(source_, destination_, route, current_channels_);
    if (has_links != has_channels || (has_links && current_channels_.size() != current_links_.size()))
      throw_route_error("its channels are not those of its links");
    for (std::size_t i = 0; has_links && i < current_links_.size(); ++i) {
      if (index(current_channels_[i]) < routes_.channel_count() &&
          routes_.link_of(current_channels_[i]) == current_links_[i])
        continue;
      throw_route_error(fmt::format("channel {} is not one of {}", index(current_channels_[i]),
                                    routes_.link_name(current_links_[i])));
    }
  }

  /// Checks that each channel that a message may choose on the way leads nearer to the destination, so that the message
  /// arrives whatever it chooses.
  void check_channel_choices() {
    routes_.list_possible_channels(vertex_of(source_), destination_, current_channels_);
    routes_.route(source_, destination_, current_links_);
    const std::size_t distance = current_links_.size();
    for (const ChannelId channel : current_channels_) {
      const LinkId link = routes_.link_of(channel);
      const auto next = far_end_of_link(link, vertex_of(source_));
      if (!next || index(*next) >= routes_.node_count())
        throw_route_error(
            fmt::format("a message may choose {}, which does not lead from there to a node", routes_.link_name(link)));
      routes_.route(NodeId{index(*next)}, destination_, current_links_);
      if (current_links_.size() < distance) continue;
      throw_route_error(fmt::format("a message may choose {}, which does not lead nearer", routes_.link_name(link)));
    }
  }

  const Machine& machine_;
  const Routes& routes_;
  bool does_network_have_links_;  ///< whether the network has links; without links, all routes are empty
  NodeId source_{};
  NodeId destination_{};
  std::vector<LinkId> current_links_;
  std::vector<ChannelId> current_channels_;
};

}  // namespace

void check_routes(const Machine& machine) {
  RouteCheck check(machine);
  const std::uint32_t nodes = machine.node_count();
  if (nodes <= kMostNodesToCheckAllPairs) {
    for (std::uint32_t pair = 0; pair < nodes * nodes; ++pair)
      check.check_routes_of_pair(NodeId{pair / nodes}, NodeId{pair % nodes});
    return;
  }
  Rng rng(nodes);
  for (std::uint32_t i = 0; i < kSampledPairCount; ++i) {
    const NodeId from{static_cast<std::uint32_t>(rng.random_number_below(nodes))};
    check.check_routes_of_pair(from, NodeId{static_cast<std::uint32_t>(rng.random_number_below(nodes))});
  }
}

}  // namespace switchyard::machines
