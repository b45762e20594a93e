#include "machines/torus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "machines/machine_kind.hpp"
#include "machines/topology/torus.hpp"
#include "machines/worm_machine.hpp"

namespace switchyard::machines {
namespace {

using Options = TorusOptions;

std::vector<ConstantField<Options>> constant_fields() {
  return constant_descriptors_of_wormhole_machine<Options>(
      {{"size", "option", "nodes along each dimension, such as 8x8 or 4x4x4", &Options::size},
       {"routing", "option", "dimension_order [DS], or adaptive: free channels, these to escape [Du]",
        &Options::routing},
       {"channels", "option", "of a link for dimension order: 2 [DS]; with 1 messages can deadlock",
        &Options::channels},
       {"free_channels", "option", "of a link besides, where routing is adaptive [Du]", &Options::free_channels},
       {"link_bandwidth", "recalled", "of a T3D's link, as the maker gave it; its channels share it",
        &Options::link_bandwidth}},
      {{"send_overhead", "recalled", "half of the T3D's latency of 3 us with shared memory [DD]"},
       {"receive_overhead", "recalled", "the other half [DD]"},
       {"bandwidth", "recalled", "of long messages between two nodes of a T3D [DD]"}});
}

bool has_adaptive_routing(const Options& options) { return options.routing == "adaptive"; }

/// Reads the side lengths of a torus from text: "8x4" gives 8 and 4. Throws UsageError for an impossible size.
std::vector<std::uint32_t> parse_sides(const std::string& size) {
  constexpr std::size_t kMostSides = 16;
  std::vector<std::uint32_t> sides;
  std::uint64_t nodes = 1;
  for (std::size_t at = 0; at <= size.size() && sides.size() <= kMostSides;) {
    const std::size_t end = std::min(size.find('x', at), size.size());
    const auto side = parse_count("size", size.substr(at, end - at), 1, kMostTorusNodes);
    sides.push_back(static_cast<std::uint32_t>(side));
    nodes = std::min<std::uint64_t>(nodes * side, kMostTorusNodes + 1);
    at = end + 1;
  }
  if (nodes <= kMostTorusNodes && sides.size() <= kMostSides) return sides;
  throw ConstantError({"size"}, fmt::format("a torus of {} nodes is not possible", size),
                      fmt::format("it has 1 to {} nodes and up to {} dimensions", kMostTorusNodes, kMostSides));
}

void check_torus_options(const Options& options) {
  constexpr std::uint32_t kMostFree = 16;
  parse_sides(options.size);
  check_value_is_allowed("routing", options.routing, {"dimension_order", "adaptive"});
  if (options.channels < 1 || options.channels > 2)
    throw ConstantError({"channels"}, "a link has 1 or 2 for dimension order", "write 2");
  if (options.free_channels < 1 || options.free_channels > kMostFree)
    throw ConstantError({"free_channels"}, fmt::format("a link has 1 to {}", kMostFree), "write 1");
  check_wormhole_machine_constants(options);
  if (options.link_bandwidth < options.bandwidth)
    throw ConstantError({"link_bandwidth"}, "a link carries at least one message at its bandwidth", "write more",
                        {"bandwidth"});
}

Torus topology_of(const Options& options) {
  return Torus(parse_sides(options.size), {.fixed_route_channels_per_link = options.channels,
                                           .free = has_adaptive_routing(options) ? options.free_channels : 0});
}

class TorusMachine final : public WormholeMachine<TorusMachine, Torus, Options> {
 public:
  TorusMachine(const std::string& name, const Options& options)
      : WormholeMachine(name, options, topology_of(options), constant_fields()) {}

  MachineFactList machine_facts() const override {
    return append_facts_of_all_wormhole_machines(
        {{"topology", fmt::format("torus of {} nodes", options().size)},
         {"routes", has_adaptive_routing(options()) ? "adaptive: any free channel that leads nearer, else the "
                                                      "escape channel of dimension order"
                                                    : "the shorter way round, one dimension after another"},
         {"channels", channels_text()},
         {"links", fmt::format("{}", count_of_existing_links())},
         {"diameter", fmt::format("{} links", topology().diameter())},
         {"mean distance", fmt::format("{:.3f} links", topology().mean_distance())}});
  }
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    Options other = options();
    return choose_size_for_nodes(other, nodes) ? with_options(other) : nullptr;
  }
  static bool choose_size_for_nodes(Options& options, std::uint32_t nodes) {
    if (nodes == 0 || nodes > kMostTorusNodes) return false;
    options.size = torus_size(nodes);
    return true;
  }

 protected:
  std::int64_t usual_route_length() const override { return std::llround(topology().mean_distance()); }
  std::vector<Bandwidth> link_bandwidths() const override {
    return std::vector<Bandwidth>(topology().link_count(), options().link_bandwidth);
  }

 private:
  std::uint32_t count_of_existing_links() const {
    std::uint32_t links = 0;
    for (std::uint32_t i = 0; i < topology().link_count(); ++i) links += topology().ends_of_link(LinkId{i}) ? 1 : 0;
    return links;
  }
  std::string channels_text() const {
    const char* ordered = options().channels == 2 ? "2 a link, the second from the wire on that closes a ring [DS]"
                                                  : "1 a link: messages round a ring can wait for each other";
    return has_adaptive_routing(options()) ? fmt::format("{}; and {} free", ordered, options().free_channels) : ordered;
  }
};

}  // namespace

std::string torus_size(std::uint32_t nodes) {
  const auto largest_divisor = [](std::uint32_t number, double most) {
    auto divisor = static_cast<std::uint32_t>(std::max(most + 1e-9, 1.0));
    while (number % divisor != 0) --divisor;
    return divisor;
  };
  const std::uint32_t z = largest_divisor(nodes, std::cbrt(nodes));
  const std::uint32_t y = largest_divisor(nodes / z, std::sqrt(nodes / z));
  std::string size = fmt::format("{}", nodes / z / y);
  if (y > 1) size += fmt::format("x{}", y);
  if (z > 1) size += fmt::format("x{}", z);
  return size;
}

void set_constant(TorusOptions& options, const UserInputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine) {
  set_field<Options>(constant_fields(), options, machine, place, name, text);
}

Machine torus(const TorusOptions& options) {
  check_torus_options(options);
  return Machine(std::make_shared<TorusMachine>("torus", options));
}

std::vector<MachineKind> torus_kinds() {
  const auto make = [](const MachineChoice& choice) {
    return make_machine_with_shape(choice, Options{}, {"size"}, fmt::format("write 1 to {}", kMostTorusNodes),
                                   TorusMachine::choose_size_for_nodes, torus);
  };
  return {{.name = "torus",
           .summary = "k-ary n-cube: wormhole, dimension order over two channels a link, or adaptive",
           .source = "[DS] Dally and Seitz 1987; [Du] Duato 1993; [DD] Dongarra and Dunigan 1995 (Cray T3D)",
           .nodes = "any size in up to 16 dimensions, 1 to 16384; 4x4x4 if not given, up to three sides for --nodes",
           .has_settable_shape = true,
           .make = make}};
}

}  // namespace switchyard::machines
