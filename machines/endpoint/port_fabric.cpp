#include "machines/endpoint/port_fabric.hpp"

namespace switchyard {

void PortFabric::post_send(Request& send) {
  queues_[index(send.owner)].push(transfers_.acquire(send), emulation_.now());
  start_next_outgoing(send.owner);
}

/// If the send port of the node is free, gives it to the next message of the node.
void PortFabric::start_next_outgoing(NodeId node) {
  auto& queue = queues_[index(node)];
  Transfer*& leaving = leaving_[index(node)];
  if (leaving != nullptr || queue.empty()) return;
  leaving = &queue.pop();
  const Request& message = *leaving->message;
  leave(node, message.peer, *leaving, kind_of(message));
  depart(node, message);
}

bool PortFabric::withdraw_send(Request& send) {
  const auto is_its = [&](const Transfer& waiting) { return waiting.message == &send; };
  Transfer* const waiting = queues_[index(send.owner)].pop_first(is_its);
  if (waiting == nullptr) return false;
  transfers_.release(*waiting);
  return true;
}

/// Starts the data of a message that holds the receive port, if a receive is posted or there is
/// room for the data; otherwise lets it wait.
void PortFabric::retry_place(NodeId source, NodeId /*destination*/) {
  if (!find_place(*leaving_[index(source)])) return wait_for_place(source, *leaving_[index(source)], {});
  show(source, TransferState::moves);
  if (StoredMessage* const stored = leaving_[index(source)]->place.stored) {
    stored->moves_since = stored->bound_at = emulation_.now();
  }
  move_data(source, message_from(source));
}

void PortFabric::arrived(NodeId source) {
  Transfer& transfer = *std::exchange(leaving_[index(source)], nullptr);
  Request& message = *transfer.message;
  const NodeId destination = message.peer;
  show(source, TransferState::ended);
  deliver(message, transfer.place, options_.receive_overhead);
  transfers_.release(transfer);
  emulation_.complete(message);
  if (const auto next = pass_on(destination)) retry_place(*next, destination);
  start_next_outgoing(source);
}

void PortFabric::blockers(const Request& request, std::vector<Blocker>& out) const {
  const bool sends = request.kind == Request::Kind::send;
  const NodeId source = sends ? request.owner : request.peer;
  if (source == kAnyNode || leaving_[index(source)] == nullptr) return;
  bool is_meant = false;
  const auto look = [&](const Transfer& transfer) {
    const Request& message = *transfer.message;
    is_meant |= sends ? &message == &request : message.peer == request.owner && matches(request, label_of(message));
  };
  look(*leaving_[index(source)]);
  queues_[index(source)].for_each(look);
  // A message that is queued behind the node's outgoing message waits for whatever the outgoing
  // message waits for.
  if (is_meant && !describe_way(source, out)) {
    describe_wait(source, message_from(source).peer, message_from(source), out);
  }
}

std::vector<LeftOver> PortFabric::left_over() const {
  std::vector<LeftOver> result;
  for (std::uint32_t i = 0; i < leaving_.size(); ++i) {
    add_stored(NodeId{i}, result);
    if (leaving_[i] != nullptr) add_unsent(*leaving_[i]->message, result);
    queues_[i].for_each([&](const Transfer& transfer) { add_unsent(*transfer.message, result); });
  }
  return result;
}

}  // namespace switchyard
