#include <fmt/format.h>

#include "machines/cm5_fabric.hpp"
#include "runtime/call_text.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"

// Active messages and bulk transfers on the CM-5.

namespace switchyard {
namespace {

/// Packet::item of one that never was in the network: a node's own, when a port has all its bytes.
constexpr std::uint32_t kLocal = ~std::uint32_t{0};

}  // namespace

bool Cm5Fabric::inject(const Packet& packet) {
  Port& to = port(packet.destination);
  const bool has_room = to.outside.empty() && to.packets < options_.packet_buffers;
  if (has_room) {
    launch(packet, Duration::zero());
  } else {
    to.outside.push_back(packet);
  }
  return has_room;
}

/// Replies have a network of their own, which nodes empty whatever they wait for.
void Cm5Fabric::inject_reply(const Packet& packet, Duration after) { launch(packet, after); }

void Cm5Fabric::launch(const Packet& packet, Duration after) {
  if (free_packets_.empty()) {
    free_packets_.push_back(static_cast<std::uint32_t>(packets_.size()));
    packets_.emplace_back();
  }
  const std::uint32_t slot = free_packets_.back();
  free_packets_.pop_back();
  packets_[slot] = packet;
  emulation_.schedule(after + options_.packet_latency + route_delay(packet), packet.destination, kPacket, slot);
  ++port(packet.destination).packets;
}

/// Each packet takes a random way up the tree; one that meets others may be overtaken.
Duration Cm5Fabric::route_delay(const Packet& packet) {
  const std::uint64_t number = port(packet.source).packets_sent++;
  if (port(packet.destination).packets == 0 || options_.packet_spread == Duration::zero()) return Duration::zero();
  Rng random(split_seed(split_seed(emulation_.seed(), index(packet.source)), number));
  return Duration{
      static_cast<Duration::rep>(random.below(static_cast<std::uint64_t>(options_.packet_spread.count()) + 1))};
}

void Cm5Fabric::packet_taken(const Packet& packet) {
  if (packet.item == kLocal) return;
  ++statistics_.packets;
  Port& to = port(packet.destination);
  --to.packets;
  if (to.outside.empty() || to.packets >= options_.packet_buffers) return;
  const Packet next = to.outside.front();
  to.outside.pop_front();
  launch(next, Duration::zero());
  if (next.run != nullptr) emulation_.packet_sent(next.source);
}

/// A bulk transfer begins with a packet of its own, which its receiver has to handle.
void Cm5Fabric::announce(Request& send) {
  Packet packet;
  packet.source = send.owner;
  packet.destination = send.peer;
  packet.item = new_transfer(send, send);
  if (Observer* observer = emulation_.observer()) {
    observer->transfer_begins(emulation_.now(), packet.item, info_of(send, emulation_.now()));
  }
  packet.site = send.site;
  inject(packet);
}

void Cm5Fabric::on_packet(const Packet& packet) { start_data(packet.item); }

void Cm5Fabric::end_copy(std::uint32_t number) {
  Request& send = *transfers_[number].send;
  free_.push_back(number);
  try {
    auto at_zero = emulation_.reception(send.peer).put(*reinterpret_cast<const Gather*>(send.data), send.owner);
    if (at_zero) {
      at_zero->item = kLocal;
      emulation_.arrive(*at_zero);
    }
  } catch (const UsageError& error) {
    return emulation_.fail(std::make_exception_ptr(
        NodeError(send.owner, fmt::format("node {} in {}: {}", index(send.owner), call_text(send), error.what()))));
  }
  emulation_.complete(send);
}

/// Moving data takes the processor, too.
bool Cm5Fabric::interrupt(NodeId node, Duration time) {
  if (!flows_.hold_up(emulation_.now(), processor(node), time)) return false;
  own_events_ ? set_own_alarms() : set_alarm();
  return true;
}

void Cm5Fabric::packet_blockers(NodeId node, std::vector<Blocker>& out) const {
  for (const Port& to : ports_) {
    for (const Packet& packet : to.outside) {
      if (packet.source != node) continue;
      out.push_back({packet.destination, fmt::format("room in the network for packets to node {}, which does not poll",
                                                     index(packet.destination))});
    }
  }
}

}  // namespace switchyard
