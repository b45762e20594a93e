#pragma once
/// \file cm5_fabric.hpp
/// The running networks of a CM-5: the rendezvous of sends and receives; data and packets, which
/// flow like a fluid through the fat tree; and the control network.
///
/// The stages of a message: request to the receiver -> its receive is posted -> clear to send ->
/// data -> both nodes continue.
/// Source: [P] Ponnusamy et al. 1992, sec. 2; see cm5.hpp.

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/networks/flow_network.hpp"
#include "machines/topology/fat_tree.hpp"
#include "runtime/emulation.hpp"
#include "runtime/fabric.hpp"
#include "runtime/matching.hpp"

namespace switchyard {

class Cm5Fabric final : public Fabric {
 public:
  Cm5Fabric(Emulation& emulation, const FatTree& tree, const machines::Cm5Options& options);

  Duration send_overhead(const Request& send) override;
  void post_send(Request& send) override;
  void post_to_self(Request& send) override { post_send(send); }
  void post_receive(Request& receive) override;
  bool find_message(Request& probe) override;
  bool cancel(Request& request) override;
  void begin_collective(Collective kind, std::uint64_t bytes) override;
  bool inject(const Packet& packet) override;
  void inject_reply(const Packet& packet, Duration after) override;
  void on_packet_taken(const Packet& packet) override;
  void on_own_packet_handled(const Packet& packet) override;
  bool interrupt(NodeId node, Duration time) override;
  void prefetch_for_next_events(const Event& next, const Event& after) const override;
  void on_event(const Event& event) override;
  bool reports_touched_state() const override { return true; }
  void append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const override;
  void append_blockers_of_unsent_packet(NodeId node, std::vector<BlockingResource>& out) const override;
  std::vector<LeftOverMessage> left_over_messages() const override;
  FabricStatistics statistics() const override { return fabric_statistics_; }
  void show_open_transfers(Observer& observer) const override;

 private:
  enum EventKind : std::uint32_t {
    /// the receiver has answered, so the data of transfer `subject_number` may go
    kClearedToSend = Emulation::kFirstFabricEventKind,
    /// the data of one or more transfers ends now; ignored unless `subject_number` is the number of the latest alarm
    kNextDataEndAlarm,
    /// transfers have started or ended at this instant, so the bandwidth must be shared out anew
    kShareBandwidth,
    kSenderProgramResumesEvent,  ///< the sender's part of transfer `subject_number` is over, and its program continues
    kReceiverProgramResumesEvent,  ///< the receiver's part of transfer `subject_number` is over, and its program
                                   ///< continues
    kPacketArrived,                ///< the packet in slot `subject_number` of moving_packets_ has arrived
    kTransferEndAlarm,  ///< the data of the transfer whose latest alarm has the number `subject_number` ends now
    /// the request of a send has reached the event's node, whose probes can find it from now on
    kRequestToSendArrived,
    kNextRequestToSendArrived,  ///< the request of the next send from node `subject_number` has reached the event's
                                ///< node
    kReplyJoinsInterfaceQueueEvent,  ///< the reply in slot `subject_number` of moving_packets_ gets in line to enter
                                     ///< the network
  };

  /// A send and its matching receive, from their match until both nodes have continued.
  struct alignas(kCacheLine) MatchedTransfer {
    Request* send = nullptr;
    Request* receive = nullptr;
    VirtualTime data_begin_time{};
    NodeId destination{};
    bool has_one_node_continued = false;  ///< whether the sender or the receiver has already continued its program
    // The fields `network_flow_of_data`, `data_end_time` and `latest_alarm` are used only if an arbiter (of a stress
    // test) chooses the order of events.
    std::optional<FlowId> network_flow_of_data =
        std::nullopt;  ///< flow that carries the data; empty before it starts and after it
    VirtualTime data_end_time{};
    std::uint32_t latest_alarm = 0;  ///< number of the latest alarm (event for the end of the data) of this transfer
  };
  /// A send that has been posted, but has not found its receive yet.
  struct UnmatchedSend : EarlyMessage {
    Request* send = nullptr;
    VirtualTime posting_time{};
  };
  /// The times at which the receives of a node were posted. Receives are numbered in the order in which they are
  /// posted.
  class PostingTimes {
   public:
    void add(VirtualTime at) { posting_times_.push_back(at); }
    VirtualTime remove_and_return_posting_time(std::uint32_t number);

   private:
    static constexpr VirtualTime kSentinelForRemovedPostingTime = VirtualTime::max();
    void erase_removed_posting_times_at_front();

    std::vector<VirtualTime> posting_times_;
    /// number of the receive to which the first time in posting_times_ belongs
    std::uint32_t first_receive_number_ = 0;
    /// number of consecutive times at the front of posting_times_ whose receives are matched or cancelled
    std::uint32_t removed_front_count_ = 0;
  };
  static constexpr std::uint32_t kItemIsPacketBit =
      1U << 31U;  ///< bit in the `item` of a flow: set if the flow is a packet and the other bits are its slot
  struct Cm5Endpoint;
  /// The packets that the network interface of a node holds, as a linked FIFO of slots in moving_packets_. Only the
  /// first packet moves.
  struct PacketLane {
    std::uint32_t first_slot = 0;
    std::uint32_t last_slot = 0;
    std::uint32_t packet_count = 0;
  };
  /// A packet on its way from the network interface of its source to its destination.
  struct MovingPacket {
    Packet packet;
    PacketLane Cm5Endpoint::*lane = nullptr;
    /// random delay of the packet, in addition to the latency of a packet in an empty network
    Duration random_delay{};
    VirtualTime network_crossing_begin_time{};
    /// slot in moving_packets_ of the packet behind this one in the FIFO of its network interface
    std::uint32_t slot_of_next_packet = 0;
  };
  struct alignas(kCacheLine) Cm5Endpoint {
    // The fields up to sends_waiting_for_buffer are used by every message, and so come first.
    EarlyMessages<UnmatchedSend> unmatched_sends;  ///< sends to this node that no receive matches yet
    PostingTimes receive_posting_times;
    std::uint32_t used_send_buffer_count = 0;       ///< number of sends of this node that have a send buffer
    PostedReceives unmatched_receives;              ///< receives of this node that no send matches yet
    std::deque<Request*> sends_waiting_for_buffer;  ///< sends of this node that wait for a send buffer
    /// sends that probes have found, each reserved for a receive that the program posts later
    EarlyMessages<UnmatchedSend> probed_sends;
    std::deque<Packet> waiting_packets;          ///< packets to this node that the network has no room for yet
    std::uint32_t packets_in_network_count = 0;  ///< number of packets to this node that are in the network
    std::uint32_t packets_sent_count = 0;        ///< number of packets that this node has sent
    PacketLane request_lane;
    PacketLane reply_lane;
    std::optional<Packet>
        unsent_packet;  ///< the packet that the node's program waits to send, because `request_lane` is full
  };

  Cm5Endpoint& endpoint(NodeId node) noexcept {
    emulation_.note_touched_by_event(node);
    return endpoints_[index(node)];
  }
  const Cm5Endpoint& endpoint(NodeId node) const noexcept { return endpoints_[index(node)]; }
  void send_request_to_send(Request& send);
  void match_or_store_send(Request& send, VirtualTime sent);
  void handle_next_request_to_send(NodeId source, NodeId destination);
  bool cancel_send(Request& send);
  void withdraw_unmatched_send(const Request& send);
  static bool takes_send_buffer(const Request& send) noexcept {
    return !is_context_with_promised_progress(send.context);
  }
  void free_send_buffer_of(const Request& send);
  bool is_known_to_receiver(const UnmatchedSend& offer) const;
  void start_matched_transfer(Request& send, VirtualTime sent, Request& receive, VirtualTime posted);
  std::uint32_t new_transfer_number(Request& send, Request& receive);
  void start_data_of_transfer(std::uint32_t number);
  void end_data_of_transfer(std::uint32_t number);
  void complete_send_of_transfer(std::uint32_t number);
  void complete_receive_of_transfer(std::uint32_t number);
  void end_transfer_at_one_node(std::uint32_t number);
  void announce_bulk_send(Request& send);
  void end_bulk_transfer(std::uint32_t number);
  bool launch_or_queue_packet(const Packet& packet);
  void launch_packet(const Packet& packet, PacketLane Cm5Endpoint::*lane, Duration after);
  void append_packet_to_lane(std::uint32_t slot);
  void start_crossing_of_first_packet(const PacketLane& lane);
  void end_packet_crossing(std::uint32_t slot);
  void handle_free_slot_in_network_interface(NodeId node);
  void end_flow_of_transfer_or_packet(std::uint32_t item) {
    (item & kItemIsPacketBit) != 0 ? end_packet_crossing(item & ~kItemIsPacketBit) : end_data_of_transfer(item);
  }
  template <class Use>
  void for_each_tree_edge(NodeId from, NodeId to, Use use) const;
  void prefetch_edges_of_transfer(NodeId from, NodeId to) const;
  void add_tree_path(NodeId from, NodeId to);
  static bool is_event_of_transfer(const Event& event) noexcept {
    return event.kind == kClearedToSend || event.kind == kSenderProgramResumesEvent ||
           event.kind == kReceiverProgramResumesEvent;
  }
  Duration crossing_time(const Packet& packet) const noexcept {
    return packet_crossing_times_[FatTree::level_of_common_cluster(packet.source, packet.destination)];
  }
  Duration random_route_delay(const Packet& packet);
  void append_holders_of_send_buffers(NodeId node, std::vector<BlockingResource>& out) const;
  static TransferInfo transfer_info_of(const Request& send, VirtualTime queued);
  void show_transfer_start(std::uint32_t number, VirtualTime sent, VirtualTime asked, VirtualTime ready) const;
  void show_transfer_end(std::uint32_t number) const;
  void schedule_bandwidth_sharing();
  void set_alarm_for_next_transfer_end();
  void set_alarm_of_each_transfer();
  void handle_transfer_end_alarm(std::uint32_t alarm);
  std::span<const EdgeId> path_edges(NodeId from, NodeId to);
  std::uint64_t padded_payload_bytes(std::uint64_t bytes) const noexcept;
  EdgeId processor_edge(NodeId node) const noexcept { return EdgeId{fat_tree_.edge_count() + index(node)}; }
  /// Returns the node id of events that concern the network as a whole. It is higher than the ids of all nodes, so at
  /// one instant these events come after those of the nodes.
  NodeId node_id_for_network_events() const noexcept { return NodeId{fat_tree_.node_count()}; }

  Emulation& emulation_;
  const FatTree& fat_tree_;
  machines::Cm5Options options_;
  /// for each level of the fat tree: whether its edges can be a bottleneck although the edges of the level below are
  /// none
  std::vector<bool> can_fat_tree_level_be_bottleneck_;
  /// time of a single packet on the slowest edge of its path in an empty network, by the level of the smallest cluster
  /// that holds both nodes
  std::vector<Duration> packet_crossing_times_;
  /// transfers and packets as flows; the `item` of a flow is a transfer's number, or the slot of a packet with
  /// kItemIsPacketBit
  FlowNetwork flow_network_;
  std::vector<Cm5Endpoint> endpoints_;
  EarlyMessageRecords<UnmatchedSend> unmatched_send_records_;
  std::vector<MatchedTransfer> matched_transfers_;
  std::vector<std::uint32_t> free_transfer_numbers_;
  std::vector<MovingPacket> moving_packets_;
  std::vector<std::uint32_t> free_packet_slots_;
  std::vector<EdgeId> path_edge_buffer_;
  bool is_bandwidth_sharing_due_ = false;
  /// True if an arbiter (of a stress test) chooses the order of events. Then each end of a transfer and each arrival of
  /// a request is an event of its own, so that any of them may come first.
  const bool has_event_per_transfer_;
  /// requests to send that are on their way, by source and destination, in the order of posting; used only if
  /// has_event_per_transfer_ is true
  std::map<std::pair<NodeId, NodeId>, std::deque<Request*>> requests_to_send_on_way_;
  std::uint32_t alarm_count_ = 0;
  VirtualTime next_alarm_time_ = VirtualTime::max();
  FabricStatistics fabric_statistics_;
};

}  // namespace switchyard
