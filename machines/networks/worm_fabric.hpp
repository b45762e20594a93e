#pragma once
/// \file worm_fabric.hpp
/// The emulated network of a machine with wormhole routing or circuits over any topology.
///
/// A worm is a message under wormhole routing. It keeps its channels while it waits. Its tail frees
/// them one hop after another, and the last byte arrives when the last channel is freed. A node
/// sends its next message when the previous one has arrived; on a real machine the next message may
/// leave a few hops earlier.
///
/// Where links have several channels, the messages whose data moves share the bandwidth of a link
/// fairly. A message takes a share from the moment at which its head has arrived until its tail
/// leaves the first of its links. A worm that waits takes no bandwidth.

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machines/endpoint/port_fabric.hpp"
#include "machines/networks/circuit_network.hpp"
#include "machines/networks/flow_network.hpp"
#include "runtime/emulation.hpp"

namespace switchyard {

/// Constants of a machine with wormhole routing or circuits. A message of m bytes over h links, alone in the network,
/// takes send_overhead + h hop + (header + m) / bandwidth + receive_overhead; with circuits, the acknowledgement of the
/// circuit takes h hop more.
struct WormOptions {
  bool uses_circuits = false;  ///< whether messages use circuits; if false, wormhole routing
  Duration send_overhead{};
  Duration receive_overhead{};
  Duration time_per_hop{};
  Bandwidth bandwidth{};  ///< bandwidth of a message alone in the network, and of the way into and out of a node
  /// bandwidth of each link, which the messages on its channels share; empty if each link has only one channel
  std::vector<Bandwidth> shared_link_bandwidths{};
  std::uint64_t header_bytes = 0;         ///< bytes of the header in front of the data
  std::uint64_t flit_buffer = 1;          ///< bytes of a blocked message that each channel on its path buffers
  std::uint64_t system_buffer_bytes = 0;  ///< bytes of each node's buffer for messages whose receive is not posted yet
  TimePerByte copy_per_byte{};
  Duration sync_per_step{};  ///< time of each of the ceil(log2 n) steps of a barrier of all n nodes
};

/// The emulated network of a machine with wormhole routing or circuits.
/// Topology: a network class with what CircuitNetwork requires, and also a type Heading with heading(from, to, route);
///         distance(from, heading) in links; vertex_name(vertex) and link_count() as in Routes.
template <class Topology>
class WormFabric final : public PortFabric {
 public:
  WormFabric(Emulation& emulation, const Topology& topology, const WormOptions& options)
      : PortFabric(emulation, topology.node_count(),
                   {.send_overhead = options.send_overhead,
                    .receive_overhead = options.receive_overhead,
                    .system_buffer_bytes = options.system_buffer_bytes,
                    .copy_out_per_byte = options.copy_per_byte}),
        topology_(topology),
        options_(options),
        circuit_network_(emulation, topology, {}, kHeadCrossedLink),
        worm_tails_(topology.node_count()) {
    if (options.shared_link_bandwidths.empty()) return;
    flow_network_.emplace(link_capacities(options.shared_link_bandwidths), bytes_per_ns(options.bandwidth));
    circuit_network_.set_busy_time_function([this](CircuitId circuit, LinkId link) {
      return message_transfer_time_at_bandwidth(outgoing_message_of(circuit_network_.node_of(circuit)).bytes,
                                                options_.shared_link_bandwidths[index(link)]);
    });
  }

  void on_event(const Event& event) override {
    if (event.kind == kTailLeavesLink) return handle_tail_event(event);
    if (event.kind == kRoomGranted) return handle_room_granted_event(event);
    if (circuit_network_.advance_circuit_head(event)) handle_head_arrival(event.node());
  }
  bool reports_touched_state() const override { return true; }
  bool event_uses_link(const Event& event, LinkId link) const override {
    return event.kind == kHeadCrossedLink ? circuit_network_.event_uses_link(event, link)
                                          : circuit_network_.circuit_uses_link(event.node(), link);
  }

  /// Begins a barrier of all nodes, which is the only collective that machines with wormhole routing have.
  void begin_collective(Collective /*kind*/, std::uint64_t /*bytes*/) override {
    const Duration cost = options_.sync_per_step * std::bit_width(topology_.node_count() - 1);
    for (std::uint32_t i = 0; i < topology_.node_count(); ++i) emulation_.leave_collective(NodeId{i}, cost);
  }

  FabricStatistics statistics() const override {
    FabricStatistics result = fabric_statistics_;
    result.blocked = circuit_network_.blocked();
    result.link_wait = circuit_network_.link_wait();
    return result;
  }
  void show_open_transfers(Observer& /*observer*/) const override { circuit_network_.show_open_transfers(); }

 private:
  using RoutingHeader = typename Topology::RoutingHeader;

  enum EventKind : std::uint32_t {
    /// the head of the message that the event's node sends has crossed a link
    kHeadCrossedLink = kFirstDerivedEventKind,
    /// the tail of the node's message leaves a link; ignored unless `subject_number` is the present
    /// WormTail::end_time_change_count
    kTailLeavesLink,
  };

  /// The tail of the message that a node is sending. The fields are valid as soon as the data of the message moves.
  struct WormTail {
    VirtualTime end_time{};  ///< time at which the last byte of the message arrives
    std::uint32_t links_still_occupied_count =
        0;  ///< number of links of the path that the message's tail has not left yet
    std::uint32_t end_time_change_count =
        0;  ///< how often end_time has changed because other messages shared the links
    /// the flow that stands for the message while it shares the bandwidth of its links; empty after its tail has left
    /// the first link
    std::optional<FlowId> bandwidth_flow{};
  };

  static double bytes_per_ns(Bandwidth bandwidth) { return static_cast<double>(bandwidth.bytes_per_second) * 1e-9; }
  static std::vector<double> link_capacities(const std::vector<Bandwidth>& links) {
    std::vector<double> result;
    for (const Bandwidth link : links) result.push_back(bytes_per_ns(link));
    return result;
  }

  RoutingHeader routing_header_of_message(const Request& message) const {
    return topology_.make_routing_header(message.owner, message.peer, message.route);
  }

  /// Returns how long the header and the data of a message take at `bandwidth`, rounded up to a whole nanosecond, so
  /// that even one byte takes some time.
  Duration message_transfer_time_at_bandwidth(std::uint64_t bytes, Bandwidth bandwidth) const noexcept {
    const std::uint64_t rate = bandwidth.bytes_per_second;
    __extension__ using UnsignedInt128 = unsigned __int128;
    return Duration{static_cast<std::int64_t>(
        (static_cast<UnsignedInt128>(options_.header_bytes + bytes) * 1'000'000'000U + rate - 1) / rate)};
  }

  /// Returns over how many links a message extends while it is blocked. A message with a circuit holds its whole path.
  std::uint32_t links_covered_by(const Request& message) const noexcept {
    const std::uint64_t links =
        (options_.header_bytes + message.bytes + options_.flit_buffer - 1) / options_.flit_buffer;
    const bool whole =
        options_.uses_circuits || links >= topology_.distance(message.owner, routing_header_of_message(message));
    return whole ? circuit_network_.kUnlimitedHeldChannels
                 : static_cast<std::uint32_t>(std::max<std::uint64_t>(links, 1));
  }

  void send_into_network(NodeId source, const Request& message) override {
    circuit_network_.start(source, routing_header_of_message(message),
                           {options_.time_per_hop, links_covered_by(message)});
  }

  void withdraw_from_network(NodeId source) override { circuit_network_.release(source); }
  Duration travel_time_of_head(const Request& message) const override {
    return options_.time_per_hop * topology_.distance(message.owner, routing_header_of_message(message));
  }

  void start_moving_data(NodeId source, const Request& message) override {
    WormTail& tail = worm_tails_[index(source)];
    tail.links_still_occupied_count = circuit_network_.held_channel_count(source);
    tail.end_time = emulation_.now() + message_transfer_time_at_bandwidth(message.bytes, options_.bandwidth) +
                    acknowledge_time(message);
    if (flow_network_ && options_.header_bytes + message.bytes > 0) return start_sharing_links(source, message);
    schedule_tail_event(source);
  }
  Duration acknowledge_time(const Request& message) const {
    if (!options_.uses_circuits) return Duration::zero();
    return options_.time_per_hop * topology_.distance(message.owner, routing_header_of_message(message));
  }

  // --- links whose bandwidth several messages share ------------------------------------------------------------------

  void start_sharing_links(NodeId source, const Request& message) {
    std::vector<EdgeId> path;
    circuit_network_.for_each_held_channel(
        source, [&](ChannelId channel) { path.push_back(EdgeId{index(topology_.link_of(channel))}); });
    WormTail& tail = worm_tails_[index(source)];
    // the end time is not known before share_bandwidth_anew() has shared out the bandwidth
    tail.end_time = VirtualTime::max();
    tail.bandwidth_flow =
        flow_network_->start(emulation_.now(), path, options_.header_bytes + message.bytes, index(source));
    share_bandwidth_anew();
  }

  /// Shares the bandwidth of the links out among the messages again. For each message whose data then ends at another
  /// time, schedules a new event for its tail.
  void share_bandwidth_anew() {
    flow_network_->compute_new_rates(emulation_.now());
    for (const FlowId flow : flow_network_->flows_with_new_rates()) {
      const NodeId source{flow_network_->label_from_caller_of_flow(flow)};
      emulation_.note_touched_by_event(source);
      WormTail& tail = worm_tails_[index(source)];
      const VirtualTime ends = flow_network_->end_time_of(flow) + acknowledge_time(outgoing_message_of(source));
      if (ends == std::exchange(tail.end_time, ends)) continue;
      ++tail.end_time_change_count;
      schedule_tail_event(source);
    }
  }

  void stop_sharing_links(WormTail& tail) {
    flow_network_->end_transfer(*tail.bandwidth_flow);
    tail.bandwidth_flow.reset();
    share_bandwidth_anew();
  }

  // --- the tail of a message, which frees the links -----------------------------------------------------------------

  /// Schedules the event at which the tail of the message from `source` leaves its next link. The tail of a worm leaves
  /// one link after another, a hop time apart, and the last one when the last byte arrives; a circuit leaves all its
  /// links together.
  void schedule_tail_event(NodeId source) {
    const WormTail& tail = worm_tails_[index(source)];
    const std::int64_t behind = options_.uses_circuits ? 0 : tail.links_still_occupied_count - 1;
    const VirtualTime at = std::max(emulation_.now(), tail.end_time - options_.time_per_hop * behind);
    emulation_.schedule(at - emulation_.now(), source, kTailLeavesLink, tail.end_time_change_count);
  }

  void handle_tail_event(const Event& event) {
    const NodeId source = event.node();
    WormTail& tail = worm_tails_[index(source)];
    if (event.subject_number != tail.end_time_change_count)
      return;  // ignore the event, as the message's end has moved since it was scheduled
    if (tail.bandwidth_flow) stop_sharing_links(tail);
    if (options_.uses_circuits || tail.links_still_occupied_count == 1) {
      circuit_network_.release(source);
      return handle_last_byte_arrival(source);
    }
    circuit_network_.release_tail_channel(source);
    --tail.links_still_occupied_count;
    schedule_tail_event(source);
  }

  // --- reports of what a message waits for --------------------------------------------------------------------------

  bool append_blockers_if_waiting_in_network(NodeId source, std::vector<BlockingResource>& out) const override {
    if (!circuit_network_.waits_for_link(source)) return false;
    circuit_network_.add_blockers(source, "message", out);
    return true;
  }

  const Topology& topology_;
  WormOptions options_;
  CircuitNetwork<Topology, RoutingHeader> circuit_network_;
  std::vector<WormTail> worm_tails_;  ///< for each node, the tail of the message that it is sending
  /// messages as flows, with the source of a message as `item`; empty in networks where no messages share a link
  std::optional<FlowNetwork> flow_network_;
};

}  // namespace switchyard
