#pragma once
/// \file active_messages.hpp
/// What the engine does about active messages: packets wait in an inbox until their node polls, waits or is
/// interrupted, and their handlers take processor time.

#include <boost/lockfree/spsc_queue.hpp>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "runtime/active_message.hpp"
#include "runtime/engine/deliveries.hpp"
#include "runtime/engine/guarded_fabric.hpp"
#include "runtime/engine/nodes.hpp"

namespace switchyard {

/// The state of one node's active messages: the packets that have arrived, the packets that its program sends, and the
/// time until which handlers keep the node busy.
struct PacketEndpoint {
  static constexpr std::size_t kOutgoingPacketLimit = 16;

  PacketEndpoint(NodeId node, std::uint32_t ports) : active_message_state(node, ports) {}

  std::deque<Packet> arrived_packets;         ///< packets that have arrived and were not handled yet
  std::size_t interrupting_packet_count = 0;  ///< number of packets of the inbox that interrupt the node
  bool is_receiving_packet = false;           ///< whether the first packet of the inbox is being received
  VirtualTime handlers_busy_until{};          ///< time until which handlers keep the node busy
  VirtualTime earliest_next_interrupt{};      ///< the earliest time of the next interrupt
  std::uint32_t poll_until_count = 0;         ///< number of blocking poll_until instructions of the node so far
  ActiveMessageState active_message_state;
  boost::lockfree::spsc_queue<Packet, boost::lockfree::capacity<kOutgoingPacketLimit>>
      outgoing_packets;  ///< packets that the node's program has sent and that have not been passed to the network yet,
                         ///< in program order
};

class ActiveMessages {
 public:
  /// Makes a PacketEndpoint for each node, or none if the machine has no active messages.
  ActiveMessages(const MachineModel& machine, Nodes& nodes, MessageDelivery& deliveries, GuardedFabric& fabric);

  PacketEndpoint& endpoint(NodeId node) noexcept { return *endpoints_[index(node)]; }
  /// Returns the open bulk ports of a node; an empty list if the machine has no active messages.
  std::vector<OpenBulkPort> ports_still_open(NodeId node) const {
    return endpoints_.empty() ? std::vector<OpenBulkPort>{}
                              : endpoints_[index(node)]->active_message_state.ports_still_open();
  }
  std::optional<NodeId> lock_holder(NodeId owner) const {
    return endpoints_[index(owner)]->active_message_state.busy_lock().holder();
  }

  // --- instructions of nodes: each function returns true if the node need not wait -----------------------------------
  /// Sends the node's first outgoing packet.
  bool send_first_outgoing_packet(NodeId node);
  /// Handles all packets that have arrived at the node.
  bool handle_arrived_packets(NodeId node);
  /// Polls until the instruction's condition holds or its deadline has passed.
  bool poll_until(NodeId node);
  /// Called after the node has tried in vain to take a busy lock: after many such tries in a row
  /// the node sleeps until the lock is free.
  bool note_refused_lock(NodeId node);

  /// Wakes each node that sleeps until a lock is free, if that lock is free now. Call this after
  /// programs have run, because they may have freed locks.
  void wake_nodes_waiting_for_locks() {
    if (!nodes_waiting_for_locks_.empty()) [[unlikely]]
      wake_nodes_whose_lock_is_free();
  }

  // --- the network --------------------------------------------------------------------------------------------------
  /// Called when an active message has reached its destination, where it waits until the node
  /// polls.
  void add_arrived_packet(const Packet& packet);
  /// Resumes `node`, because the packet that it could not send before has entered the network.
  void resume_after_packet_sent(NodeId node) {
    nodes_.agenda().note_event_touches(node);
    nodes_.start_next_instruction(node);
  }

  // --- events -------------------------------------------------------------------------------------------------------
  /// Starts to receive the first packet of the node's inbox, if the node polls now or is
  /// interrupted.
  void receive_next_packet(NodeId node);
  /// Runs the handler of the first packet of the node's inbox. Called when the time that receiving
  /// the packet takes is over.
  void handle_first_packet(NodeId node);
  /// Returns whether the poll for which the event `deadline` was scheduled has already ended, so
  /// that the event no longer matters.
  bool poll_has_ended(const Event& deadline) const;

  /// Throws an error if active messages left something open at the end of the run: packets that
  /// were never handled, locks that are still held, or bulk ports that still wait for bytes.
  void check_nothing_left_open() const;

 private:
  void run_handler_of(Packet packet, PacketEndpoint& endpoint);
  void note_packet_handled(NodeId node);
  void recheck_poll_after_handler(NodeId node);
  bool poll_condition_holds(NodeId node);
  void wake_nodes_whose_lock_is_free();

  Nodes& nodes_;
  MessageDelivery& message_delivery_;
  GuardedFabric& fabric_;
  std::vector<std::unique_ptr<PacketEndpoint>> endpoints_;
  std::vector<NodeId>
      nodes_waiting_for_locks_;  ///< nodes that sleep until a lock is free, and some that have been woken since
};

}  // namespace switchyard
