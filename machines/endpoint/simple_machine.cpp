#include "machines/endpoint/simple_machine.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "machines/endpoint/endpoint.hpp"

namespace switchyard {
namespace {

/// An emulated network without contention: any number of messages are under way between any nodes, each for the time
/// that the description of the user's machine gives.
class SimpleFabric final : public EndpointFabric {
 public:
  SimpleFabric(Emulation& emulation, std::unique_ptr<SimpleDescription> description)
      : EndpointFabric(emulation, description->node_count(),
                       {.stores_messages = description->costs().buffers,
                        .system_buffer_bytes = description->costs().system_buffer,
                        .copy_out_per_byte = description->costs().copy_out}),
        own_description_(std::move(description)) {}

  Duration send_overhead(const Request& /*send*/) override { return own_description_->costs().send_overhead; }

  void post_send(Request& send) override {
    Transfer& transfer = transfers_.acquire_record_for(send);
    transfer.queued_since = emulation_.now();
    record_departure_by_id(transfer.id, transfer);
    show_transfer_state(transfer.id, TransferState::moves);
    // The message arrives no earlier than an earlier message between the same two nodes, even if its own time is
    // shorter.
    MessagesOnPath& way = messages_by_path_[{send.owner, send.peer}];
    way.last_arrival =
        std::max(way.last_arrival, emulation_.now() + own_description_->delivery_time(send, emulation_.now()));
    way.transfers_under_way.push_back(&transfer);
    emulation_.schedule(way.last_arrival - emulation_.now(), send.peer, kMessageArrived, index(send.owner));
  }

  void on_event(const Event& arrival) override {
    const NodeId destination = arrival.node();
    std::deque<Transfer*>& transfers_under_way =
        messages_by_path_[{NodeId{arrival.subject_number}, destination}].transfers_under_way;
    Transfer& transfer = *transfers_under_way.front();
    transfers_under_way.pop_front();
    if (find_receive_or_buffer_space_in_order(transfer)) return handle_granted_room(transfer);
    const bool for_room = own_description_->costs().buffers;
    show_transfer_state(transfer.id, for_room ? TransferState::waits_for_room : TransferState::waits_for_receive,
                        destination);
    queue_for_room(transfer);
  }

  void append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const override {
    transfers_.for_each([&](const Transfer& transfer) {
      if (transfer.message == &request) append_blocker_if_waiting_for_buffer(transfer, out);
    });
  }

  std::vector<LeftOverMessage> left_over_messages() const override {
    std::vector<LeftOverMessage> result;
    for (std::uint32_t i = 0; i < own_description_->node_count(); ++i) add_stored_messages(NodeId{i}, result);
    transfers_.for_each([&](const Transfer& transfer) { add_unsent_message(*transfer.message, result); });
    return result;
  }
  FabricStatistics statistics() const override { return fabric_statistics_; }

 private:
  /// The only kind of event: the next message from node `subject_number` arrives at the event's node.
  enum EventKind : std::uint32_t { kMessageArrived = Emulation::kFirstFabricEventKind };

  /// The messages that are under way from one node to another.
  struct MessagesOnPath {
    VirtualTime last_arrival{};  ///< when the message that was sent last on this path arrives
    std::deque<Transfer*> transfers_under_way;
  };

  void retry_finding_receive_or_buffer_space(NodeId /*source*/, NodeId /*destination*/) override {
  }  // never called, because no message holds a receive port

  /// Delivers a message that has arrived completely, now that a receive is posted or there is room
  /// for it.
  void handle_granted_room(Transfer& transfer) override {
    Request& message = *transfer.message;
    show_transfer_state(transfer.id, TransferState::ended);
    deliver_or_store(message, transfer.data_destination, own_description_->costs().receive_overhead);
    transfers_.release(transfer);
    emulation_.complete_request(message);
  }

  std::unique_ptr<SimpleDescription> own_description_;  ///< a copy of the machine's description for this run alone
  TransferRecords<Transfer> transfers_;
  std::map<std::pair<NodeId, NodeId>, MessagesOnPath> messages_by_path_;
};

}  // namespace

std::unique_ptr<Fabric> SimpleDescription::make_simple_fabric(Emulation& emulation,
                                                              std::unique_ptr<SimpleDescription> description) {
  return std::make_unique<SimpleFabric>(emulation, std::move(description));
}

}  // namespace switchyard
