#include "machines/machine_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include "machines/cm5.hpp"
#include "machines/dragonfly.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "machines/topology/route_check.hpp"
#include "machines/torus.hpp"
#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard::machines {
namespace {

/// Constants that do not go together are told of the place of the last one that the error names, or of the last.
template <class MachineOf>
Machine of_settings(const MachineChoice& choice, MachineOf machine_of) {
  try {
    return machine_of();
  } catch (const UsageError& error) {
    if (choice.settings.empty()) throw;
    const std::string text = error.what();
    const auto named = std::find_if(choice.settings.rbegin(), choice.settings.rend(),
                                    [&](const Setting& setting) { return text.find(setting.name) != text.npos; });
    const Setting& setting = named != choice.settings.rend() ? *named : choice.settings.back();
    throw UsageError(fmt::format("{}: {}", setting.place, text));
  }
}

/// The number of nodes is looked at first, so that what is wrong with it is said of the place where it was given.
template <class Options>
Machine make(const MachineChoice& choice, Machine (*machine_of)(const Options&)) {
  Options options;
  options.nodes = choice.nodes.value_or(options.nodes);
  try {
    machine_of(options);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", choice.nodes_place, error.what()));
  }
  for (const Setting& setting : choice.settings) set_constant(options, setting.place, setting.name, setting.value);
  return of_settings(choice, [&] { return machine_of(options); });
}

std::optional<std::uint32_t> side_of(const MachineChoice& choice, const char* name, std::uint32_t side) {
  const bool given = std::ranges::find(choice.settings, name, &Setting::name) != choice.settings.end();
  return given ? std::optional(side) : std::nullopt;
}

/// The side of a mesh that is given settles the other one.
void fit_shape(MeshOptions& options, const MachineChoice& choice) {
  const std::uint32_t nodes = *choice.nodes;
  const auto width = side_of(choice, "width", options.width), height = side_of(choice, "height", options.height);
  if (nodes == 0 || nodes > kMostMeshNodes) {
    throw UsageError(fmt::format("{}: a mesh of {} nodes is not possible; write 1 to {}", choice.nodes_place, nodes,
                                 kMostMeshNodes));
  }
  if (width && !height && *width > 0) options.height = nodes / *width;
  if (height && !width && *height > 0) options.width = nodes / *height;
  if ((!width && !height) || std::uint64_t{options.width} * options.height == nodes) return;
  throw UsageError(fmt::format("{}: {} nodes are not a mesh of {} columns and {} rows; leave one of them out",
                               choice.nodes_place, nodes, options.width, options.height));
}

/// Where no shape is given, the machine's own counts if it has so many nodes.
Machine make_mesh(const MachineChoice& choice, MeshOptions options) {
  for (const Setting& setting : choice.settings) set_constant(options, setting.place, setting.name, setting.value);
  if (choice.nodes) fit_shape(options, choice);
  Machine machine = of_settings(choice, [&] { return mesh(options, choice.name); });
  const bool fits = !choice.nodes || machine.node_count() == *choice.nodes;
  return fits ? machine : Machine(machine.model().with_nodes(*choice.nodes));
}

bool is_given(const MachineChoice& choice, const char* constant) {
  return std::ranges::find(choice.settings, constant, &Setting::name) != choice.settings.end();
}

/// The number of nodes counts unless it is that of the size that is given.
Machine make_torus(const MachineChoice& choice) {
  TorusOptions options;
  if (choice.nodes && !is_given(choice, "size")) {
    if (*choice.nodes == 0 || *choice.nodes > kMostTorusNodes) {
      throw UsageError(fmt::format("{}: a torus of {} nodes is not possible; write 1 to {}", choice.nodes_place,
                                   *choice.nodes, kMostTorusNodes));
    }
    options.size = torus_size(*choice.nodes);
  }
  for (const Setting& setting : choice.settings) set_constant(options, setting.place, setting.name, setting.value);
  Machine made = of_settings(choice, [&] { return torus(options); });
  if (!choice.nodes || made.node_count() == *choice.nodes) return made;
  throw UsageError(fmt::format("{}: {} nodes are not a torus of {}; leave one of them out", choice.nodes_place,
                               *choice.nodes, options.size));
}

/// The shape nearest to a balanced one.
void fit_shape(DragonflyOptions& options, const MachineChoice& choice) {
  const std::uint32_t nodes = *choice.nodes;
  const auto shape = nodes <= kMostDragonflyNodes ? dragonfly_shape(nodes) : std::nullopt;
  if (!shape) {
    throw UsageError(fmt::format(
        "{}: a dragonfly of {} nodes is not possible: it has nodes on each of 2 or more routers in each of 2 or more "
        "groups, up to {} in all; write one such as {}",
        choice.nodes_place, nodes, kMostDragonflyNodes, std::clamp(nodes / 4 * 4, 4U, kMostDragonflyNodes)));
  }
  options.nodes_per_router = shape->nodes_per_router;
  options.routers_per_group = shape->routers_per_group;
  options.global_links = shape->global_links;
  options.groups = shape->groups;
}

/// Where any part of the shape is given, the shape says how many nodes there are.
Machine make_dragonfly(const MachineChoice& choice) {
  constexpr std::array kParts{"nodes_per_router", "routers_per_group", "global_links", "groups"};
  DragonflyOptions options;
  const bool has_part = std::ranges::any_of(kParts, [&](const char* part) { return is_given(choice, part); });
  if (choice.nodes && !has_part) fit_shape(options, choice);
  for (const Setting& setting : choice.settings) set_constant(options, setting.place, setting.name, setting.value);
  Machine made = of_settings(choice, [&] { return dragonfly(options); });
  if (!choice.nodes || made.node_count() == *choice.nodes) return made;
  throw UsageError(fmt::format("{}: {} nodes are not a dragonfly of {} x {} x {}; leave one of them out",
                               choice.nodes_place, *choice.nodes, options.nodes_per_router, options.routers_per_group,
                               options.groups));
}

std::vector<MachineKind> shipped_machines() {
  constexpr const char* kMeshNodes = "any width x height, 1 to 16384";
  return {{.name = "ipsc860",
           .summary = "Intel iPSC/860: circuit-switched hypercube with e-cube routes, FORCED and UNFORCED messages",
           .source = "[B] Bokhari 1991 (ICASE 91-4), sec. 2; [WR] Wang and Ranka 1994, sec. 6",
           .nodes = "a power of two, 1 to 8192; 64 if not given",
           .make = [](const MachineChoice& choice) { return make<Ipsc860Options>(choice, ipsc860); }},
          {.name = "cm5",
           .summary = "Thinking Machines CM-5: fat tree of packets shared max-min fairly, rendezvous, control network",
           .source = "[P] Ponnusamy, Thakur, Choudhary, Fox 1992, sec. 2",
           .nodes = "a power of two, 2 to 16384; 32 if not given",
           .make = [](const MachineChoice& choice) { return make<Cm5Options>(choice, cm5); }},
          {.name = "mesh",
           .summary = "generic two-dimensional mesh: wormhole or circuits, XY and YX routes chosen for each message",
           .source = "[DS] Dally and Seitz 1987; [SS] Surma and Sha 1997, sec. 3; constants assumed",
           .nodes = fmt::format("{}; 8x8 if not given", kMeshNodes),
           .has_shape = true,
           .make = [](const MachineChoice& choice) { return make_mesh(choice, {}); }},
          {.name = "paragon",
           .summary = "Intel Paragon: the mesh with that machine's latency and bandwidth",
           .source = "[DD] Dongarra and Dunigan 1995; [DS] Dally and Seitz 1987; [SS] Surma and Sha 1997, sec. 3",
           .nodes = fmt::format("{}; 16x4 if not given", kMeshNodes),
           .has_shape = true,
           .make = [](const MachineChoice& choice) { return make_mesh(choice, paragon_options()); }},
          {.name = "delta",
           .summary = "Intel Touchstone Delta: the mesh with that machine's latency and bandwidth",
           .source = "[DD] Dongarra and Dunigan 1995; [DS] Dally and Seitz 1987; [SS] Surma and Sha 1997, sec. 3",
           .nodes = fmt::format("{}; 16x32 if not given", kMeshNodes),
           .has_shape = true,
           .make = [](const MachineChoice& choice) { return make_mesh(choice, delta_options()); }},
          {.name = "torus",
           .summary = "k-ary n-cube: wormhole, dimension order over two channels a link, or adaptive",
           .source = "[DS] Dally and Seitz 1987; [Du] Duato 1993; [DD] Dongarra and Dunigan 1995 (Cray T3D)",
           .nodes = "any size in up to 16 dimensions, 1 to 16384; 4x4x4 if not given, up to three sides for --nodes",
           .has_shape = true,
           .make = make_torus},
          {.name = "dragonfly",
           .summary = "groups of routers, each joined to each other group: wormhole, minimal and Valiant routes",
           .source = "[K] Kim, Dally, Scott and Abts 2008; [F] Faanes et al. 2012 (Cray XC); constants assumed",
           .nodes = "p x a x g, 4 to 16384: nearest to a = 2p = 2h, g = ah + 1; 64 (p=2 a=4 h=2 g=8) if not given",
           .make = make_dragonfly}};
}

/// Shipped machines have no owner.
class Registry {
 public:
  Registry() {
    for (MachineKind& kind : shipped_machines()) entries_.push_back({std::move(kind), nullptr});
  }

  std::vector<MachineKind> kinds() const {
    const std::lock_guard lock(mutex_);
    std::vector<MachineKind> kinds;
    for (const Entry& entry : entries_) kinds.push_back(entry.kind);
    return kinds;
  }

  bool is_shipped(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(entries_, name, [](const Entry& entry) { return entry.kind.name; });
    return found != entries_.end() && found->owner == nullptr;
  }

  void add(MachineKind kind, const void* owner) {
    const std::lock_guard lock(mutex_);
    const auto same = std::ranges::find(entries_, kind.name, [](const Entry& entry) { return entry.kind.name; });
    if (same == entries_.end()) {
      entries_.push_back({std::move(kind), owner});
    } else if (owner != nullptr && same->owner == owner) {
      same->kind = std::move(kind);
    } else {
      throw UsageError(fmt::format("there is a machine {} already", quoted(kind.name)));
    }
  }

 private:
  struct Entry {
    MachineKind kind;
    const void* owner;
  };
  mutable std::mutex mutex_;  // guards all below
  std::vector<Entry> entries_;
};

Registry& registry() {
  static Registry all;
  return all;
}

/// Constants that the machine does not have, which a machine from a library need not look for itself.
void refuse_unknown_settings(const MachineChoice& choice, const Machine& machine) {
  std::vector<std::string> names;
  for (const Constant& constant : machine.model().constants()) names.push_back(constant.name);
  for (const Setting& setting : choice.settings) {
    if (std::ranges::find(names, setting.name) != names.end()) continue;
    throw UsageError(unknown_name_message(setting.place, setting.name, names, "constant of " + choice.name));
  }
}

Machine checked(const MachineKind& kind, const MachineChoice& choice) {
  Machine machine = kind.make(choice);
  refuse_unknown_settings(choice, machine);
  if (!registry().is_shipped(kind.name)) check_routes(machine);
  if (machine.name() == kind.name) return machine;
  throw UsageError(fmt::format("{}: machine {} calls itself {}; let its model have the name it is added under",
                               choice.name_place, kind.name, quoted(machine.name())));
}

}  // namespace

std::vector<MachineKind> machine_kinds() { return registry().kinds(); }

void add_machine(MachineKind kind, const void* owner) { registry().add(std::move(kind), owner); }

std::vector<std::string> machine_names() {
  std::vector<std::string> names;
  for (const MachineKind& kind : machine_kinds()) names.push_back(kind.name);
  return names;
}

std::vector<std::string> protocol_names() {
  std::vector<std::string> names;
  for (const MachineKind& kind : machine_kinds()) {
    try {
      const Machine machine = kind.make({.name = kind.name});
      for (const ProtocolInfo& protocol : machine.model().protocols()) {
        if (std::ranges::find(names, protocol.name) == names.end()) names.emplace_back(protocol.name);
      }
    } catch (const UsageError&) {  // a user's machine that cannot be made without more being said
    }
  }
  return names;
}

bool has_shape(const std::string& name) {
  return std::ranges::any_of(machine_kinds(),
                             [&](const MachineKind& kind) { return kind.name == name && kind.has_shape; });
}

Machine make_machine(const MachineChoice& choice) {
  const auto kinds = machine_kinds();
  const auto found = std::ranges::find(kinds, choice.name, &MachineKind::name);
  if (found != kinds.end()) return checked(*found, choice);
  throw UsageError(unknown_name_message(choice.name_place, choice.name, machine_names(), "machine"));
}

Setting parse_setting(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError(
        fmt::format("{}: {} is not name=value; write one such as hop=10.3us", option, switchyard::quoted(text)));
  }
  return {option, text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace switchyard::machines
