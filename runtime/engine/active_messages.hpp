#pragma once
/// \file active_messages.hpp
/// How the engine treats active messages: packets that have arrived wait until their node polls, waits or is
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

  std::deque<Packet> arrived_packets;  ///< packets (active messages) that have arrived at the node and were not handled
                                       ///< yet, in the order of arrival
  std::size_t interrupting_packet_count = 0;  ///< number of packets in `arrived_packets` that interrupt the node
  bool is_receiving_packet = false;   ///< whether the node is receiving the first packet in `arrived_packets`, so that
                                      ///< the packet's handler runs when an event already scheduled is due
  VirtualTime handlers_busy_until{};  ///< virtual time until which receiving packets and running their handlers keeps
                                      ///< the node busy
  VirtualTime earliest_next_interrupt{};  ///< the earliest virtual time at which the node may be interrupted again
  std::uint32_t blocking_poll_instruction_count = 0;  ///< number of the node's poll_until instructions that did not end
                                                      ///< at once, so far
  ActiveMessageState active_message_state;
  boost::lockfree::spsc_queue<Packet, boost::lockfree::capacity<kOutgoingPacketLimit>>
      outgoing_packets;  ///< packets that the node's program has sent and that have not been passed to the network yet,
                         ///< in program order
};

class ActiveMessages {
 public:
  /// Makes a PacketEndpoint for each node, or none if the machine has no active messages.
  ActiveMessages(const MachineModel& machine, Nodes& nodes, MessageDelivery& deliveries,
                 FabricWithErrorContext& fabric);

  PacketEndpoint& endpoint(NodeId node) noexcept { return *endpoints_[index(node)]; }
  /// Returns the bulk ports of a node that still wait for data; an empty list if the machine has no active messages.
  std::vector<OpenBulkPort> ports_still_open(NodeId node) const {
    return endpoints_.empty() ? std::vector<OpenBulkPort>{}
                              : endpoints_[index(node)]->active_message_state.ports_still_open();
  }
  std::optional<NodeId> lock_holder(NodeId owner) const {
    return endpoints_[index(owner)]->active_message_state.busy_lock().holder();
  }

  // --- instructions of nodes: each function returns true if the node need not wait -----------------------------------

  /// Passes the first of the packets that the node's program has sent to the network.
  bool send_first_outgoing_packet(NodeId node);
  /// Handles all packets (active messages) that have arrived at the node.
  bool handle_arrived_packets(NodeId node);
  /// Polls until the instruction's condition holds or its deadline has passed, while packets are handled.
  bool poll_until(NodeId node);
  /// Called after the node has tried in vain to take a busy lock. After many such tries in a row the node sleeps until
  /// the lock is free.
  bool note_refused_lock(NodeId node);

  /// Wakes each node that sleeps until a lock is free, if that lock is free now. Call this after
  /// programs have run, because they may have freed locks.
  void wake_nodes_waiting_for_locks() {
    if (!nodes_waiting_for_locks_.empty()) [[unlikely]]
      wake_nodes_whose_lock_is_free();
  }

  // --- functions that the network calls ------------------------------------------------------------------------------

  /// Adds an active message that has reached its destination to the node's arrived packets. The message is received
  /// when the node polls, waits or is interrupted.
  void add_arrived_packet(const Packet& packet);
  /// Resumes `node`, because the packet that it could not send before has entered the network.
  void resume_after_packet_sent(NodeId node) {
    nodes_.agenda().note_touched_by_event(node);
    nodes_.start_next_instruction(node);
  }

  // --- events of the engine ------------------------------------------------------------------------------------------

  /// Starts to receive the first of the packets that have arrived at the node, if the node polls or waits now, or a
  /// packet interrupts it.
  void receive_next_packet(NodeId node);
  /// Runs the handler of the first of the packets that have arrived at the node. Called when the time that receiving
  /// the packet takes is over.
  void handle_first_packet(NodeId node);
  /// Returns whether the poll has already ended whose deadline the event `deadline` marks, so that the event no longer
  /// matters.
  bool poll_has_ended(const Event& deadline) const;

  /// Throws an error if active messages have left something open at the end of the run: packets that were never
  /// handled, locks that are still held, or bulk ports that still wait for bytes.
  void check_nothing_left_open() const;

 private:
  void run_handler_of(Packet packet, PacketEndpoint& endpoint);
  void note_packet_handled(NodeId node);
  void recheck_poll_after_handler(NodeId node);
  bool poll_condition_holds(NodeId node);
  void wake_nodes_whose_lock_is_free();

  Nodes& nodes_;
  MessageDelivery& message_delivery_;
  FabricWithErrorContext& fabric_;
  std::vector<std::unique_ptr<PacketEndpoint>> endpoints_;
  std::vector<NodeId> nodes_waiting_for_locks_;  ///< nodes that sleep until a lock is free, and also some nodes that
                                                 ///< slept so and were woken for another reason
};

}  // namespace switchyard
