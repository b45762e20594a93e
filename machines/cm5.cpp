#include "machines/cm5.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "machines/cm5_fabric.hpp"
#include "machines/constants.hpp"
#include "machines/machine_kind.hpp"
#include "machines/topology/fat_tree.hpp"

namespace switchyard::machines {
namespace {

using Options = Cm5Options;

constexpr std::uint32_t kMostCm5Nodes = 16384;

// In each entry of kCm5ConstantFields, the first text is the name of a constant of the CM-5, the second is its origin
// (where the value comes from, see cm5.hpp), and the third is its meaning. [P] is Ponnusamy et al. 1992, [R] is Ranka
// et al. 1995.
const std::array kCm5ConstantFields{
    ConstantField<Options>{"send_request", "paper",
                           "until the receiver has been asked; part of the 88 us [P, sec. 2], split fitted",
                           &Options::send_request},
    ConstantField<Options>{"receive_post", "paper", "posting a receive; part of the 88 us, split fitted",
                           &Options::receive_post},
    ConstantField<Options>{"clear_to_send", "paper", "the receiver's answer; part of the 88 us, split fitted",
                           &Options::clear_to_send},
    ConstantField<Options>{"data_setup", "fitted", "more, where there are bytes to send", &Options::data_setup},
    ConstantField<Options>{"per_byte", "fitted", "the data of a message, whole packets", &Options::per_byte},
    ConstantField<Options>{"processor_per_byte", "fitted",
                           "of the processor, to send or receive, which share it; all that slows a bulk transfer alone",
                           &Options::processor_per_byte},
    ConstantField<Options>{"send_return", "paper", "the sender goes on; part of the 88 us, split fitted",
                           &Options::send_return},
    ConstantField<Options>{"receive_return", "paper", "the receiver goes on; part of the 88 us, split fitted",
                           &Options::receive_return},
    ConstantField<Options>{"send_buffers", "assumed",
                           "sends that a node may have under way, not counting those of MPI; more of them wait",
                           &Options::send_buffers},
    ConstantField<Options>{"packet_send", "paper", "an active message, by the sender [R, sec. 3]",
                           &Options::packet_send},
    ConstantField<Options>{"packet_receive", "paper", "the same, by the receiver", &Options::packet_receive},
    ConstantField<Options>{"packet_latency", "fitted", "in between, alone in the network", &Options::packet_latency},
    ConstantField<Options>{"packet_spread", "assumed",
                           "up to so much more for a packet that meets others; it may be overtaken",
                           &Options::packet_spread},
    ConstantField<Options>{"packet_queue", "assumed",
                           "packets that a node's interface holds; its program waits while it is full",
                           &Options::packet_queue},
    ConstantField<Options>{"packet_buffers", "assumed",
                           "packets in the network to one node; more of them wait at their senders",
                           &Options::packet_buffers},
    ConstantField<Options>{"interrupts", "option", "active messages interrupt nodes, which need not poll",
                           &Options::interrupts},
    ConstantField<Options>{"interrupt", "fitted",
                           "more of the processor, for a packet that interrupts [R, fig. 9 and 10]",
                           &Options::interrupt},
    ConstantField<Options>{"interrupt_period", "fitted",
                           "from one interrupt to the next, at least; twice interrupt or more",
                           &Options::interrupt_period},
    ConstantField<Options>{"bulk_setup", "fitted", "before a bulk transfer over active messages, by the sender",
                           &Options::bulk_setup},
    ConstantField<Options>{"bulk_as_messages", "option", "bulk transfers go no faster than messages",
                           &Options::bulk_as_messages},
    ConstantField<Options>{"node_link", "paper", "into and out of a node, packet headers included [P, sec. 2]",
                           &Options::node_link},
    ConstantField<Options>{"cluster_of_4", "paper", "into and out of a cluster of 4 nodes: 10 MB/s each",
                           &Options::cluster_of_4},
    ConstantField<Options>{"cluster_of_16", "paper", "of 16 nodes: 5 MB/s each; four times as much each level up",
                           &Options::cluster_of_16},
    ConstantField<Options>{"packet", "paper", "size of a packet [P, sec. 2]", &Options::packet},
    ConstantField<Options>{"packet_payload", "paper", "of which user data", &Options::packet_payload},
    ConstantField<Options>{"barrier", "recalled", "control network; 2 to 5 us [P, sec. 2]", &Options::barrier},
    ConstantField<Options>{"combine", "paper", "reduction and scan on the control network: 2 to 5 us [P, sec. 2]",
                           &Options::combine},
    ConstantField<Options>{"combine_per_byte", "assumed", "the same, each byte of a node's value",
                           &Options::combine_per_byte},
    ConstantField<Options>{"broadcast", "paper", "broadcast on the control network: 2 to 5 us [P, sec. 2]",
                           &Options::broadcast},
    ConstantField<Options>{"broadcast_per_byte", "fitted",
                           "the same, each byte: REB is ahead above 2 KB on 256 nodes [P, sec. 3.6]",
                           &Options::broadcast_per_byte},
    ConstantField<Options>{"copy_per_byte", "fitted", "packing and unpacking of recursive exchange",
                           &Options::copy_per_byte},
    ConstantField<Options>{"basic_operation", "assumed", "one basic operation of a scheduling algorithm",
                           &Options::basic_operation},
    ConstantField<Options>{"poll", "assumed", "a test that finds nothing", &Options::poll},
    ConstantField<Options>{"flop", "fitted", "one floating-point operation of an application [P, table 5]",
                           &Options::flop},
};

/// Returns the origins of the CM-5's constants under the library CMMD 3, that is, where their values come from. The
/// papers measured CMMD 1.
const std::vector<ConstantOrigin>& origins_of_cmmd3_constants() {
  static const std::vector<ConstantOrigin> all{
      {"per_byte", "printed elsewhere", "the data of a message, whole packets: blocks at 8.06 MB/s one way"},
      {"processor_per_byte", "printed elsewhere",
       "of the processor: half of per_byte, as a node of 32 in a transpose has 6.4 to 7.7 MB/s in and out, which is "
       "what "
       "the tree leaves"},
      {"send_request", "assumed", "until the receiver has been asked: as under CMMD 1"},
      {"receive_post", "assumed", "posting a receive: as under CMMD 1"},
      {"clear_to_send", "assumed", "the receiver's answer: as under CMMD 1"},
      {"data_setup", "assumed", "more, where there are bytes to send: as under CMMD 1"},
      {"send_return", "assumed", "the sender goes on: as under CMMD 1"},
      {"receive_return", "assumed", "the receiver goes on: as under CMMD 1"},
      {"packet_latency", "assumed", nullptr},
      {"interrupt", "assumed", nullptr},
      {"interrupt_period", "assumed", nullptr},
      {"bulk_setup", "assumed", nullptr},
      {"bulk_as_messages", "printed elsewhere", "bulk transfers go no faster than messages: Split-C's blocks neither"},
      {"broadcast_per_byte", "assumed", "the same, each byte: as under CMMD 1"},
      {"copy_per_byte", "assumed", nullptr},
      {"flop", "assumed", nullptr}};
  return all;
}

std::vector<ConstantField<Options>> constant_fields(const std::string& name) {
  std::vector<ConstantField<Options>> all(kCm5ConstantFields.begin(), kCm5ConstantFields.end());
  return name == "cm5_cmmd3" ? with_origins(std::move(all), origins_of_cmmd3_constants()) : all;
}

std::string megabytes_per_second_text(double bytes_per_second) {
  return fmt::format("{:g} MB/s", bytes_per_second * 1e-6);
}

class Cm5 final : public MachineModel {
 public:
  Cm5(std::string name, const Options& options)
      : name_(std::move(name)), options_(options), fat_tree_(options.nodes, options.any_size) {}

  std::string name() const override { return name_; }
  std::uint32_t node_count() const override { return fat_tree_.node_count(); }
  const Routes& routes() const override { return fat_tree_; }
  ProcessorRates rates() const override {
    return {.basic_operation = options_.basic_operation,
            .copy = options_.copy_per_byte,
            .poll = options_.poll,
            .flop = options_.flop,
            .packet_send = options_.packet_send,
            .packet_receive = options_.packet_receive,
            .interrupt = options_.interrupt,
            .interrupt_period = options_.interrupt_period};
  }
  /// Returns zero: on the CM-5 a send is complete only when its data has reached the receive, so it waits for no
  /// further acknowledgement.
  Duration acknowledge_time() const override { return Duration::zero(); }
  Duration message_time(std::uint64_t bytes) const override {
    return options_.send_request + options_.clear_to_send + options_.data_setup + options_.per_byte * bytes +
           options_.receive_return;
  }
  bool has_collective(Collective kind) const override { return is_possible_machine_collective(kind); }
  std::size_t packet_argument_limit() const override {
    return std::min<std::size_t>(options_.packet_payload, kMostPacketArgumentBytes);
  }
  bool always_interrupts() const override { return options_.interrupts; }
  std::vector<Constant> constants() const override { return constants_of<Options>(constant_fields(name_), options_); }

  std::vector<std::pair<std::string, std::string>> machine_facts() const override {
    const std::uint32_t n = fat_tree_.node_count();
    const double payload = static_cast<double>(options_.packet_payload) / static_cast<double>(options_.packet);
    const auto rate = [&](Bandwidth b) {
      return megabytes_per_second_text(static_cast<double>(b.bytes_per_second) * payload);
    };
    const auto alone = [](TimePerByte b) {
      return megabytes_per_second_text(1e9 / static_cast<double>(b.each.count()));
    };
    return {{"topology", fmt::format("4-ary fat tree of {} levels, packets of {} B spread at random",
                                     fat_tree_.level_count(), options_.packet)},
            {"payload rate",
             fmt::format("{} for a lone message, {} for a bulk transfer; node links {}, clusters of 4 {}, of 16 {}",
                         alone(options_.per_byte),
                         alone(options_.bulk_as_messages ? options_.per_byte : options_.processor_per_byte),
                         rate(options_.node_link), rate(options_.cluster_of_4), rate(options_.cluster_of_16))},
            {"diameter", fmt::format("{} links", 2 * FatTree::level_of_common_cluster(NodeId{0}, NodeId{n - 1}))},
            {"sharing", "max-min fair on every edge of the tree, messages and packets alike, and in each node"},
            {"messages", "rendezvous: a send waits for its receive; sizes in whole packets"},
            {"active messages",
             fmt::format("{} B of arguments, handled {}; bulk transfers to ports", packet_argument_limit(),
                         options_.interrupts ? "by interrupt" : "when a node polls or waits")},
            {"control network", "barrier, broadcast, reduce, scan"},
            {"protocols", "one"}};
  }

  /// Describes what the CM-5's network guarantees (NetworkPromise): no transfer holds a part of the network, because
  /// all transfers share it. A node takes its send buffers in program order, and a buffer is free again when its
  /// message has been received.
  std::optional<NetworkPromise> network_promise() const override { return NetworkPromise{.stores = false}; }

  std::shared_ptr<const MachineModel> with_halved_buffers(unsigned times) const override {
    Options smaller = options_;
    for (std::uint32_t Options::*buffers : {&Options::send_buffers, &Options::packet_buffers}) {
      smaller.*buffers = std::max(times < 32 ? smaller.*buffers >> times : 0U, 1U);
    }
    return std::make_shared<Cm5>(name_, smaller);
  }
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    const bool fits = options_.any_size || std::has_single_bit(nodes);
    if (!fits || nodes < 2 || nodes > kMostCm5Nodes) return nullptr;
    Options other = options_;
    other.nodes = nodes;
    return std::make_shared<Cm5>(name_, other);
  }
  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    return std::make_unique<Cm5Fabric>(emulation, fat_tree_, options_);
  }

 private:
  std::string name_;
  Options options_;
  FatTree fat_tree_;
};

void check_cm5_options(const Options& options, const std::string& name) {
  if (options.nodes > kMostCm5Nodes) {
    throw UsageError(fmt::format("{} nodes are more than {} can have", options.nodes, name),
                     fmt::format("write 2 to {}", kMostCm5Nodes));
  }
  if (options.poll <= Duration::zero())
    throw ConstantError({"poll"}, "a test that finds nothing must take time", "write 1ns or more");
  if (options.per_byte.each <= Duration::zero() || options.processor_per_byte.each <= Duration::zero()) {
    throw ConstantError({"per_byte", "processor_per_byte"}, "a byte must take time", "write 1ns/B or more");
  }
  if (options.per_byte < options.processor_per_byte) {
    throw ConstantError({"per_byte"}, "a lone message cannot be faster than the processors that move it",
                        fmt::format("write processor_per_byte, {}, or more", constant_text(options.processor_per_byte)),
                        {"processor_per_byte"});
  }
  if (options.interrupt_period < 2 * options.interrupt) {
    throw ConstantError({"interrupt_period"}, "a node that is asked all the time must get on",
                        "write twice interrupt or more", {"interrupt"});
  }
  if (options.packet_buffers == 0)
    throw ConstantError({"packet_buffers"}, "a node cannot send without", "write 1 or more");
  if (options.packet_queue == 0) throw ConstantError({"packet_queue"}, "a node cannot send without", "write 1 or more");
  if (options.send_buffers == 0) throw ConstantError({"send_buffers"}, "a node cannot send without", "write 1 or more");
  if (options.packet_payload == 0 || options.packet < options.packet_payload) {
    throw ConstantError({"packet_payload"}, "it is at least one byte and not more than the packet",
                        "write one such as 16B", {"packet"});
  }
}

}  // namespace

void set_constant(Cm5Options& options, const UserInputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine) {
  set_field<Options>(kCm5ConstantFields, options, machine, place, name, text);
}

Cm5Options cm5_cmmd3_options() {
  using std::chrono::nanoseconds;
  // value from other publications than the papers: blocks go at 8.06 MB/s
  return {.per_byte = TimePerByte{nanoseconds{124}},
          // half of per_byte, as a node can send and receive at once
          .processor_per_byte = TimePerByte{nanoseconds{62}},
          .bulk_as_messages = true};
}

Machine cm5(const Cm5Options& options, const std::string& name) {
  check_cm5_options(options, name);
  return Machine(std::make_shared<Cm5>(name, options));
}

std::vector<MachineKind> cm5_kinds() {
  constexpr const char* kNodes = "a power of two, 2 to 16384; 32 if not given";
  const auto make = [](Options options) {
    return [options](const MachineChoice& choice) {
      return make_machine_with_nodes(choice, options, [&](const Options& set) { return cm5(set, choice.name); });
    };
  };
  return {{.name = "cm5",
           .summary = "Thinking Machines CM-5: fat tree of packets shared max-min fairly, rendezvous, control network",
           .source = "[P] Ponnusamy, Thakur, Choudhary, Fox 1992, sec. 2",
           .release = "CMMD 1 (1992), whose times [P, table 11] has",
           .nodes = kNodes,
           .make = make({})},
          {.name = "cm5_cmmd3",
           .summary = "Thinking Machines CM-5 under CMMD 3: a node sends and receives as fast as the tree lets it",
           .source = "[P] Ponnusamy, Thakur, Choudhary, Fox 1992, sec. 2; rates of blocks and of a transpose: other "
                     "publications on CMMD 3 and Split-C",
           .release = "CMMD 3 (1993)",
           .name_of_equivalent_machine = "cm5",
           .nodes = kNodes,
           .make = make(cm5_cmmd3_options())}};
}

}  // namespace switchyard::machines
