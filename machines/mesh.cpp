#include "machines/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "machines/machine_kind.hpp"
#include "machines/topology/mesh.hpp"
#include "machines/worm_machine.hpp"

namespace switchyard::machines {
namespace {

using Options = MeshOptions;

/// The explanation of the constant `hop` (time for a router and a link) of the Intel machines that users are shown.
constexpr const char* kExplanationOfVendorHopTime = "a router and a link, as the maker gave it";

std::vector<ConstantOrigin> origins_of_constants_from_half_latency(const char* origin, const char* half,
                                                                   const char* other_half, const char* bandwidth) {
  return {{"send_overhead", origin, half},
          {"receive_overhead", origin, other_half},
          {"hop", "recalled", kExplanationOfVendorHopTime},
          {"bandwidth", origin, bandwidth},
          {"channels", "assumed", "packets of so many messages alternate on a link; the routers have one channel"}};
}

/// Returns the origins (where the values come from) of the constants that determine the time of a
/// message. `name` is a machine of the catalogue other than the generic mesh.
std::vector<ConstantOrigin> origins_of_message_constants(const std::string& name) {
  if (name == "paragon_osf12") {
    return origins_of_constants_from_half_latency(
        "printed elsewhere", "half of the latency of 100 us, less hop and header [SaS]", "the other half [SaS]",
        "of long messages: 30 to 35 MB/s [SaS], of which the middle; links alone are faster");
  }
  if (name == "paragon_sunmos") {
    return origins_of_constants_from_half_latency("printed elsewhere",
                                                  "half of the latency of 70 us, less hop and header [SaS]",
                                                  "the other half [SaS]", "of long messages between two nodes [SaS]");
  }
  return origins_of_constants_from_half_latency("recalled", "half of the zero-byte latency, less hop and header [DD]",
                                                "the other half [DD]",
                                                "of long messages between two nodes [DD]; links alone are faster");
}

/// Returns the origins (where the values come from) of the constants that all Intel meshes have, or none for the
/// generic mesh. `name` is a machine of the catalogue.
std::vector<ConstantOrigin> origins_of_mesh_constants(const std::string& name) {
  if (name == "mesh") return {};
  std::vector<ConstantOrigin> origins = origins_of_message_constants(name);
  origins.push_back(name == "delta"
                        ? ConstantOrigin{"link_bandwidth", "recalled", "of a link; a node gets a third of it [Li]"}
                        : ConstantOrigin{"link_bandwidth", "recalled", "of a link, out of 200 MB/s by its clock"});
  return origins;
}

std::vector<ConstantField<Options>> constant_fields(const std::string& name) {
  return constant_descriptors_of_wormhole_machine<Options>(
      {{"width", "option", "columns", &Options::width},
       {"height", "option", "rows", &Options::height},
       {"circuits", "option", "true: circuits, false: wormhole routing [DS]", &Options::circuits},
       {"shared_links", "option", "one link for both directions of two neighbours, not one for each",
        &Options::shared_links},
       {"any_turn", "option", "YX routes may turn towards lower columns too, and can then deadlock [SS]",
        &Options::any_turn},
       {"channels", "option", "of a link: so many messages may share it", &Options::channels},
       {"link_bandwidth", "assumed", "of a link with several channels, which share it", &Options::link_bandwidth}},
      origins_of_mesh_constants(name));
}

Mesh topology_of(const Options& options) {
  return Mesh(
      {options.height, options.width},
      options.shared_links ? LinkSharing::link_for_both_directions : LinkSharing::link_per_direction,
      options.any_turn ? AllowedMeshRouteTurns::all_route_turns : AllowedMeshRouteTurns::no_turns_to_lower_columns);
}

/// Returns the number of links in the smallest cut of a mesh into two halves that differ by at most
/// one node. A straight cut has as many links as the shorter side has nodes. If the longer side is
/// odd, the cut has a step in its middle and one more link.
std::uint32_t bisection_link_count(std::uint32_t width, std::uint32_t height) {
  const std::uint32_t longer = std::max(width, height), shorter = std::min(width, height);
  if (longer == 1) return 0;
  return longer % 2 == 0 || shorter == 1 ? shorter : shorter + 1;
}

constexpr std::array kMeshRouteNames{"xy", "yx"};

class MeshMachine final : public WormholeMachine<MeshMachine, Mesh, Options> {
 public:
  MeshMachine(const std::string& name, const Options& options)
      : WormholeMachine(name, options, topology_of(options), constant_fields(name)),
        multi_channel_mesh_(topology(), options.channels) {}

  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    if (options().channels == 1) return WormholeMachine::make_fabric(emulation);
    return std::make_unique<WormFabric<MultiChannelMesh>>(emulation, multi_channel_mesh_, worm_options());
  }
  std::span<const char* const> route_choices() const override { return kMeshRouteNames; }
  bool has_route(NodeId from, NodeId to, Route route) const override {
    if (route != Route::second) return true;
    std::vector<LinkId> path;
    const GridPlace a = topology().shape().place_of(from), b = topology().shape().place_of(to);
    return a.row == b.row || a.column == b.column || topology().find_second_route(from, to, path);
  }
  MachineFactList machine_facts() const override {
    const std::uint32_t w = options().width, h = options().height;
    const std::uint64_t wires = std::uint64_t{h} * (w - 1) + std::uint64_t{w} * (h - 1);
    const bool shared = options().shared_links;
    // the mean of |i - j| for all i and j from 1 to n
    const auto mean = [](double n) { return (n * n - 1) / (3 * n); };
    const double n = static_cast<double>(w) * h;
    return append_facts_of_all_wormhole_machines(
        {{"topology", fmt::format("mesh of {} columns and {} rows, {}", w, h,
                                  shared ? "one link for both directions" : "one link per direction")},
         {"routes", fmt::format("xy (default): along the row first; yx: {}",
                                options().any_turn ? "any" : "where it takes no turn towards lower columns")},
         {"links", link_count_text(shared ? wires : 2 * wires)},
         {"diameter", fmt::format("{} links", w + h - 2)},
         {"mean distance", fmt::format("{:.3f} links", n > 1 ? (mean(w) + mean(h)) * n / (n - 1) : 0.0)},
         {"bisection", fmt::format("{} links{}", bisection_link_count(w, h), shared ? "" : " in each direction")},
         {"deadlock", deadlock_text()}});
  }

  /// Returns the machine with another number of nodes: the mesh of that size that is nearest to a square, and not
  /// higher than wide.
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    if (nodes == 0 || nodes > kMostMeshNodes) return nullptr;
    Options other = options();
    other.height = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(nodes)));
    while (nodes % other.height != 0) --other.height;
    other.width = nodes / other.height;
    return with_options(other);
  }

 protected:
  std::int64_t usual_route_length() const override { return (options().width + options().height) / 3; }
  bool has_circuits() const override { return options().circuits; }
  std::vector<Bandwidth> link_bandwidths() const override {
    if (options().channels == 1) return {};
    return std::vector<Bandwidth>(topology().link_count(), options().link_bandwidth);
  }

 private:
  std::string link_count_text(std::uint64_t links) const {
    if (options().channels == 1) return std::to_string(links);
    return fmt::format("{}, each with {} channels that are all alike", links, options().channels);
  }
  const char* deadlock_text() const {
    if (options().shared_links) return "messages in opposite directions can wait for each other's links";
    return options().any_turn ? "XY and YX messages can wait for each other's links in a circle"
                              : "none over links: six of the eight turns are in use [DS, SS]";
  }

  MultiChannelMesh multi_channel_mesh_;
};

void check_mesh_options(const Options& options, const std::string& name) {
  const std::uint64_t nodes = std::uint64_t{options.width} * options.height;
  if (nodes == 0 || nodes > kMostMeshNodes) {
    throw ConstantError({}, fmt::format("a {} of {} x {} nodes is not possible", name, options.width, options.height),
                        fmt::format("it has 1 to {}", kMostMeshNodes), {"width", "height"});
  }
  check_wormhole_machine_constants(options);
  constexpr std::uint32_t kMostChannels = 16;
  if (options.channels < 1 || options.channels > kMostChannels)
    throw ConstantError({"channels"}, fmt::format("a link has 1 to {}", kMostChannels), "write 1");
  if (options.channels > 1 && options.link_bandwidth < options.bandwidth)
    throw ConstantError({"link_bandwidth"}, "a link carries at least one message at its bandwidth", "write more",
                        {"bandwidth", "channels"});
}

/// If the user has set the number of nodes and one side of the mesh, computes the other side.
void compute_missing_mesh_side_length(Options& options, const MachineChoice& choice) {
  const std::uint32_t nodes = *choice.nodes;
  const bool width = choice.sets_constant("width"), height = choice.sets_constant("height");
  if (nodes == 0 || nodes > kMostMeshNodes)
    detail::throw_impossible_node_count(choice, fmt::format("write 1 to {}", kMostMeshNodes));
  if (width && !height && options.width > 0) options.height = nodes / options.width;
  if (height && !width && options.height > 0) options.width = nodes / options.height;
  if ((!width && !height) || std::uint64_t{options.width} * options.height == nodes) return;
  throw UsageError(
      {.place = choice.input_place_of_node_count,
       .reason = fmt::format("{} nodes are not a mesh of {} columns and {} rows", nodes, options.width, options.height),
       .remedy = "leave one of them out"});
}

/// Makes the mesh that the user has chosen. If the user sets no side, the mesh has its usual shape for its usual number
/// of nodes, and a shape that is nearly square for another number.
Machine make_mesh(const MachineChoice& choice, Options options) {
  apply_settings(choice, options);
  if (choice.nodes) compute_missing_mesh_side_length(options, choice);
  const Machine machine = make_machine_or_throw_error_with_place(
      choice, options, [&](const Options& set) { return mesh(set, choice.name); });
  const bool fits = !choice.nodes || machine.node_count() == *choice.nodes;
  return fits ? machine : Machine(machine.model().with_nodes(*choice.nodes));
}

}  // namespace

MeshOptions paragon_options() {
  return {.width = 16,
          .height = 4,
          // half of the latency of 29 us in Dongarra and Dunigan 1995, less the time of hop and header
          .send_overhead = std::chrono::nanoseconds{14400},
          .receive_overhead = std::chrono::nanoseconds{14400},
          .hop = std::chrono::nanoseconds{40},
          .bandwidth = {154'000'000},
          .channels = 4,
          .link_bandwidth = {175'000'000},
          .copy_per_byte = TimePerByte{std::chrono::nanoseconds{20}}};
}

MeshOptions paragon_osf12_options() {
  MeshOptions options = paragon_options();
  // half of the latency of 100 us in Saini and Simon 1994, less the time of hop and header
  options.send_overhead = std::chrono::nanoseconds{49700};
  options.receive_overhead = std::chrono::nanoseconds{49700};
  // middle of the 30 to 35 MB/s of long messages in Saini and Simon 1994
  options.bandwidth = {32'500'000};
  // assumed value: the time of one message for each step of a barrier
  options.sync_per_step = std::chrono::microseconds{100};
  return options;
}

MeshOptions paragon_sunmos_options() {
  MeshOptions options = paragon_options();
  // half of the latency of 70 us in Saini and Simon 1994, less the time of hop and header
  options.send_overhead = std::chrono::nanoseconds{34900};
  options.receive_overhead = std::chrono::nanoseconds{34900};
  options.bandwidth = {170'000'000};  // bandwidth of long messages in Saini and Simon 1994
  // assumed value: the time of one message for each step of a barrier
  options.sync_per_step = std::chrono::microseconds{70};
  return options;
}

MeshOptions delta_options() {
  return {.width = 16,
          .height = 32,
          // half of the latency of 77 us in Dongarra and Dunigan 1995, less the time of hop and header
          .send_overhead = std::chrono::microseconds{37},
          .receive_overhead = std::chrono::microseconds{38},
          .hop = std::chrono::nanoseconds{150},
          .bandwidth = {8'000'000},
          .channels = 4,
          .link_bandwidth = {25'000'000},  // bandwidth of a link in Lillevik 1991
          .copy_per_byte = TimePerByte{std::chrono::nanoseconds{40}}};
}

void set_constant(MeshOptions& options, const UserInputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine) {
  set_field<Options>(constant_fields("mesh"), options, machine, place, name, text);
}

Machine mesh(const MeshOptions& options, const std::string& name) {
  check_mesh_options(options, name);
  return Machine(std::make_shared<MeshMachine>(name, options));
}

std::vector<MachineKind> mesh_kinds() {
  constexpr const char* kNodes = "any width x height, 1 to 16384";
  constexpr const char* kSource =
      "[DD] Dongarra and Dunigan 1995; [DS] Dally and Seitz 1987; [SS] Surma and Sha 1997, sec. 3";
  constexpr const char* kSystems = "[SaS] Saini and Simon 1994 (NASA RNR-94-016); [DS] Dally and Seitz 1987";
  const auto kind = [&](const char* name, const char* summary, const char* source, const char* release,
                        const char* like, MeshOptions (*options)()) {
    return MachineKind{.name = name,
                       .summary = summary,
                       .source = source,
                       .release = release,
                       .name_of_equivalent_machine = like,
                       .nodes = fmt::format("{}; {}x{} if not given", kNodes, options().width, options().height),
                       .has_settable_shape = true,
                       .make = [options](const MachineChoice& choice) { return make_mesh(choice, options()); }};
  };
  return {kind("mesh", "generic two-dimensional mesh: wormhole or circuits, XY and YX routes chosen for each message",
               "[DS] Dally and Seitz 1987; [SS] Surma and Sha 1997, sec. 3; constants assumed", "", "",
               [] { return MeshOptions{}; }),
          kind("paragon", "Intel Paragon: the mesh with that machine's latency and bandwidth", kSource,
               "OSF/1 with the message processor, tuned (1995)", "", paragon_options),
          kind("paragon_osf12", "Intel Paragon under OSF/1 AD R1.2: long latency, a sixth of the links' bandwidth",
               kSystems, "OSF/1 AD R1.1 to R1.2 (1994)", "paragon", paragon_osf12_options),
          kind("paragon_sunmos", "Intel Paragon under SUNMOS: nearly all of the links' bandwidth", kSystems,
               "SUNMOS (1994)", "paragon", paragon_sunmos_options),
          kind("delta", "Intel Touchstone Delta: the mesh with that machine's latency and bandwidth", kSource,
               "NX/M (1992 to 1995)", "", delta_options)};
}

}  // namespace switchyard::machines
