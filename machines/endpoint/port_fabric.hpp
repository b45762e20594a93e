#pragma once
/// \file port_fabric.hpp
/// The usual network emulation (fabric), in which a node sends and receives one message at a time. A message waits for
/// the send port of its node, crosses the network, takes the receive port, gets a receive or room in the system buffer,
/// and moves its data. Then both ports are free for the next messages.
///
/// A message of a library that promises progress, such as MPI (EndpointFabric::waits_at_sender()), does not wait at its
/// destination. If it finds neither a receive nor room there, it is sent back: its path and both ports become free, and
/// only its label (source and tag) stays at the destination. When it gets a receive or room, the destination tells the
/// sender, which takes as long as an empty message without contention, and the sender sends it again.
///
/// A derived class defines how messages cross the network and how long their data takes. It starts a message in
/// send_into_network(), calls handle_head_arrival() when the head of the message is at the destination, and calls
/// handle_last_byte_arrival() when the last byte has arrived. It passes events of the kind kRoomGranted to
/// handle_room_granted_event().

#include <memory>
#include <vector>

#include "machines/endpoint/endpoint.hpp"

namespace switchyard {

class PortFabric : public EndpointFabric {
 public:
  Duration send_overhead(const Request& /*send*/) override { return options_.send_overhead; }
  void post_send(Request& send) override;
  void append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const override;
  std::vector<LeftOverMessage> left_over_messages() const override;
  FabricStatistics statistics() const override { return fabric_statistics_; }

 protected:
  struct Options {
    Duration send_overhead{};
    Duration receive_overhead{};
    /// bytes of each node's buffer for messages whose receive is not posted yet
    std::uint64_t system_buffer_bytes = 0;
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

  // --- functions that a derived class overrides ----------------------------------------------------------------------

  /// Lets a message enter the network; it has got the send port of `source` and leaves the node now.
  virtual void send_into_network(NodeId source, const Request& message) = 0;
  /// Starts to move the data of the outgoing message of `source`. The message holds its path and the receive port, and
  /// has a receive or room in the system buffer.
  virtual void start_moving_data(NodeId source, const Request& message) = 0;
  /// Frees all parts of the network that the outgoing message of `source` holds, when its head is at its destination.
  virtual void withdraw_from_network(NodeId source) = 0;
  /// Returns the time that the head of a message takes, in an empty network, from the end of the send overhead to its
  /// destination.
  virtual Duration travel_time_of_head(const Request& message) const = 0;
  /// Appends to `out` what the outgoing message of `source` waits for inside the network. Returns false if the message
  /// does not wait inside the network.
  virtual bool append_blockers_if_waiting_in_network(NodeId /*source*/, std::vector<BlockingResource>& /*out*/) const {
    return false;
  }

  // --- functions that a derived class calls --------------------------------------------------------------------------

  enum EventKind : std::uint32_t {
    /// number of the first kind of event that a derived class defines for itself; it may have up to 16 kinds
    kFirstDerivedEventKind = Emulation::kFirstFabricEventKind,
    /// the sending node learns that its message `subject_number` has got a receive or room at the destination
    kRoomGranted = kFirstDerivedEventKind + 16,
  };
  void handle_room_granted_event(const Event& event);
  /// Handles the arrival of the head of the outgoing message of `source` at its destination.
  void handle_head_arrival(NodeId source) {
    const NodeId destination = outgoing_message_of(source).peer;
    if (request_receive_port(source, destination)) retry_finding_receive_or_buffer_space(source, destination);
  }
  /// Handles the arrival of the last byte of the outgoing message of `source`; no part of the message is left in the
  /// network.
  void handle_last_byte_arrival(NodeId source);
  /// Returns the message that `source` is sending. Needs: there is one.
  const Request& outgoing_message_of(NodeId source) const noexcept {
    return *outgoing_transfers_[index(source)]->message;
  }

 private:
  void retry_finding_receive_or_buffer_space(NodeId source, NodeId destination) final;
  void send_message_back(NodeId source, NodeId destination);
  void handle_granted_room(Transfer& transfer) final;
  bool withdraw_send(Request& send) final;
  void start_next_outgoing_message(NodeId node);

  Options options_;
  std::vector<TransferQueue<Transfer>> send_port_queues_;  ///< for each node, the messages that wait for its send port
  std::vector<Transfer*> outgoing_transfers_;              ///< for each node, the message that it is sending, or null
  TransferRecords<Transfer> transfers_;
};

}  // namespace switchyard
