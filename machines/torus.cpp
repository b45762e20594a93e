#include "machines/torus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "machines/constants.hpp"
#include "machines/networks/worm_fabric.hpp"
#include "machines/topology/torus.hpp"

namespace switchyard::machines {
namespace {

using Options = TorusOptions;

const std::array kFields{
    Field<Options>{"size", "option", "nodes along each dimension, such as 8x8 or 4x4x4", &Options::size},
    Field<Options>{"routing", "option", "dimension_order [DS], or adaptive: free channels, these to escape [Du]",
                   &Options::routing},
    Field<Options>{"channels", "option", "of a link for dimension order: 2 [DS]; with 1 messages can deadlock",
                   &Options::channels},
    Field<Options>{"free_channels", "option", "of a link besides, where routing is adaptive [Du]",
                   &Options::free_channels},
    Field<Options>{"send_overhead", "recalled", "half of the T3D's latency of 3 us with shared memory [DD]",
                   &Options::send_overhead},
    Field<Options>{"receive_overhead", "recalled", "the other half [DD]", &Options::receive_overhead},
    Field<Options>{"hop", "assumed", "a head crosses a router and a link", &Options::hop},
    Field<Options>{"bandwidth", "recalled", "of long messages between two nodes of a T3D [DD]", &Options::bandwidth},
    Field<Options>{"link_bandwidth", "recalled", "of a T3D's link, as the maker gave it; its channels share it",
                   &Options::link_bandwidth},
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

bool is_adaptive(const Options& options) { return options.routing == "adaptive"; }

/// "8x4" as 8 and 4. Throws UsageError.
std::vector<std::uint32_t> sides_of(const std::string& size) {
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
  throw UsageError(
      fmt::format("size: a torus of {} nodes is not possible; it has 1 to {} nodes and up to {} dimensions", size,
                  kMostTorusNodes, kMostSides));
}

void check(const Options& options) {
  constexpr std::uint32_t kMostFree = 16;
  sides_of(options.size);
  check_choice("routing", options.routing, {"dimension_order", "adaptive"});
  if (options.channels < 1 || options.channels > 2)
    throw UsageError("channels: a link has 1 or 2 for dimension order; write 2");
  if (options.free_channels < 1 || options.free_channels > kMostFree)
    throw UsageError(fmt::format("free_channels: a link has 1 to {}; write 1", kMostFree));
  if (options.poll <= Duration::zero())
    throw UsageError("poll: a test that finds nothing must take time; write 1ns or more");
  if (options.bandwidth.bytes_per_second == 0)
    throw UsageError("bandwidth: a byte must get through; write one such as 100MB/s");
  if (options.link_bandwidth < options.bandwidth)
    throw UsageError("link_bandwidth: a link carries at least one message at its bandwidth; write more");
  if (options.flit_buffer == 0)
    throw UsageError("flit_buffer: a channel holds at least a byte of a worm; write one such as 64B");
}

Torus topology_of(const Options& options) {
  return Torus(sides_of(options.size),
               {.ordered = options.channels, .free = is_adaptive(options) ? options.free_channels : 0});
}

class TorusMachine final : public MachineModel {
 public:
  explicit TorusMachine(const Options& options) : options_(options), torus_(topology_of(options)) {}

  std::string name() const override { return "torus"; }
  std::uint32_t node_count() const override { return torus_.node_count(); }
  const Routes& routes() const override { return torus_; }
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
           options_.hop * std::llround(torus_.mean_distance());
  }
  bool has_collective(Collective kind) const override { return kind == Collective::barrier; }
  std::vector<Constant> constants() const override { return constants_of<Options>(kFields, options_); }

  std::vector<std::pair<std::string, std::string>> facts() const override {
    return {
        {"topology", fmt::format("torus of {} nodes", options_.size)},
        {"routes", is_adaptive(options_) ? "adaptive: any free channel that leads nearer, else the escape channel of "
                                           "dimension order"
                                         : "the shorter way round, one dimension after another"},
        {"channels", channels_fact()},
        {"links", fmt::format("{}", links())},
        {"diameter", fmt::format("{} links", torus_.diameter())},
        {"mean distance", fmt::format("{:.3f} links", torus_.mean_distance())},
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
                            .shares = std::vector<Bandwidth>(torus_.link_count(), options_.link_bandwidth),
                            .header = options_.header,
                            .flit_buffer = options_.flit_buffer,
                            .system_buffer = options_.system_buffer,
                            .copy_per_byte = options_.copy_per_byte,
                            .sync_per_step = options_.sync_per_step};
    return std::make_unique<WormFabric<Torus>>(emulation, torus_, worms);
  }

  std::shared_ptr<const MachineModel> with_halved_buffers(unsigned times) const override {
    Options smaller = options_;
    smaller.system_buffer = times < 64 ? smaller.system_buffer >> times : 0;
    return std::make_shared<TorusMachine>(smaller);
  }
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    if (nodes == 0 || nodes > kMostTorusNodes) return nullptr;
    Options other = options_;
    other.size = torus_size(nodes);
    return std::make_shared<TorusMachine>(other);
  }

 private:
  std::uint32_t links() const {
    std::uint32_t links = 0;
    for (std::uint32_t i = 0; i < torus_.link_count(); ++i) links += torus_.ends(LinkId{i}) ? 1 : 0;
    return links;
  }
  std::string channels_fact() const {
    const char* ordered = options_.channels == 2 ? "2 a link, the second from the wire on that closes a ring [DS]"
                                                 : "1 a link: messages round a ring can wait for each other";
    return is_adaptive(options_) ? fmt::format("{}; and {} free", ordered, options_.free_channels) : ordered;
  }

  Options options_;
  Torus torus_;
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

void set_constant(TorusOptions& options, const std::string& option, const std::string& name, const std::string& text) {
  set_field<Options>(kFields, options, "a torus", option, name, text);
}

Machine torus(const TorusOptions& options) {
  check(options);
  return Machine(std::make_shared<TorusMachine>(options));
}

}  // namespace switchyard::machines
