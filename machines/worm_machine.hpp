#pragma once
/// \file worm_machine.hpp
/// The common part of all machines with wormhole routing. A machine adds its topology, its
/// constants and its special properties.
///
/// A lone message of m bytes over h links takes send_overhead + h hop + (header + m) / bandwidth + receive_overhead.

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machines/constants.hpp"
#include "machines/networks/channel_dependencies.hpp"
#include "machines/networks/worm_fabric.hpp"
#include "runtime/machine.hpp"

namespace switchyard::machines {

/// Returns the table of constants of a machine with wormhole routing: the constants of the machine itself (`own`),
/// followed by those that all such machines have. A common constant has the origin "assumed" unless `origins` gives
/// another one.
template <class Options>
std::vector<ConstantField<Options>> constant_descriptors_of_wormhole_machine(
    std::vector<ConstantField<Options>> own, const std::vector<ConstantOrigin>& origins) {
  std::vector<ConstantField<Options>> fields = std::move(own);
  const auto add = [&](const char* name, const char* meaning, auto member) {
    fields.push_back({name, "assumed", meaning, member});
  };
  add("send_overhead", "software on the sender before the message leaves", &Options::send_overhead);
  add("receive_overhead", "software on the receiver after it", &Options::receive_overhead);
  add("hop", "a head crosses a router and a link", &Options::hop);
  add("bandwidth", "of a message alone: of a node's way in and out", &Options::bandwidth);
  add("header", "bytes on the link before the data", &Options::header);
  add("flit_buffer", "what each channel's buffer holds of a blocked worm", &Options::flit_buffer);
  add("system_buffer", "a node's room for messages without a posted receive", &Options::system_buffer);
  add("copy_per_byte", "copying memory", &Options::copy_per_byte);
  add("shuffle_start", "each shuffle of many blocks", &Options::shuffle_start);
  add("sync_per_step", "global synchronisation: each of ceil(log2 nodes) steps", &Options::sync_per_step);
  add("basic_operation", "one basic operation of a scheduling algorithm", &Options::basic_operation);
  add("poll", "a test that finds nothing", &Options::poll);
  add("flop", "one floating-point operation of an application", &Options::flop);
  return with_origins(std::move(fields), origins);
}

/// Checks the constants that all machines with wormhole routing have, and throws UsageError for a wrong one.
template <class Options>
void check_wormhole_machine_constants(const Options& options) {
  if (options.poll <= Duration::zero())
    throw ConstantError({"poll"}, "a test that finds nothing must take time", "write 1ns or more");
  if (options.bandwidth.bytes_per_second == 0)
    throw ConstantError({"bandwidth"}, "a byte must get through", "write one such as 100MB/s");
  if (options.flit_buffer == 0)
    throw ConstantError({"flit_buffer"}, "a channel holds at least a byte of a worm", "write one such as 64B");
}

/// A machine with wormhole routing, or with circuits instead. Topology: the class of the network, with the functions
/// that WormFabric calls. Options: a struct with a member for each constant of
/// constant_descriptors_of_wormhole_machine(). Derived: the class of the machine itself; with_options() makes another
/// machine with changed constants,
///         as Derived(name, options).
template <class Derived, class Topology, class Options>
class WormholeMachine : public MachineModel {
 public:
  std::string name() const override { return name_; }
  std::uint32_t node_count() const override { return topology_.node_count(); }
  const Routes& routes() const override { return topology_; }
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
    return options_.send_overhead + options_.receive_overhead + Duration{static_cast<std::int64_t>(data) + 1} +
           options_.hop * usual_route_length();
  }
  bool has_collective(Collective kind) const override { return kind == Collective::barrier; }
  std::vector<Constant> constants() const override { return constants_of<Options>(fields_, options_); }

  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    return std::make_unique<WormFabric<Topology>>(emulation, topology_, worm_options());
  }
  /// Describes what the network guarantees (NetworkPromise): freedom from deadlock, unless the channels depend on each
  /// other in a cycle. A message takes the send port of its node, channels with rising numbers, the receive port, and a
  /// receive or room in the system buffer at its destination, in this order. It frees them all without waiting for
  /// anything else.
  std::optional<NetworkPromise> network_promise() const override {
    if (!channel_dependencies(topology_).is_acyclic()) return std::nullopt;
    static constexpr std::array kNeedNoRoom{Protocol::library};
    return NetworkPromise{.room = options_.system_buffer, .protocols_that_need_no_room = kNeedNoRoom};
  }
  std::shared_ptr<const MachineModel> with_halved_buffers(unsigned times) const override {
    Options smaller = options_;
    smaller.system_buffer = times < 64 ? smaller.system_buffer >> times : 0;
    return with_options(smaller);
  }

 protected:
  using MachineFactList = std::vector<std::pair<std::string, std::string>>;

  WormholeMachine(std::string name, const Options& options, Topology topology,
                  std::vector<ConstantField<Options>> fields)
      : name_(std::move(name)), options_(options), topology_(std::move(topology)), fields_(std::move(fields)) {}

  /// Returns the number of links on the path of a message between two nodes, as a typical value for the whole machine.
  virtual std::int64_t usual_route_length() const = 0;
  /// Returns the bandwidth of each link, if the link's channels share it; empty if links have one channel.
  virtual std::vector<Bandwidth> link_bandwidths() const { return {}; }
  virtual bool has_circuits() const { return false; }

  const Options& options() const noexcept { return options_; }
  const Topology& topology() const noexcept { return topology_; }
  std::shared_ptr<const MachineModel> with_options(const Options& options) const {
    return std::make_shared<Derived>(name_, options);
  }
  /// Returns the facts about the machine that are shown to users: `own`, those of this machine, and then those that all
  /// machines with wormhole routing share.
  MachineFactList append_facts_of_all_wormhole_machines(MachineFactList own) const {
    own.emplace_back("switching", has_circuits() ? "circuits: links taken hop by hop, the path held to the last byte"
                                                 : "wormhole: channels taken hop by hop, freed one by one behind the "
                                                   "tail");
    if (!link_bandwidths().empty()) {
      own.emplace_back("sharing",
                       "messages whose data moves share the bandwidth of their links; one that waits takes none");
    }
    own.emplace_back("ports", "one message out and one in a node");
    own.emplace_back("protocols", "one: stored where no receive is posted, as long as there is room");
    return own;
  }

  WormOptions worm_options() const {
    return {.uses_circuits = has_circuits(),
            .send_overhead = options_.send_overhead,
            .receive_overhead = options_.receive_overhead,
            .time_per_hop = options_.hop,
            .bandwidth = options_.bandwidth,
            .shared_link_bandwidths = link_bandwidths(),
            .header_bytes = options_.header,
            .flit_buffer = options_.flit_buffer,
            .system_buffer_bytes = options_.system_buffer,
            .copy_per_byte = options_.copy_per_byte,
            .sync_per_step = options_.sync_per_step};
  }

 private:
  std::string name_;
  Options options_;
  Topology topology_;
  std::vector<ConstantField<Options>> fields_;
};

}  // namespace switchyard::machines
