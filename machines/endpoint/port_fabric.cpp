#include "machines/endpoint/port_fabric.hpp"

namespace switchyard {

void PortFabric::post_send(Request& send) {
  send_port_queues_[index(send.owner)].push(transfers_.acquire_record_for(send), emulation_.now());
  start_next_outgoing_message(send.owner);
}

/// If the send port of `node` is free, gives it to the node's next message.
void PortFabric::start_next_outgoing_message(NodeId node) {
  auto& queue = send_port_queues_[index(node)];
  Transfer*& leaving = outgoing_transfers_[index(node)];
  if (leaving != nullptr || queue.empty()) return;
  leaving = &queue.pop();
  const Request& message = *leaving->message;
  record_departure_of_outgoing_transfer(node, message.peer, *leaving, transfer_kind_of(message));
  send_into_network(node, message);
}

bool PortFabric::withdraw_send(Request& send) {
  const auto is_its = [&](const Transfer& waiting) {
    return waiting.message == &send && !waiting.data_destination.is_destination_decided();
  };
  Transfer* const waiting = send_port_queues_[index(send.owner)].pop_first_if(is_its);
  if (waiting == nullptr) return false;
  transfers_.release(*waiting);
  return true;
}

/// Starts the data of the message from `source`, which holds the receive port of `destination`, if a receive is posted
/// or the system buffer has room. Otherwise lets the message wait.
void PortFabric::retry_finding_receive_or_buffer_space(NodeId source, NodeId destination) {
  Transfer& transfer = *outgoing_transfers_[index(source)];
  if (!find_receive_or_buffer_space(transfer)) {
    return waits_at_sender(*transfer.message) ? send_message_back(source, destination)
                                              : wait_for_receive_or_buffer_space(source, transfer, {});
  }
  show_outgoing_state(source, TransferState::moves);
  if (StoredMessage* const stored = outgoing_transfers_[index(source)]->data_destination.stored_message) {
    stored->data_begin_time = stored->receive_assignment_time = emulation_.now();
  }
  start_moving_data(source, outgoing_message_of(source));
}

/// Takes the outgoing message of `source`, which holds the receive port of `destination`, out of the network. The
/// message then waits at its sender for a receive or for room in the system buffer of `destination`, and holds no part
/// of the network meanwhile.
void PortFabric::send_message_back(NodeId source, NodeId destination) {
  withdraw_from_network(source);
  Transfer& transfer = *std::exchange(outgoing_transfers_[index(source)], nullptr);
  show_outgoing_state(source, TransferState::ended);
  queue_for_room(transfer);
  if (const auto next = release_receive_port_to_next_transfer(destination))
    retry_finding_receive_or_buffer_space(*next, destination);
  start_next_outgoing_message(source);
}

void PortFabric::handle_granted_room(Transfer& transfer) {
  const Request& message = *transfer.message;
  const Duration notice = options_.send_overhead + travel_time_of_head(message) + options_.receive_overhead;
  emulation_.schedule(notice, message.owner, kRoomGranted, transfer.id);
}

void PortFabric::handle_room_granted_event(const Event& event) {
  send_port_queues_[index(event.node())].push(transfers_[event.subject_number], emulation_.now());
  start_next_outgoing_message(event.node());
}

void PortFabric::handle_last_byte_arrival(NodeId source) {
  Transfer& transfer = *std::exchange(outgoing_transfers_[index(source)], nullptr);
  Request& message = *transfer.message;
  const NodeId destination = message.peer;
  show_outgoing_state(source, TransferState::ended);
  deliver_or_store(message, transfer.data_destination, options_.receive_overhead);
  transfers_.release(transfer);
  emulation_.complete_request(message);
  if (const auto next = release_receive_port_to_next_transfer(destination))
    retry_finding_receive_or_buffer_space(*next, destination);
  start_next_outgoing_message(source);
}

void PortFabric::append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const {
  const bool sends = request.kind == Request::Kind::send;
  bool waits_for_room = false;
  transfers_.for_each([&](const Transfer& transfer) {
    if (transfer.message == &request) waits_for_room = append_blocker_if_waiting_for_buffer(transfer, out);
  });
  if (waits_for_room) return;
  const NodeId source = sends ? request.owner : request.peer;
  if (source == kAnyNode || outgoing_transfers_[index(source)] == nullptr) return;
  bool is_meant = false;
  const auto look = [&](const Transfer& transfer) {
    const Request& message = *transfer.message;
    is_meant |= sends ? &message == &request : message.peer == request.owner && matches(request, label_of(message));
  };
  look(*outgoing_transfers_[index(source)]);
  send_port_queues_[index(source)].for_each(look);
  // A message that is queued behind the node's outgoing message waits for whatever the outgoing
  // message waits for.
  if (is_meant && !append_blockers_if_waiting_in_network(source, out)) {
    describe_wait_at_destination(source, outgoing_message_of(source).peer, outgoing_message_of(source), out);
  }
}

std::vector<LeftOverMessage> PortFabric::left_over_messages() const {
  std::vector<LeftOverMessage> result;
  for (std::uint32_t i = 0; i < outgoing_transfers_.size(); ++i) add_stored_messages(NodeId{i}, result);
  transfers_.for_each([&](const Transfer& transfer) { add_unsent_message(*transfer.message, result); });
  return result;
}

}  // namespace switchyard
