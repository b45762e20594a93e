#include "machines/sp2.hpp"

#include <fmt/format.h>

#include <array>

#include "machines/constants.hpp"
#include "machines/machine_kind.hpp"
#include "machines/networks/switch_fabric.hpp"

namespace switchyard::machines {
namespace {

using Options = Sp2Options;

constexpr std::uint32_t kMostSp2Nodes = 512;

const std::array kSp2ConstantFields{
    ConstantField<Options>{"send_overhead", "printed elsewhere",
                           "half of the latency of 40 us, less switch and header [M]", &Options::send_overhead},
    ConstantField<Options>{"receive_overhead", "printed elsewhere", "the other half [M]", &Options::receive_overhead},
    ConstantField<Options>{"latency", "recalled", "through the switch", &Options::latency},
    ConstantField<Options>{"bandwidth", "printed elsewhere", "into and out of a node, which its messages share [M]",
                           &Options::bandwidth},
    ConstantField<Options>{"header", "assumed", "bytes on the way before the data", &Options::header},
    ConstantField<Options>{"system_buffer", "assumed", "a node's room for messages without a posted receive",
                           &Options::system_buffer},
    ConstantField<Options>{"copy_per_byte", "assumed", "copying memory", &Options::copy_per_byte},
    ConstantField<Options>{"shuffle_start", "assumed", "each shuffle of many blocks", &Options::shuffle_start},
    ConstantField<Options>{"sync_per_step", "assumed", "global synchronisation: each of ceil(log2 nodes) steps",
                           &Options::sync_per_step},
    ConstantField<Options>{"basic_operation", "assumed", "one basic operation of a scheduling algorithm",
                           &Options::basic_operation},
    ConstantField<Options>{"poll", "assumed", "a test that finds nothing", &Options::poll},
    ConstantField<Options>{"flop", "assumed", "one floating-point operation of an application", &Options::flop},
};

/// The routes through the switch of an IBM SP2. Link 2 i leads from node i to the switch, and link 2 i + 1 from the
/// switch to node i.
class SwitchRoutes final : public Routes {
 public:
  explicit SwitchRoutes(std::uint32_t nodes) : node_count_(nodes) {}
  std::string topology() const override { return "switch"; }
  std::uint32_t node_count() const noexcept override { return node_count_; }
  std::uint32_t vertex_count() const noexcept override { return node_count_ + 1; }
  std::uint32_t link_count() const noexcept override { return 2 * node_count_; }
  void route(NodeId from, NodeId to, std::vector<LinkId>& path) const override {
    path.clear();
    if (from != to) path = {LinkId{2 * index(from)}, LinkId{2 * index(to) + 1}};
  }
  std::optional<LinkEnds> ends_of_link(LinkId link) const override {
    const VertexId node{index(link) / 2}, middle{node_count_};
    return index(link) % 2 == 0 ? LinkEnds{node, middle} : LinkEnds{middle, node};
  }
  std::string link_name(LinkId link) const override {
    return fmt::format("{} node {}", index(link) % 2 == 0 ? "out of" : "into", index(link) / 2);
  }
  std::string vertex_name(VertexId vertex) const override {
    return index(vertex) == node_count_ ? "switch" : std::to_string(index(vertex));
  }

 private:
  std::uint32_t node_count_;
};

class Sp2 final : public MachineModel {
 public:
  explicit Sp2(const Options& options) : options_(options), routes_(options.nodes) {}

  std::string name() const override { return "sp2"; }
  std::uint32_t node_count() const override { return options_.nodes; }
  const Routes& routes() const override { return routes_; }
  ProcessorRates rates() const override {
    return {.basic_operation = options_.basic_operation,
            .copy = options_.copy_per_byte,
            .copy_startup_time = options_.shuffle_start,
            .poll = options_.poll,
            .flop = options_.flop};
  }
  Duration message_time(std::uint64_t bytes) const override {
    const double data =
        1e9 * static_cast<double>(options_.header + bytes) / static_cast<double>(options_.bandwidth.bytes_per_second);
    return options_.send_overhead + Duration{static_cast<std::int64_t>(data) + 1} + options_.latency +
           options_.receive_overhead;
  }
  bool has_collective(Collective kind) const override { return kind == Collective::barrier; }
  std::vector<Constant> constants() const override { return constants_of<Options>(kSp2ConstantFields, options_); }
  std::vector<std::pair<std::string, std::string>> machine_facts() const override {
    return {{"topology", "nodes on a switch that is never short"},
            {"sharing", "max-min fair on each node's way out and on its way in"},
            {"messages", "eager: they leave at once, and are stored where no receive is posted and there is room"},
            {"protocols", "one"}};
  }
  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    return std::make_unique<SwitchFabric>(emulation, options_.nodes,
                                          SwitchOptions{.send_overhead = options_.send_overhead,
                                                        .receive_overhead = options_.receive_overhead,
                                                        .latency = options_.latency,
                                                        .bandwidth = options_.bandwidth,
                                                        .header_bytes = options_.header,
                                                        .system_buffer_bytes = options_.system_buffer,
                                                        .copy_per_byte = options_.copy_per_byte,
                                                        .sync_per_step = options_.sync_per_step});
  }
  /// Describes what the machine's network guarantees (NetworkPromise): no message occupies anything that another
  /// message needs.
  std::optional<NetworkPromise> network_promise() const override {
    static constexpr std::array kNeedNoRoom{Protocol::library};
    return NetworkPromise{.room = options_.system_buffer, .protocols_that_need_no_room = kNeedNoRoom};
  }
  std::shared_ptr<const MachineModel> with_halved_buffers(unsigned times) const override {
    Options smaller = options_;
    smaller.system_buffer = times < 64 ? smaller.system_buffer >> times : 0;
    return std::make_shared<Sp2>(smaller);
  }
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    if (nodes == 0 || nodes > kMostSp2Nodes) return nullptr;
    Options other = options_;
    other.nodes = nodes;
    return std::make_shared<Sp2>(other);
  }

 private:
  Options options_;
  SwitchRoutes routes_;
};

}  // namespace

void set_constant(Sp2Options& options, const UserInputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine) {
  set_field<Options>(kSp2ConstantFields, options, machine, place, name, text);
}

Machine sp2(const Sp2Options& options) {
  if (options.nodes == 0 || options.nodes > kMostSp2Nodes)
    throw UsageError(fmt::format("{} nodes are not possible on sp2", options.nodes),
                     fmt::format("write 1 to {}", kMostSp2Nodes));
  if (options.poll <= Duration::zero())
    throw ConstantError({"poll"}, "a test that finds nothing must take time", "write 1ns or more");
  if (options.bandwidth.bytes_per_second == 0)
    throw ConstantError({"bandwidth"}, "a byte must get through", "write one such as 40MB/s");
  if (options.header == 0)
    throw ConstantError({"header"}, "a message without data takes a byte", "write one such as 16B");
  return Machine(std::make_shared<Sp2>(options));
}

std::vector<MachineKind> sp2_kinds() {
  return {
      {.name = "sp2",
       .summary = "IBM SP2: nodes on a switch that is never short, eager messages",
       .source = "[M] Majumdar, thesis, University of Michigan: latency and bandwidth; all else recalled or assumed",
       .release = "MPL (1995)",
       .nodes = "any number, 1 to 512; 32 if not given",
       .make = [](const MachineChoice& choice) { return make_machine_with_nodes(choice, Options{}, sp2); }}};
}

}  // namespace switchyard::machines
