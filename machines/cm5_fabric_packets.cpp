#include <fmt/format.h>

#include "machines/cm5_fabric.hpp"
#include "runtime/call_text.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"

// This file has the part of the class Cm5Fabric for active messages and bulk transfers.

namespace switchyard {
namespace {

/// Value of Packet::network_private_number that marks a packet that never enters the network: a node sends it to itself
/// when a bulk port has received all its bytes.
constexpr std::uint32_t kItemOfLocalPacket = ~std::uint32_t{0};

}  // namespace

/// Puts a packet into the network interface of its node, from which packets enter the fat tree one after another. In
/// the tree a packet is treated as a fluid, like the data of messages: it gets its fair share of each edge until all
/// its bytes have crossed. The rest of the latency of a packet in an empty network is added after that. The time of the
/// processors is counted separately.
///
/// If an arbiter (of a stress test) chooses the order of events, it may delay any packet as long as it likes. Then
/// packets neither queue in the interface nor share edges.
bool Cm5Fabric::inject(const Packet& packet) {
  if (!has_event_per_transfer_) {
    Cm5Endpoint& from = endpoint(packet.source);
    if (from.request_lane.packet_count >= options_.packet_queue) {
      from.unsent_packet = packet;
      return false;
    }
  }
  return launch_or_queue_packet(packet);
}

/// Lets a packet into the network and returns true. If the network has no room for packets to its
/// destination, queues the packet and returns false.
bool Cm5Fabric::launch_or_queue_packet(const Packet& packet) {
  Cm5Endpoint& to = endpoint(packet.destination);
  const bool has_room = to.waiting_packets.empty() && to.packets_in_network_count < options_.packet_buffers;
  if (has_room) {
    launch_packet(packet, &Cm5Endpoint::request_lane, Duration::zero());
  } else {
    to.waiting_packets.push_back(packet);
  }
  return has_room;
}

/// Puts a reply into the network interface's queue for replies, which is separate from the queue for requests, so that
/// a full queue of requests never delays a reply.
void Cm5Fabric::inject_reply(const Packet& packet, Duration after) {
  launch_packet(packet, &Cm5Endpoint::reply_lane, after);
}

void Cm5Fabric::launch_packet(const Packet& packet, PacketLane Cm5Endpoint::*lane, Duration after) {
  if (free_packet_slots_.empty()) {
    free_packet_slots_.push_back(static_cast<std::uint32_t>(moving_packets_.size()));
    moving_packets_.emplace_back();
  }
  const std::uint32_t slot = free_packet_slots_.back();
  free_packet_slots_.pop_back();
  const Duration spread = random_route_delay(packet);
  moving_packets_[slot] = {.packet = packet, .lane = lane, .random_delay = spread};
  ++endpoint(packet.destination).packets_in_network_count;
  if (has_event_per_transfer_ || packet.source == packet.destination) {
    emulation_.schedule(after + options_.packet_latency + spread, packet.destination, kPacketArrived, slot);
  } else if (after > Duration::zero()) {
    emulation_.schedule(after, packet.source, kReplyJoinsInterfaceQueueEvent, slot);
  } else {
    append_packet_to_lane(slot);
  }
}

/// Puts the packet in `slot` at the end of its queue in the network interface, from which packets enter the fat tree.
void Cm5Fabric::append_packet_to_lane(std::uint32_t slot) {
  const MovingPacket& moving = moving_packets_[slot];
  PacketLane& lane = endpoint(moving.packet.source).*moving.lane;
  if (lane.packet_count++ == 0) {
    lane.first_slot = slot;
    start_crossing_of_first_packet(lane);
  } else {
    moving_packets_[lane.last_slot].slot_of_next_packet = slot;
  }
  lane.last_slot = slot;
}

void Cm5Fabric::start_crossing_of_first_packet(const PacketLane& lane) {
  MovingPacket& moving = moving_packets_[lane.first_slot];
  moving.network_crossing_begin_time = emulation_.now();
  path_edge_buffer_.clear();
  add_tree_path(moving.packet.source, moving.packet.destination);
  flow_network_.start(emulation_.now(), path_edge_buffer_, options_.packet_payload, kItemIsPacketBit | lane.first_slot,
                      RateLimit::not_limited);
  schedule_bandwidth_sharing();
}

/// Handles the moment at which the last byte of a packet has left the slowest edge of the packet's
/// path.
void Cm5Fabric::end_packet_crossing(std::uint32_t slot) {
  const MovingPacket& moving = moving_packets_[slot];
  const Duration alone = crossing_time(moving.packet);
  fabric_statistics_.link_wait += emulation_.now() - moving.network_crossing_begin_time - alone;
  const Duration rest = std::max(options_.packet_latency - alone, Duration::zero()) + moving.random_delay;
  const NodeId source = moving.packet.source;
  emulation_.schedule(rest, moving.packet.destination, kPacketArrived, slot);
  PacketLane& lane = endpoint(source).*moving.lane;
  lane.first_slot = moving.slot_of_next_packet;
  if (--lane.packet_count > 0) start_crossing_of_first_packet(lane);
  handle_free_slot_in_network_interface(source);
}

/// Handles room that has become free in the network interface of `node`: sends the packet for which the node's program
/// may be waiting.
void Cm5Fabric::handle_free_slot_in_network_interface(NodeId node) {
  Cm5Endpoint& from = endpoint(node);
  if (!from.unsent_packet || from.request_lane.packet_count >= options_.packet_queue) return;
  const Packet packet = *from.unsent_packet;
  from.unsent_packet.reset();
  if (launch_or_queue_packet(packet)) emulation_.resume_after_packet_sent(node);
}

/// Returns a random additional delay for a packet. Packets take random paths up the tree, and a packet that meets
/// others may be overtaken.
Duration Cm5Fabric::random_route_delay(const Packet& packet) {
  const std::uint64_t number = endpoint(packet.source).packets_sent_count++;
  if (endpoint(packet.destination).packets_in_network_count == 0 || options_.packet_spread == Duration::zero())
    return Duration::zero();
  Rng random(split_seed(split_seed(emulation_.seed(), index(packet.source)), number));
  return Duration{static_cast<Duration::rep>(
      random.random_number_below(static_cast<std::uint64_t>(options_.packet_spread.count()) + 1))};
}

void Cm5Fabric::on_packet_taken(const Packet& packet) {
  if (packet.network_private_number == kItemOfLocalPacket) return;
  ++fabric_statistics_.packets;
  Cm5Endpoint& to = endpoint(packet.destination);
  --to.packets_in_network_count;
  if (to.waiting_packets.empty() || to.packets_in_network_count >= options_.packet_buffers) return;
  const Packet next = to.waiting_packets.front();
  to.waiting_packets.pop_front();
  launch_packet(next, &Cm5Endpoint::request_lane, Duration::zero());
  if (next.run != nullptr) emulation_.resume_after_packet_sent(next.source);
}

/// Sends the packet that announces a bulk transfer. The receiver has to handle it before the data
/// moves.
void Cm5Fabric::announce_bulk_send(Request& send) {
  Packet packet;
  packet.source = send.owner;
  packet.destination = send.peer;
  packet.network_private_number = new_transfer_number(send, send);
  if (Observer* observer = emulation_.observer()) {
    observer->transfer_begins(emulation_.now(), packet.network_private_number,
                              transfer_info_of(send, emulation_.now()));
  }
  packet.site = send.site;
  launch_or_queue_packet(packet);
}

void Cm5Fabric::on_own_packet_handled(const Packet& packet) { start_data_of_transfer(packet.network_private_number); }

void Cm5Fabric::end_bulk_transfer(std::uint32_t number) {
  Request& send = *matched_transfers_[number].send;
  free_transfer_numbers_.push_back(number);
  try {
    auto packet_when_complete = emulation_.active_message_state_of(send.peer).add_bulk_data(
        *reinterpret_cast<const BulkData*>(send.data), send.owner);
    if (packet_when_complete) {
      packet_when_complete->network_private_number = kItemOfLocalPacket;
      emulation_.add_arrived_packet(*packet_when_complete);
    }
  } catch (const UsageError& error) {
    return emulation_.end_run_with_error(std::make_exception_ptr(
        NodeError(send.owner, fmt::format("node {} in {}: {}", index(send.owner), call_text(send), error.what()))));
  }
  emulation_.complete_request(send);
}

/// Delays the data of all transfers at `node` by the time of an interrupt, because the interrupt takes the processor
/// that moves the data. Returns whether the node has such transfers.
bool Cm5Fabric::interrupt(NodeId node, Duration time) {
  if (!flow_network_.delay_transfers_on_edge(emulation_.now(), processor_edge(node), time)) return false;
  has_event_per_transfer_ ? set_alarm_of_each_transfer() : set_alarm_for_next_transfer_end();
  return true;
}

void Cm5Fabric::append_blockers_of_unsent_packet(NodeId node, std::vector<BlockingResource>& out) const {
  for (const Cm5Endpoint& to : endpoints_) {
    for (const Packet& packet : to.waiting_packets) {
      if (packet.source != node) continue;
      out.push_back({packet.destination, {ResourceKind::network_room_for_packets, packet.destination}});
    }
  }
}

}  // namespace switchyard
