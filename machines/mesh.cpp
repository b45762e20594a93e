#include "machines/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>

#include "machines/constants.hpp"
#include "machines/networks/worm_fabric.hpp"
#include "machines/topology/mesh.hpp"

namespace switchyard::machines {
namespace {

using Options = MeshOptions;

/// What a constant of a preset comes from; the rest is assumed as for the generic mesh.
using Origins = std::map<std::string, std::pair<const char*, const char*>>;

const std::array kFields{
    Field<Options>{"width", "option", "columns", &Options::width},
    Field<Options>{"height", "option", "rows", &Options::height},
    Field<Options>{"circuits", "option", "true: circuits, false: wormhole routing [DS]", &Options::circuits},
    Field<Options>{"shared_links", "option", "one link for both directions of two neighbours, not one for each",
                   &Options::shared_links},
    Field<Options>{"any_turn", "option", "YX routes may turn towards lower columns too, and can then deadlock [SS]",
                   &Options::any_turn},
    Field<Options>{"send_overhead", "assumed", "software on the sender before the message leaves",
                   &Options::send_overhead},
    Field<Options>{"receive_overhead", "assumed", "software on the receiver after it", &Options::receive_overhead},
    Field<Options>{"hop", "assumed", "a head crosses a router and a link", &Options::hop},
    Field<Options>{"bandwidth", "assumed", "of a link, and of a node's way in and out", &Options::bandwidth},
    Field<Options>{"header", "assumed", "bytes on the link before the data", &Options::header},
    Field<Options>{"flit_buffer", "assumed", "what each link's buffer holds of a blocked worm", &Options::flit_buffer},
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

Origins origins_of(const std::string& name) {
  if (name == "mesh") return {};
  return {{"send_overhead", {"recalled", "half of the zero-byte latency, less hop and header [DD]"}},
          {"receive_overhead", {"recalled", "the other half [DD]"}},
          {"hop", {"recalled", "a router and a link, as the maker gave it"}},
          {"bandwidth", {"recalled", "of long messages between two nodes [DD]; links alone are faster"}}};
}

Mesh topology_of(const Options& options) {
  return Mesh({options.height, options.width}, options.shared_links ? Wires::shared : Wires::directed,
              options.any_turn ? Turns::any : Turns::restricted);
}

WormOptions worms_of(const Options& options) {
  return {.circuits = options.circuits,
          .send_overhead = options.send_overhead,
          .receive_overhead = options.receive_overhead,
          .hop = options.hop,
          .bandwidth = options.bandwidth,
          .header = options.header,
          .flit_buffer = options.flit_buffer,
          .system_buffer = options.system_buffer,
          .copy_per_byte = options.copy_per_byte,
          .sync_per_step = options.sync_per_step};
}

/// Links of the smallest cut into halves that differ by at most one node. A straight cut has as many as the shorter
/// side; where the longer one is odd, the cut takes a step in its middle, which is one link more.
std::uint32_t bisection_links(std::uint32_t width, std::uint32_t height) {
  const std::uint32_t longer = std::max(width, height), shorter = std::min(width, height);
  if (longer == 1) return 0;
  return longer % 2 == 0 || shorter == 1 ? shorter : shorter + 1;
}

constexpr std::array kRoutes{"xy", "yx"};

class MeshMachine final : public MachineModel {
 public:
  MeshMachine(const Options& options, std::string name)
      : options_(options), name_(std::move(name)), mesh_(topology_of(options)) {}

  std::string name() const override { return name_; }
  std::uint32_t node_count() const override { return mesh_.node_count(); }
  const Routes& routes() const override { return mesh_; }
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
           options_.hop * ((options_.width + options_.height) / 3);
  }
  std::span<const char* const> route_choices() const override { return kRoutes; }
  bool has_route(NodeId from, NodeId to, Route route) const override {
    if (route != Route::second) return true;
    std::vector<LinkId> path;
    const GridPlace a = mesh_.shape().place(from), b = mesh_.shape().place(to);
    return a.row == b.row || a.column == b.column || mesh_.second_route(from, to, path);
  }
  bool has_collective(Collective kind) const override { return kind == Collective::barrier; }

  std::vector<Constant> constants() const override {
    std::vector<Constant> constants = constants_of<Options>(kFields, options_);
    const Origins origins = origins_of(name_);
    for (Constant& constant : constants) {
      if (const auto found = origins.find(constant.name); found != origins.end()) {
        constant.origin = found->second.first;
        constant.meaning = found->second.second;
      }
    }
    return constants;
  }

  std::vector<std::pair<std::string, std::string>> facts() const override {
    const std::uint32_t w = options_.width, h = options_.height;
    const std::uint64_t wires = std::uint64_t{h} * (w - 1) + std::uint64_t{w} * (h - 1);
    const auto mean = [](double n) { return (n * n - 1) / (3 * n); };  // of |i - j| over all ordered pairs
    const double n = static_cast<double>(w) * h;
    return {
        {"topology", fmt::format("mesh of {} columns and {} rows, {}", w, h,
                                 options_.shared_links ? "one link for both directions" : "one link per direction")},
        {"routes", fmt::format("xy (default): along the row first; yx: {}",
                               options_.any_turn ? "any" : "where it takes no turn towards lower columns")},
        {"links", std::to_string(options_.shared_links ? wires : 2 * wires)},
        {"diameter", fmt::format("{} links", w + h - 2)},
        {"mean distance", fmt::format("{:.3f} links", n > 1 ? (mean(w) + mean(h)) * n / (n - 1) : 0.0)},
        {"bisection",
         fmt::format("{} links{}", bisection_links(w, h), options_.shared_links ? "" : " in each direction")},
        {"switching", options_.circuits ? "circuits: links taken hop by hop, the path held to the last byte"
                                        : "wormhole: links taken hop by hop, freed one by one behind the tail"},
        {"deadlock", deadlock_fact()},
        {"ports", "one message out and one in a node"},
        {"protocols", "one: stored where no receive is posted, as long as there is room"}};
  }

  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    return std::make_unique<WormFabric<Mesh>>(emulation, mesh_, worms_of(options_));
  }

  std::shared_ptr<const MachineModel> with_halved_buffers(unsigned times) const override {
    Options smaller = options_;
    smaller.system_buffer = times < 64 ? smaller.system_buffer >> times : 0;
    return std::make_shared<MeshMachine>(smaller, name_);
  }
  /// As square as it can be, and not higher than wide.
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    if (nodes == 0 || nodes > kMostMeshNodes) return nullptr;
    Options other = options_;
    other.height = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(nodes)));
    while (nodes % other.height != 0) --other.height;
    other.width = nodes / other.height;
    return std::make_shared<MeshMachine>(other, name_);
  }

 private:
  const char* deadlock_fact() const {
    if (options_.shared_links) return "messages in opposite directions can wait for each other's links";
    return options_.any_turn ? "XY and YX messages can wait for each other's links in a circle"
                             : "none over links: six of the eight turns are in use [DS, SS]";
  }

  Options options_;
  std::string name_;
  Mesh mesh_;
};

void check(const Options& options, const std::string& name) {
  const std::uint64_t nodes = std::uint64_t{options.width} * options.height;
  if (nodes == 0 || nodes > kMostMeshNodes) {
    throw UsageError(fmt::format("a {} of {} x {} nodes is not possible; it has 1 to {}", name, options.width,
                                 options.height, kMostMeshNodes));
  }
  if (options.poll <= Duration::zero())
    throw UsageError("poll: a test that finds nothing must take time; write 1ns or more");
  if (options.bandwidth.bytes_per_second == 0)
    throw UsageError("bandwidth: a byte must get through; write one such as 100MB/s");
  if (options.flit_buffer == 0)
    throw UsageError("flit_buffer: a link holds at least a byte of a worm; write one such as 64B");
}

}  // namespace

MeshOptions paragon_options() {
  return {.width = 16,
          .height = 4,
          .send_overhead = std::chrono::nanoseconds{14400},  // [DD]: 29 us for zero bytes
          .receive_overhead = std::chrono::nanoseconds{14400},
          .hop = std::chrono::nanoseconds{40},
          .bandwidth = {154'000'000},
          .copy_per_byte = TimePerByte{std::chrono::nanoseconds{20}}};
}

MeshOptions delta_options() {
  return {.width = 16,
          .height = 32,
          .send_overhead = std::chrono::microseconds{37},  // [DD]: 77 us for zero bytes
          .receive_overhead = std::chrono::microseconds{38},
          .hop = std::chrono::nanoseconds{150},
          .bandwidth = {8'000'000},
          .copy_per_byte = TimePerByte{std::chrono::nanoseconds{40}}};
}

void set_constant(MeshOptions& options, const std::string& option, const std::string& name, const std::string& text) {
  set_field<Options>(kFields, options, "a mesh", option, name, text);
}

Machine mesh(const MeshOptions& options, const std::string& name) {
  check(options, name);
  return Machine(std::make_shared<MeshMachine>(options, name));
}

}  // namespace switchyard::machines
