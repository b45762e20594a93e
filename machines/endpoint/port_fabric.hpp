#pragma once
/// \file port_fabric.hpp
/// The usual fabric. A message waits for the send port of its node, crosses the network, takes the
/// receive port, gets a receive or room in the system buffer, and moves its data. Then both ports
/// are free for the next messages.
///
/// A message of a library that promises progress (EndpointFabric::waits_at_sender()) does not wait at its destination.
/// If it finds neither a receive nor room there, it is sent back, its way and both ports are free, and only its label
/// stays at the destination. When it gets a receive or room, the destination tells its node, which takes as long as an
/// empty message without contention, and the node sends it again.
///
/// A derived fabric defines how messages cross the network and how long their data takes. It starts
/// a message in send_into_network(), calls handle_head_arrival() when the head of the message is at the destination,
/// and calls handle_last_byte_arrival() when the last byte has arrived. Its events of the kind kRoomGranted go to
/// handle_room_granted_event().

#include <memory>
#include <vector>

#include "machines/endpoint/endpoint.hpp"

namespace switchyard {

class PortFabric : public EndpointFabric {
 public:
  Duration send_overhead(const Request& /*send*/) override { return options_.send_overhead; }
  void post_send(Request& send) override;
  void append_blockers_of(const Request& request, std::vector<Blocker>& out) const override;
  std::vector<LeftOver> left_over_messages() const override;
  FabricStatistics statistics() const override { return fabric_statistics_; }

 protected:
  struct Options {
    Duration send_overhead{};
    Duration receive_overhead{};
    std::uint64_t system_buffer_bytes = 0;  ///< bytes of each node's buffer for messages without a posted receive
    TimePerByte copy_out_per_byte{};  ///< processor time of copying each byte of a message out of the system buffer
  };

  PortFabric(Emulation& emulation, std::uint32_t nodes, const Options& options)
      : EndpointFabric(emulation, nodes,
                       {.system_buffer_bytes = options.system_buffer_bytes,
                        .copy_out_per_byte = options.copy_out_per_byte,
                        .copies_only_early_data = true}),
        options_(options),
        send_port_queues_(nodes),
        outgoing_transfers_(nodes) {}

  // --- functions that a fabric overrides -----------------------------------------------------------------------------

  /// Starts a message that has got the send port of `source` and leaves the node now.
  virtual void send_into_network(NodeId source, const Request& message) = 0;
  /// Starts the data of the outgoing message of `source`. The message holds its path and the
  /// receive port, and has a receive or room in the system buffer.
  virtual void start_moving_data(NodeId source, const Request& message) = 0;
  /// Frees all that the outgoing message of `source`, whose head is at its destination, holds of the network.
  virtual void withdraw_from_network(NodeId source) = 0;
  /// Returns the time from the end of the send overhead until the head of a lone message is at its destination.
  virtual Duration travel_time_of_head(const Request& message) const = 0;
  /// Describes what the outgoing message of `source` waits for inside the network. Returns false if the
  /// message does not wait inside the network.
  virtual bool describe_wait_in_network(NodeId /*source*/, std::vector<Blocker>& /*out*/) const { return false; }

  // --- functions that a fabric calls ---------------------------------------------------------------------------------

  enum EventKind : std::uint32_t {
    /// the first of the kinds that a derived fabric gives to its own events; it may have up to 16 kinds
    kFirstDerivedEventKind = Emulation::kFirstFabricEventKind,
    kRoomGranted = kFirstDerivedEventKind + 16,  ///< the node learns that its message `item` has a receive or room
  };
  void handle_room_granted_event(const Event& event);
  /// Notes that the head of the outgoing message of `source` is at its destination.
  void handle_head_arrival(NodeId source) {
    const NodeId destination = outgoing_message_of(source).peer;
    if (request_receive_port(source, destination)) retry_finding_receive_or_room(source, destination);
  }
  /// Notes that the last byte of the outgoing message of `source` has arrived, and that no part of
  /// the message is left in the network.
  void handle_last_byte_arrival(NodeId source);
  /// Returns the outgoing message of `source`. Needs a node that has one.
  const Request& outgoing_message_of(NodeId source) const noexcept {
    return *outgoing_transfers_[index(source)]->message;
  }

 private:
  void retry_finding_receive_or_room(NodeId source, NodeId destination) final;
  void send_message_back(NodeId source, NodeId destination);
  void handle_granted_room(Transfer& transfer) final;
  bool withdraw_send(Request& send) final;
  void start_next_outgoing_message(NodeId node);

  Options options_;
  std::vector<TransferQueue<Transfer>> send_port_queues_;  ///< messages that wait for the send port of their node
  std::vector<Transfer*> outgoing_transfers_;              ///< the outgoing message of each node, or null
  TransferRecords<Transfer> transfers_;
};

}  // namespace switchyard
