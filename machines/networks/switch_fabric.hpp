#pragma once
/// \file switch_fabric.hpp
/// The emulated network of a machine with a switch that is never a bottleneck: messages share only the links between
/// their nodes and the switch, max-min fairly. Any number of messages may be under way.
///
/// Messages are eager: a message leaves at once, whether its receive is posted or not. If none is
/// posted when it arrives, it is stored if there is room; otherwise it waits, and holds nothing
/// that other messages need. Messages between the same two nodes go one after another.
///
/// If an arbiter (of a stress test) chooses the order of events, it may delay messages as long as it likes. Then the
/// links are not shared out, and the data of each message takes the time that it would take in an empty network.

#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "machines/endpoint/endpoint.hpp"
#include "machines/networks/flow_network.hpp"

namespace switchyard {

/// Constants of a machine with a switch. A message of m bytes, alone in the network, takes send_overhead + (header + m)
/// / bandwidth + latency + receive_overhead.
struct SwitchOptions {
  Duration send_overhead{};
  Duration receive_overhead{};
  Duration latency{};                     ///< time that a message takes through the switch
  Bandwidth bandwidth{};                  ///< bandwidth of the link from a node to the switch, and of the link back
  std::uint64_t header_bytes = 1;         ///< bytes of the header in front of the data, at least 1
  std::uint64_t system_buffer_bytes = 0;  ///< bytes of each node's buffer for messages whose receive is not posted yet
  TimePerByte copy_per_byte{};            ///< processor time of copying each byte of a message out of the system buffer
  Duration sync_per_step{};               ///< time of each of the ceil(log2 n) steps of a barrier of all n nodes
};

class SwitchFabric final : public EndpointFabric {
 public:
  SwitchFabric(Emulation& emulation, std::uint32_t nodes, const SwitchOptions& options);

  Duration send_overhead(const Request& /*send*/) override { return options_.send_overhead; }
  void post_send(Request& send) override;
  void on_event(const Event& event) override;
  /// Begins a barrier of all nodes, which is the only collective that machines with a switch have.
  void begin_collective(Collective kind, std::uint64_t bytes) override;
  void append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const override;
  std::vector<LeftOverMessage> left_over_messages() const override;
  FabricStatistics statistics() const override { return fabric_statistics_; }

 private:
  enum EventKind : std::uint32_t {
    /// messages have started or ended at this instant, so the bandwidth must be shared out anew
    kShareBandwidth = Emulation::kFirstFabricEventKind,
    /// the next message to end has left its links; ignored unless `subject_number` is the number of the latest alarm
    kNextTransferEndAlarm,
    kMessageArrived,  ///< the next message from node `subject_number` arrives at the event's node
  };

  struct MovingMessage : Transfer {
    VirtualTime data_begin_time{};
  };
  /// The messages that are under way between one pair of nodes, in one direction.
  struct MessagesOfNodePair {
    /// messages whose data leaves one after another; that of the first one is moving
    std::deque<MovingMessage*> leaving_messages;
    std::deque<MovingMessage*>
        arriving_messages;  ///< messages whose data has left the links, but which have not arrived yet
  };
  MessagesOfNodePair& messages_of_node_pair(const Request& message) {
    return messages_of_node_pairs_[{message.owner, message.peer}];
  }

  void start_moving_message(MovingMessage& moving);
  void end_next_transfer();
  void handle_message_arrival(NodeId source, NodeId destination);
  void schedule_bandwidth_sharing();
  void set_alarm_for_next_transfer_end();
  Duration transfer_time_alone(const Request& message) const noexcept;
  /// Returns the node id of events that concern the network as a whole. It is higher than the ids of all nodes, so at
  /// one instant these events come after those of the nodes.
  NodeId node_id_for_network_events() const noexcept { return NodeId{node_count_}; }

  void retry_finding_receive_or_buffer_space(NodeId /*source*/, NodeId /*destination*/) override {
  }  // never called, because no message holds a receive port
  void handle_granted_room(Transfer& transfer) override;

  std::uint32_t node_count_;
  SwitchOptions options_;
  /// messages as flows over the nodes' links; the `item` of a flow is the id of its MovingMessage. Edge 2 i is the link
  /// from node i to the switch, edge 2 i + 1 the link back.
  FlowNetwork flow_network_;
  TransferRecords<MovingMessage> transfers_;
  std::map<std::pair<NodeId, NodeId>, MessagesOfNodePair> messages_of_node_pairs_;
  const bool has_event_per_transfer_;
  bool is_bandwidth_sharing_due_ = false;
  std::uint32_t alarm_count_ = 0;
  VirtualTime next_alarm_time_ = VirtualTime::max();
};

}  // namespace switchyard
