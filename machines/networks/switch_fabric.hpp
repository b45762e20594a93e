#pragma once
/// \file switch_fabric.hpp
/// The running network of a machine with a switch that is never a bottleneck: messages share only
/// the links between their nodes and the switch, max-min fairly. Any number of messages may be
/// under way.
///
/// Messages are eager: a message leaves at once, whether its receive is posted or not. If none is
/// posted when it arrives, it is stored if there is room; otherwise it waits, and holds nothing
/// that other messages need. Messages between the same two nodes go one after another.
///
/// If an arbiter chooses the order of events, it may delay messages as long as it likes. Then the
/// links are not shared out, and the data of each message takes the time of a lone message.

#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "machines/endpoint/endpoint.hpp"
#include "machines/networks/flow_network.hpp"

namespace switchyard {

/// Constants of a machine with a switch. A lone message of m bytes takes send_overhead + (header + m) / bandwidth +
/// latency + receive_overhead.
struct SwitchOptions {
  Duration send_overhead{};
  Duration receive_overhead{};
  Duration latency{};                     ///< latency of the switch
  Bandwidth bandwidth{};                  ///< bandwidth of a node's way in, and of its way out
  std::uint64_t header_bytes = 1;         ///< bytes of the header before the data, from 1
  std::uint64_t system_buffer_bytes = 0;  ///< bytes of each node's buffer for messages without a posted receive
  TimePerByte copy_per_byte{};            ///< processor time of copying each byte of a message out of the system buffer
  Duration sync_per_step{};               ///< time of each of the ceil(log2 n) steps of the global synchronisation
};

class SwitchFabric final : public EndpointFabric {
 public:
  SwitchFabric(Emulation& emulation, std::uint32_t nodes, const SwitchOptions& options);

  Duration send_overhead(const Request& /*send*/) override { return options_.send_overhead; }
  void post_send(Request& send) override;
  void on_event(const Event& event) override;
  /// Begins a global synchronisation, which is the only collective that these machines have.
  void begin_collective(Collective kind, std::uint64_t bytes) override;
  void append_blockers_of(const Request& request, std::vector<Blocker>& out) const override;
  std::vector<LeftOver> left_over_messages() const override;
  FabricStatistics statistics() const override { return fabric_statistics_; }

 private:
  enum EventKind : std::uint32_t {
    kShareBandwidth = Emulation::kFirstFabricEventKind,  ///< messages have started or ended at this instant
    kNextTransferEndAlarm,  ///< the next message to end has left its links, if `item` is the number of the latest alarm
    kMessageArrived,        ///< the next message from node `item` arrives
  };

  struct MovingMessage : Transfer {
    VirtualTime data_begin_time{};
  };
  /// The messages that are under way from one node to another.
  struct MessagePath {
    std::deque<MovingMessage*> leaving_messages;  ///< messages that leave one by one; the data of the first one moves
    std::deque<MovingMessage*>
        arriving_messages;  ///< messages whose data has left the links, but which have not arrived
  };
  MessagePath& message_path_of(const Request& message) { return message_paths_[{message.owner, message.peer}]; }

  void start_moving_message(MovingMessage& moving);
  void end_next_transfer();
  void handle_message_arrival(NodeId source, NodeId destination);
  void schedule_bandwidth_sharing();
  void set_alarm_for_next_transfer_end();
  Duration transfer_time_alone(const Request& message) const noexcept;
  /// Returns the node id for events of the network as a whole. It is higher than the ids of all
  /// nodes, so at one instant these events come after those of the nodes.
  NodeId event_node_of_network() const noexcept { return NodeId{node_count_}; }

  void retry_finding_receive_or_room(NodeId /*source*/, NodeId /*destination*/) override {
  }  // this function is never called, as no message holds a port
  void handle_granted_room(Transfer& transfer) override;

  std::uint32_t node_count_;
  SwitchOptions options_;
  /// `item` of a flow is the id of a MovingMessage; edge 2 i is the way out of node i, edge 2 i + 1 its way in
  FlowNetwork flow_network_;
  TransferRecords<MovingMessage> transfers_;
  std::map<std::pair<NodeId, NodeId>, MessagePath> message_paths_;
  const bool has_event_per_transfer_;
  bool is_bandwidth_sharing_due_ = false;
  std::uint32_t alarm_count_ = 0;
  VirtualTime next_alarm_time_ = VirtualTime::max();
};

}  // namespace switchyard
