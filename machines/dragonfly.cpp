#include "machines/dragonfly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "machines/constants.hpp"
#include "machines/networks/worm_fabric.hpp"

namespace switchyard::machines {
namespace {

using Options = DragonflyOptions;

const std::array kFields{
    Field<Options>{"nodes_per_router", "option", "p of [K]", &Options::nodes_per_router},
    Field<Options>{"routers_per_group", "option", "a of [K]; balanced: 2 p", &Options::routers_per_group},
    Field<Options>{"global_links", "option", "h of [K], of each router; balanced: p", &Options::global_links},
    Field<Options>{"groups", "option", "g of [K], at most a h + 1", &Options::groups},
    Field<Options>{"routing", "option", "minimal, or valiant: through a third group, one for each pair of nodes [K]",
                   &Options::routing},
    Field<Options>{"send_overhead", "assumed", "software on the sender before the message leaves",
                   &Options::send_overhead},
    Field<Options>{"receive_overhead", "assumed", "software on the receiver after it", &Options::receive_overhead},
    Field<Options>{"hop", "assumed", "a head crosses a router and a link", &Options::hop},
    Field<Options>{"bandwidth", "recalled", "of a global link, for all its channels [F], and of one message",
                   &Options::bandwidth},
    Field<Options>{"local_bandwidth", "recalled", "of a link between two routers of a group, for all its channels [F]",
                   &Options::local_bandwidth},
    Field<Options>{"node_bandwidth", "assumed", "of a link between a node and its router", &Options::node_bandwidth},
    Field<Options>{"header", "assumed", "bytes on the link before the data", &Options::header},
    Field<Options>{"flit_buffer", "assumed", "what each channel's buffer holds of a blocked worm",
                   &Options::flit_buffer},
    Field<Options>{"system_buffer", "assumed", "a node's room for messages without a posted receive",
                   &Options::system_buffer},
    Field<Options>{"copy_per_byte", "assumed", "copying memory", &Options::copy_per_byte},
    Field<Options>{"shuffle_start", "assumed", "each shuffle of many blocks", &Options::shuffle_start},
    Field<Options>{"sync_per_step", "assumed", "global synchronisation: each of ceil(log2 nodes) steps",
                   &Options::sync_per_step},
    Field<Options>{"basic_operation", "assumed", "one basic operation of a scheduling algorithm",
                   &Options::basic_operation},
    Field<Options>{"poll", "assumed", "a test that finds nothing", &Options::poll},
    Field<Options>{"flop", "assumed", "one floating-point operation of an application", &Options::flop},
};

bool is_valiant(const Options& options) { return options.routing == "valiant"; }

void check(const Options& options) {
  check_choice("routing", options.routing, {"minimal", "valiant"});
  if (options.shape().node_count() > kMostDragonflyNodes || options.global_links > kMostDragonflyNodes) {
    throw UsageError(
        fmt::format("groups: a dragonfly of {} x {} x {} nodes and {} global links a router is not possible; "
                    "it has 1 to {} nodes",
                    options.nodes_per_router, options.routers_per_group, options.groups, options.global_links,
                    kMostDragonflyNodes));
  }
  if (options.nodes_per_router == 0) throw UsageError("nodes_per_router: a router has a node; write 1 or more");
  if (options.routers_per_group < 2) throw UsageError("routers_per_group: a group has 2 routers or more; write 4");
  if (options.groups < 2) throw UsageError("groups: a dragonfly has 2 groups or more; write 8");
  if (options.poll <= Duration::zero())
    throw UsageError("poll: a test that finds nothing must take time; write 1ns or more");
  for (const auto& [name, bandwidth] : {std::pair("bandwidth", options.bandwidth),
                                        {"local_bandwidth", options.local_bandwidth},
                                        {"node_bandwidth", options.node_bandwidth}}) {
    if (bandwidth.bytes_per_second == 0)
      throw UsageError(fmt::format("{}: a byte must get through; write one such as 1GB/s", name));
  }
  if (options.flit_buffer == 0)
    throw UsageError("flit_buffer: a channel holds at least a byte of a worm; write one such as 64B");
}

class DragonflyMachine final : public MachineModel {
 public:
  explicit DragonflyMachine(const Options& options)
      : options_(options), dragonfly_(options.shape(), is_valiant(options)) {}

  std::string name() const override { return "dragonfly"; }
  std::uint32_t node_count() const override { return dragonfly_.node_count(); }
  const Routes& routes() const override { return dragonfly_; }
  ProcessorRates rates() const override {
    return {.basic_operation = options_.basic_operation,
            .copy = options_.copy_per_byte,
            .copy_start = options_.shuffle_start,
            .poll = options_.poll,
            .flop = options_.flop};
  }
  Duration message_time(std::uint64_t bytes) const override {
    const double data =
        1e9 * static_cast<double>(options_.header + bytes) / static_cast<double>(options_.bandwidth.bytes_per_second);
    return options_.send_overhead + options_.receive_overhead + Duration{static_cast<std::int64_t>(data) + 1} +
           options_.hop * diameter();
  }
  bool has_route(NodeId from, NodeId to, Route route) const override {
    std::vector<LinkId> path;
    return route == Route::automatic || (route == Route::second && dragonfly_.second_route(from, to, path));
  }
  bool has_collective(Collective kind) const override { return kind == Collective::barrier; }
  std::vector<Constant> constants() const override { return constants_of<Options>(kFields, options_); }

  std::vector<std::pair<std::string, std::string>> facts() const override {
    const DragonflyShape shape = options_.shape();
    return {{"topology", fmt::format("dragonfly: {} groups of {} routers of {} nodes", shape.groups,
                                     shape.routers_per_group, shape.nodes_per_router)},
            {"shape", shape_fact()},
            {"routes", is_valiant(options_) ? "valiant (default): through a third group; yx: minimal"
                                            : "minimal (default): at most local, global, local; yx: through a third "
                                              "group, one for each pair of nodes"},
            {"channels", "3 a link: for the source's group, a third group and the destination's"},
            {"links", links_fact()},
            {"diameter", fmt::format("{} links, those to and from the nodes counted", diameter())},
            {"switching", "wormhole: channels taken hop by hop, freed one by one behind the tail"},
            {"sharing", "messages whose data moves share the bandwidth of their links; one that waits takes none"},
            {"ports", "one message out and one in a node"},
            {"protocols", "one: stored where no receive is posted, as long as there is room"}};
  }

  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    const WormOptions worms{.send_overhead = options_.send_overhead,
                            .receive_overhead = options_.receive_overhead,
                            .hop = options_.hop,
                            .bandwidth = options_.bandwidth,
                            .shares = link_bandwidths(),
                            .header = options_.header,
                            .flit_buffer = options_.flit_buffer,
                            .system_buffer = options_.system_buffer,
                            .copy_per_byte = options_.copy_per_byte,
                            .sync_per_step = options_.sync_per_step};
    return std::make_unique<WormFabric<Dragonfly>>(emulation, dragonfly_, worms);
  }

  std::shared_ptr<const MachineModel> with_halved_buffers(unsigned times) const override {
    Options smaller = options_;
    smaller.system_buffer = times < 64 ? smaller.system_buffer >> times : 0;
    return std::make_shared<DragonflyMachine>(smaller);
  }
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    const auto shape = nodes <= kMostDragonflyNodes ? dragonfly_shape(nodes) : std::nullopt;
    if (!shape) return nullptr;
    Options other = options_;
    other.nodes_per_router = shape->nodes_per_router;
    other.routers_per_group = shape->routers_per_group;
    other.global_links = shape->global_links;
    other.groups = shape->groups;
    return std::make_shared<DragonflyMachine>(other);
  }

 private:
  std::vector<Bandwidth> link_bandwidths() const {
    std::vector<Bandwidth> result;
    for (std::uint32_t i = 0; i < dragonfly_.link_count(); ++i) {
      const LinkId link{i};
      result.push_back(dragonfly_.is_terminal(link) ? options_.node_bandwidth
                       : dragonfly_.is_global(link) ? options_.bandwidth
                                                    : options_.local_bandwidth);
    }
    return result;
  }
  std::string shape_fact() const {
    const DragonflyShape shape = options_.shape();
    const std::uint32_t p = shape.nodes_per_router, a = shape.routers_per_group, h = shape.global_links;
    return fmt::format("p={} a={} h={} g={}: {}, {} of at most {} groups [K]", p, a, h, shape.groups,
                       a == 2 * p && h == p ? "balanced (a = 2p = 2h)" : "not balanced", shape.groups,
                       std::uint64_t{a} * h + 1);
  }
  std::string links_fact() const {
    const DragonflyShape shape = options_.shape();
    const std::uint32_t between = dragonfly_.wires_between_groups();
    return fmt::format("{} to and from nodes, {} in groups, {} between groups: {} from each to each other",
                       2 * dragonfly_.node_count(), dragonfly_.router_count() * (shape.routers_per_group - 1),
                       shape.groups * (shape.groups - 1) * between, between);
  }
  /// Of the usual routes.
  std::uint32_t diameter() const {
    const std::uint32_t local = options_.routers_per_group > 1 ? 1 : 0;
    if (options_.groups == 1) return 2 + local;
    return is_valiant(options_) && options_.groups > 2 ? 4 + 3 * local : 3 + 2 * local;
  }

  Options options_;
  Dragonfly dragonfly_;
};

}  // namespace

void set_constant(DragonflyOptions& options, const std::string& option, const std::string& name,
                  const std::string& text) {
  set_field<Options>(kFields, options, "a dragonfly", option, name, text);
}

Machine dragonfly(const DragonflyOptions& options) {
  check(options);
  return Machine(std::make_shared<DragonflyMachine>(options));
}

}  // namespace switchyard::machines
