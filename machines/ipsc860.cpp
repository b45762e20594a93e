#include "machines/ipsc860.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>

#include "machines/constants.hpp"
#include "machines/ipsc860_fabric.hpp"
#include "machines/machine_kind.hpp"
#include "machines/topology/hypercube.hpp"

namespace switchyard::machines {
namespace {

using Options = Ipsc860Options;

constexpr std::uint32_t kMostIpsc860Nodes = 8192;

// In each entry of kIpsc860ConstantFields, the first text is the name of a constant, the second is its origin (where
// the value comes from, see ipsc860.hpp), and the third is its meaning. [B] is Bokhari 1991, [WR] is Wang and Ranka
// 1994.
const std::array kIpsc860ConstantFields{
    ConstantField<Options>{"send_overhead", "fitted", "software on the sender before the circuit",
                           &Options::send_overhead},
    ConstantField<Options>{
        "receive_overhead", "fitted",
        "software on the receiver after it, as an interrupt [B, sec. 6.3]; both add up to 95 us [B, sec. 2.2]",
        &Options::receive_overhead},
    ConstantField<Options>{"zero_receive_overhead", "recalled", "the same for zero bytes",
                           &Options::zero_receive_overhead},
    ConstantField<Options>{"hop", "paper", "a link, messages [B, sec. 2.2]", &Options::hop},
    ConstantField<Options>{"forced_per_byte", "paper", "FORCED, and UNFORCED up to short_message [B, sec. 2.2]",
                           &Options::forced_per_byte},
    ConstantField<Options>{"unforced_per_byte", "paper", "UNFORCED above short_message [B, sec. 2.2]",
                           &Options::unforced_per_byte},
    ConstantField<Options>{"short_message", "paper", "longest UNFORCED message without reservation [B, sec. 2.2]",
                           &Options::short_message},
    ConstantField<Options>{"leg_overhead", "paper",
                           "software of the reserve and of the acknowledge leg: half of 164 - 95",
                           &Options::leg_overhead},
    ConstantField<Options>{"leg_hop", "paper", "a link, reserve and acknowledge: half of 29.9 - 10.3",
                           &Options::leg_hop},
    ConstantField<Options>{"leg_jitter", "fitted", "each leg, uniform, to either side", &Options::leg_jitter},
    ConstantField<Options>{"blocked_penalty", "fitted",
                           "paid by a head that waited for a link, when it is granted; zero-byte messages pay none",
                           &Options::blocked_circuit_penalty_time},
    ConstantField<Options>{"duplex_window", "fitted",
                           "two directions of a node overlap if their data phases begin this close",
                           &Options::duplex_window},
    ConstantField<Options>{"system_buffer", "assumed", "a node's room for UNFORCED messages without a posted receive",
                           &Options::system_buffer},
    ConstantField<Options>{"buffer_copy_per_byte", "assumed",
                           "a stored message on its way out of the system buffer; none is published",
                           &Options::buffer_copy_per_byte},
    ConstantField<Options>{"shuffle_start", "fitted", "each shuffle of many blocks [B, sec. 4.3]",
                           &Options::shuffle_start},
    ConstantField<Options>{"copy_per_byte", "recalled",
                           "copying by the program; measured for the shuffle of standard exchange",
                           &Options::copy_per_byte},
    ConstantField<Options>{"sync_per_dimension", "recalled", "global synchronisation", &Options::sync_per_dimension},
    ConstantField<Options>{"sync_skew", "free", "uniform, at each node's start after a global synchronisation",
                           &Options::sync_skew},
    ConstantField<Options>{"drift", "fitted", "uniform, each send", &Options::drift},
    ConstantField<Options>{"disturbance_probability", "fitted", "of a further delay, each send",
                           &Options::disturbance_probability},
    ConstantField<Options>{"disturbance", "fitted", "uniform", &Options::disturbance},
    ConstantField<Options>{"drift_on", "option", "drift, disturbances, leg jitter and skew: true or false",
                           &Options::drift_on},
    ConstantField<Options>{"basic_operation", "fitted", "one basic operation of a scheduling algorithm [WR, sec. 6]",
                           &Options::basic_operation},
    ConstantField<Options>{"poll", "assumed", "a test that finds nothing", &Options::poll},
    ConstantField<Options>{"flop", "assumed", "one floating-point operation of an application", &Options::flop},
};

/// Returns the origins of the constants of the iPSC/2, that is, where their values come from. In the texts, [BR] is
/// Bomans and Roose 1989.
const std::vector<ConstantOrigin>& origins_of_ipsc2_constants() {
  static const std::vector<ConstantOrigin> all{
      {"send_overhead", "recalled", "software on the sender before the circuit; split as on the iPSC/860"},
      {"receive_overhead", "recalled", "software on the receiver after it; both add up to 350 us [BR]"},
      {"zero_receive_overhead", "assumed", "the same for zero bytes: none is published"},
      {"hop", "recalled", "a link, messages: the network is that of the iPSC/860"},
      {"forced_per_byte", "recalled", "FORCED, and UNFORCED up to short_message: 2.8 MB/s [BR]"},
      {"unforced_per_byte", "recalled", "UNFORCED above short_message: 2.8 MB/s [BR]"},
      {"short_message", "recalled", "longest UNFORCED message without reservation [BR]"},
      {"leg_overhead", "recalled", "software of the reserve and of the acknowledge leg: half of 660 - 350 [BR]"},
      {"leg_hop", "recalled", "a link, reserve and acknowledge: the network is that of the iPSC/860"},
      {"leg_jitter", "assumed", nullptr},
      {"blocked_penalty", "assumed", nullptr},
      {"duplex_window", "assumed", nullptr},
      {"shuffle_start", "assumed", nullptr},
      {"copy_per_byte", "assumed", "copying by the program: as on the iPSC/860"},
      {"sync_per_dimension", "assumed", "global synchronisation: a short message each dimension"},
      {"sync_skew", "assumed", nullptr},
      {"drift", "assumed", nullptr},
      {"disturbance_probability", "assumed", nullptr},
      {"disturbance", "assumed", nullptr},
      {"basic_operation", "assumed", "one basic operation of a scheduling algorithm: four times the i860's"},
      {"flop", "recalled", "one floating-point operation of an application: 0.3 Mflop/s of an 80387"}};
  return all;
}

std::vector<ConstantField<Options>> constant_fields(const std::string& name) {
  std::vector<ConstantField<Options>> all(kIpsc860ConstantFields.begin(), kIpsc860ConstantFields.end());
  return name == "ipsc2" ? with_origins(std::move(all), origins_of_ipsc2_constants()) : all;
}

constexpr std::array kIpsc860Protocols{
    ProtocolInfo{"forced", "no reservation; discarded where no receive is posted", true},
    ProtocolInfo{"unforced",
                 "the default: kept in a system buffer where no receive is posted; long ones reserve it first"}};

/// The protocols whose messages need no room in a system buffer. FORCED messages are never stored, and for messages
/// inside a collective the library has buffers of its own.
constexpr std::array kProtocolsNeedingNoRoom{kForcedProtocol, Protocol::library};

class Ipsc860 final : public MachineModel {
 public:
  Ipsc860(std::string name, const Options& options)
      : name_(std::move(name)), options_(options), hypercube_(options.nodes) {}

  std::string name() const override { return name_; }
  std::uint32_t node_count() const override { return hypercube_.node_count(); }
  const Routes& routes() const override { return hypercube_; }
  ProcessorRates rates() const override {
    return {.basic_operation = options_.basic_operation,
            .copy = options_.copy_per_byte,
            .copy_startup_time = options_.shuffle_start,
            .poll = options_.poll,
            .flop = options_.flop,
            .received_messages_interrupt = true};
  }
  Duration message_time(std::uint64_t bytes) const override {
    return options_.send_overhead + options_.receive_overhead + options_.forced_per_byte * bytes +
           options_.hop * hypercube_.dimension() / 2;
  }
  std::span<const ProtocolInfo> protocols() const override { return kIpsc860Protocols; }
  bool has_collective(Collective kind) const override { return kind == Collective::barrier; }

  std::vector<Constant> constants() const override { return constants_of<Options>(constant_fields(name_), options_); }

  std::vector<std::pair<std::string, std::string>> machine_facts() const override {
    const std::uint32_t n = hypercube_.node_count();
    const std::uint32_t d = hypercube_.dimension();
    return {{"topology", fmt::format("hypercube of dimension {}, e-cube routes, one directed link per direction", d)},
            {"links", std::to_string(hypercube_.link_count())},
            {"diameter", fmt::format("{} links", d)},
            {"mean distance", fmt::format("{:.3f} links", n > 1 ? d * (n / 2.0) / (n - 1) : 0.0)},
            {"bisection", fmt::format("{} links in each direction", n / 2)},
            {"switching", "circuits: links taken hop by hop, the path held to the last byte"},
            {"ports", "one circuit out and one in a node"}};
  }

  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    return std::make_unique<Ipsc860Fabric>(emulation, hypercube_, options_);
  }

  /// Describes what the network guarantees (NetworkPromise), which is freedom from deadlock: a circuit takes its
  /// transmit port, its links in the order of their dimensions, the receive port, and a receive or room in the system
  /// buffer at the destination. It may then have to wait for a data phase in the opposite direction, but that phase
  /// ends by itself. Long messages ask for room with circuits that end at once, and hold nothing while they wait for
  /// the room.
  std::optional<NetworkPromise> network_promise() const override {
    return NetworkPromise{.room = options_.system_buffer, .protocols_that_need_no_room = kProtocolsNeedingNoRoom};
  }

  std::shared_ptr<const MachineModel> with_halved_buffers(unsigned times) const override {
    Options smaller = options_;
    smaller.system_buffer = times < 64 ? smaller.system_buffer >> times : 0;
    return std::make_shared<Ipsc860>(name_, smaller);
  }
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    if (!std::has_single_bit(nodes) || nodes > kMostIpsc860Nodes) return nullptr;
    Options other = options_;
    other.nodes = nodes;
    return std::make_shared<Ipsc860>(name_, other);
  }

 private:
  std::string name_;
  Options options_;
  Hypercube hypercube_;
};

}  // namespace

void set_constant(Ipsc860Options& options, const UserInputPlace& place, const std::string& name,
                  const std::string& text, const std::string& machine) {
  set_field<Options>(kIpsc860ConstantFields, options, machine, place, name, text);
}

Ipsc860Options ipsc2_options() {
  using std::chrono::microseconds;
  using std::chrono::nanoseconds;
  // value recalled from memory: the sender's share of the 350 us latency of a short message
  return {.send_overhead = microseconds{184},
          .receive_overhead = microseconds{166},
          // assumed value: the receive overhead of messages with data
          .zero_receive_overhead = microseconds{166},
          // value recalled from memory: 2.8 MB/s for FORCED messages
          .forced_per_byte = TimePerByte{nanoseconds{360}},
          // value recalled from memory: 2.8 MB/s for UNFORCED messages
          .unforced_per_byte = TimePerByte{nanoseconds{360}},
          // value recalled from memory: half of the difference between the latencies of long (660 us) and short (350
          // us) messages
          .leg_overhead = microseconds{155},
          // assumed value: the time of a short message for each dimension of the hypercube
          .sync_per_dimension = microseconds{350},
          .basic_operation = microseconds{1},  // assumed value: four times the value of the iPSC/860
          .flop = nanoseconds{3300}};          // recalled value: 0.3 Mflop/s of the 80387 coprocessor
}

Machine ipsc860(const Ipsc860Options& options, const std::string& name) {
  if (options.nodes > kMostIpsc860Nodes) {
    throw UsageError(fmt::format("{} nodes are more than {} can have", options.nodes, name),
                     fmt::format("write 1 to {}", kMostIpsc860Nodes));
  }
  if (options.poll <= Duration::zero())
    throw ConstantError({"poll"}, "a test that finds nothing must take time", "write 1ns or more");
  return Machine(std::make_shared<Ipsc860>(name, options));
}

std::vector<MachineKind> ipsc860_kinds() {
  constexpr const char* kNodes = "a power of two, 1 to 8192; 64 if not given";
  const auto make = [](Options options) {
    return [options](const MachineChoice& choice) {
      return make_machine_with_nodes(choice, options, [&](const Options& set) { return ipsc860(set, choice.name); });
    };
  };
  return {{.name = "ipsc860",
           .summary = "Intel iPSC/860: circuit-switched hypercube with e-cube routes, FORCED and UNFORCED messages",
           .source = "[B] Bokhari 1991 (ICASE 91-4), sec. 2; [WR] Wang and Ranka 1994, sec. 6",
           .release = "NX/2 (1991)",
           .nodes = kNodes,
           .make = make({})},
          {.name = "ipsc2",
           .summary = "Intel iPSC/2: the iPSC/860's circuits between 80386 nodes, with longer software",
           .source = "[BR] Bomans and Roose 1989; not at hand",
           .release = "NX/2 (1989)",
           .name_of_equivalent_machine = "ipsc860",
           .nodes = kNodes,
           .make = make(ipsc2_options())}};
}

}  // namespace switchyard::machines
