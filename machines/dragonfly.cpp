#include "machines/dragonfly.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "machines/machine_kind.hpp"
#include "machines/worm_machine.hpp"

namespace switchyard::machines {
namespace {

using Options = DragonflyOptions;

std::vector<ConstantField<Options>> constant_fields() {
  return constant_descriptors_of_wormhole_machine<Options>(
      {{"nodes_per_router", "option", "p of [K]", &Options::nodes_per_router},
       {"routers_per_group", "option", "a of [K]; balanced: 2 p", &Options::routers_per_group},
       {"global_links", "option", "h of [K], of each router; balanced: p", &Options::global_links},
       {"groups", "option", "g of [K], at most a h + 1", &Options::groups},
       {"routing", "option", "minimal, or valiant: through a third group, one for each pair of nodes [K]",
        &Options::routing},
       {"local_bandwidth", "recalled", "of a link between two routers of a group, for all its channels [F]",
        &Options::local_bandwidth},
       {"node_bandwidth", "assumed", "of a link between a node and its router", &Options::node_bandwidth}},
      {{"bandwidth", "recalled", "of a global link, for all its channels [F], and of one message"}});
}

bool has_valiant_routing(const Options& options) { return options.routing == "valiant"; }

void check_dragonfly_options(const Options& options) {
  check_value_is_allowed("routing", options.routing, {"minimal", "valiant"});
  if (options.shape().node_count() > kMostDragonflyNodes || options.global_links > kMostDragonflyNodes) {
    throw ConstantError(
        {"groups"},
        fmt::format("a dragonfly of {} x {} x {} nodes and {} global links a router is not possible",
                    options.nodes_per_router, options.routers_per_group, options.groups, options.global_links),
        fmt::format("it has 1 to {} nodes", kMostDragonflyNodes),
        {"nodes_per_router", "routers_per_group", "global_links"});
  }
  if (options.nodes_per_router == 0)
    throw ConstantError({"nodes_per_router"}, "a router has a node", "write 1 or more");
  if (options.routers_per_group < 2)
    throw ConstantError({"routers_per_group"}, "a group has 2 routers or more", "write 4");
  if (options.groups < 2) throw ConstantError({"groups"}, "a dragonfly has 2 groups or more", "write 8");
  check_wormhole_machine_constants(options);
  if (options.local_bandwidth.bytes_per_second == 0 || options.node_bandwidth.bytes_per_second == 0)
    throw ConstantError({"local_bandwidth", "node_bandwidth"}, "a byte must get through", "write one such as 1GB/s");
}

class DragonflyMachine final : public WormholeMachine<DragonflyMachine, Dragonfly, Options> {
 public:
  DragonflyMachine(const std::string& name, const Options& options)
      : WormholeMachine(name, options, Dragonfly(options.shape(), has_valiant_routing(options)), constant_fields()) {}

  bool has_route(NodeId from, NodeId to, Route route) const override {
    std::vector<LinkId> path;
    return route == Route::automatic || (route == Route::second && topology().find_second_route(from, to, path));
  }
  MachineFactList machine_facts() const override {
    const DragonflyShape shape = options().shape();
    return append_facts_of_all_wormhole_machines(
        {{"topology", fmt::format("dragonfly: {} groups of {} routers of {} nodes", shape.groups,
                                  shape.routers_per_group, shape.nodes_per_router)},
         {"shape", shape_text()},
         {"routes", has_valiant_routing(options()) ? "valiant (default): through a third group; yx: minimal"
                                                   : "minimal (default): at most local, global, local; yx: "
                                                     "through a third group, one for each pair of nodes"},
         {"channels", "3 a link: for the source's group, a third group and the destination's"},
         {"links", links_text()},
         {"diameter", fmt::format("{} links, those to and from the nodes counted", usual_route_length())}});
  }
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    Options other = options();
    return choose_shape_for_nodes(other, nodes) ? with_options(other) : nullptr;
  }
  /// Sets in `options` the shape with `nodes` nodes that is nearest to a balanced dragonfly. Returns false, and sets
  /// nothing, if no shape has this number of nodes.
  static bool choose_shape_for_nodes(Options& options, std::uint32_t nodes) {
    const auto shape = nodes <= kMostDragonflyNodes ? dragonfly_shape(nodes) : std::nullopt;
    if (!shape) return false;
    options.nodes_per_router = shape->nodes_per_router;
    options.routers_per_group = shape->routers_per_group;
    options.global_links = shape->global_links;
    options.groups = shape->groups;
    return true;
  }

 protected:
  /// Returns the largest number of links on the usual route of a message (the diameter of the network).
  std::int64_t usual_route_length() const override {
    const std::int64_t local = options().routers_per_group > 1 ? 1 : 0;
    if (options().groups == 1) return 2 + local;
    return has_valiant_routing(options()) && options().groups > 2 ? 4 + 3 * local : 3 + 2 * local;
  }
  std::vector<Bandwidth> link_bandwidths() const override {
    std::vector<Bandwidth> result;
    for (std::uint32_t i = 0; i < topology().link_count(); ++i) {
      const LinkId link{i};
      result.push_back(topology().is_node_link(link)     ? options().node_bandwidth
                       : topology().is_global_link(link) ? options().bandwidth
                                                         : options().local_bandwidth);
    }
    return result;
  }

 private:
  std::string shape_text() const {
    const DragonflyShape shape = options().shape();
    const std::uint32_t p = shape.nodes_per_router, a = shape.routers_per_group, h = shape.global_links;
    return fmt::format("p={} a={} h={} g={}: {}, {} of at most {} groups [K]", p, a, h, shape.groups,
                       a == 2 * p && h == p ? "balanced (a = 2p = 2h)" : "not balanced", shape.groups,
                       std::uint64_t{a} * h + 1);
  }
  std::string links_text() const {
    const DragonflyShape shape = options().shape();
    const std::uint32_t between = topology().wires_between_groups();
    return fmt::format("{} to and from nodes, {} in groups, {} between groups: {} from each to each other",
                       2 * topology().node_count(), topology().router_count() * (shape.routers_per_group - 1),
                       shape.groups * (shape.groups - 1) * between, between);
  }
};

}  // namespace

void set_constant(DragonflyOptions& options, const UserInputPlace& place, const std::string& name,
                  const std::string& text, const std::string& machine) {
  set_field<Options>(constant_fields(), options, machine, place, name, text);
}

Machine dragonfly(const DragonflyOptions& options) {
  check_dragonfly_options(options);
  return Machine(std::make_shared<DragonflyMachine>("dragonfly", options));
}

std::vector<MachineKind> dragonfly_kinds() {
  const auto make = [](const MachineChoice& choice) {
    const std::string counts = fmt::format(
        "it has nodes on each of 2 or more routers in each of 2 or more groups, 4 to {} in all; write one such as {}",
        kMostDragonflyNodes, std::clamp(choice.nodes.value_or(64) / 4 * 4, 4U, kMostDragonflyNodes));
    return make_machine_with_shape(choice, Options{},
                                   {"nodes_per_router", "routers_per_group", "global_links", "groups"}, counts,
                                   DragonflyMachine::choose_shape_for_nodes, dragonfly);
  };
  return {{.name = "dragonfly",
           .summary = "groups of routers, each joined to each other group: wormhole, minimal and Valiant routes",
           .source = "[K] Kim, Dally, Scott and Abts 2008; [F] Faanes et al. 2012 (Cray XC); constants assumed",
           .nodes = "p x a x g, 4 to 16384: nearest to a = 2p = 2h, g = ah + 1; 64 (p=2 a=4 h=2 g=8) if not given",
           .make = make}};
}

}  // namespace switchyard::machines
