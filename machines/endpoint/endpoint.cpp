#include "machines/endpoint/endpoint.hpp"

#include <fmt/format.h>

#include <cstring>

namespace switchyard {

void EndpointFabric::show_leaving(std::uint32_t name, NodeId source, NodeId destination, const Transfer& transfer,
                                  TransferKind kind) const {
  const Request& message = *transfer.message;
  const bool is_message = kind == TransferKind::data || kind == TransferKind::signal;
  emulation_.observer()->transfer_begins(
      emulation_.now(), name,
      {source, destination, kind, message.tag, is_message ? message.bytes : 0, transfer.queued_since});
}

bool EndpointFabric::wait_in_line(NodeId source, NodeId destination) {
  Endpoint& to = endpoint(destination);
  begin_wait(source, TransferState::waits_for_port, to.receiving_from);
  endpoint(source).next_waiting = Endpoint::kNobody;
  (to.first_waiting == Endpoint::kNobody ? to.first_waiting : endpoint(to.last_waiting).next_waiting) = source;
  to.last_waiting = source;
  return false;
}

// --- the system buffer ----------------------------------------------------------------------------------------------

StoredMessage& EndpointFabric::new_stored(const Request& message) {
  StoredMessage& stored = records_.take();
  stored.label = label_of(message);
  stored.bytes = message.bytes;
  stored.receive = nullptr;
  stored.arrived = false;
  stored.reserved = false;
  stored.site = message.site;
  return stored;
}

bool EndpointFabric::reserve(Transfer& transfer) {
  const Request& message = *transfer.message;
  Endpoint& to = endpoint(message.peer);
  if (!has_room(to, message.bytes)) return false;
  StoredMessage& stored = new_stored(message);
  stored.reserved = true;
  to.buffer_used += message.bytes;
  to.stored.add(stored);
  transfer.place.stored = &stored;
  return true;
}

void EndpointFabric::ask_for_place(Transfer& transfer) {
  StoredMessage& asking = new_stored(*transfer.message);
  asking.transfer = &transfer;
  endpoint(transfer.message->peer).asking.add(asking);
}

/// The message has a place in the system buffer. If its receive was posted since, it comes out again at once.
void EndpointFabric::deliver_stored(const Request& message, StoredMessage& stored, Duration software) {
  if (stored.receive == nullptr) return store(stored, message, software);
  emulation_.charge(message.peer, options_.copy_out * message.bytes);
  if (!options_.stored_messages_interrupt) {
    emulation_.charge_receipt(message.peer, software);
    software = Duration::zero();
  }
  hand_over(*stored.receive, message, software);
  remove(message.peer, stored);
}

/// Nobody has posted a receive for the message, nor has it a place.
void EndpointFabric::keep(const Request& message, Duration software) {
  if (options_.discarded && message.protocol == *options_.discarded) {
    ++statistics_.discarded;
    return;
  }
  StoredMessage& stored = new_stored(message);
  endpoint(message.peer).stored.add(stored);
  store(stored, message, software);
}

void EndpointFabric::store(StoredMessage& stored, const Request& message, Duration software) {
  stored.arrived = true;
  if (message.bytes > 0) {
    stored.payload = std::make_unique<std::byte[]>(message.bytes);
    std::memcpy(stored.payload.get(), message.data, message.bytes);
  }
  emulation_.charge_receipt(message.peer, software);
}

/// A stored message comes out of the system buffer, which costs a copy.
void EndpointFabric::copy_out(Request& receive, StoredMessage& stored) {
  if (!emulation_.deliver(receive, stored.label, stored.payload.get(), stored.bytes)) return;
  statistics_.payload_bytes += stored.bytes;
  if (stored.reserved) emulation_.charge(receive.owner, options_.copy_out * stored.bytes);
  emulation_.complete(receive);
  remove(receive.owner, stored);
}

/// Needs one that is bound to a receive.
void EndpointFabric::remove(NodeId node, StoredMessage& stored) {
  stored.payload.reset();
  records_.give_back(stored);
  if (!stored.reserved) return;
  endpoint(node).buffer_used -= stored.bytes;
  room_freed(node);
}

/// Lets messages in, first come first served, as long as there is room for the first.
void EndpointFabric::room_freed(NodeId node) {
  Endpoint& to = endpoint(node);
  while (!to.asking.empty() && reserve(*to.asking.front().transfer)) {
    StoredMessage& asked = to.asking.front();
    Transfer& transfer = *asked.transfer;
    to.asking.remove(asked);
    records_.give_back(asked);
    grant(transfer);
  }
  retry(node);
}

/// There may be a place now for the message that holds the receive port of `node` and waits for one.
void EndpointFabric::retry(NodeId node) {
  const Endpoint& to = endpoint(node);
  if (!to.receive_busy || endpoint(to.receiving_from).wait != TransferState::waits_for_room) return;
  end_wait(to.receiving_from);
  retry_place(to.receiving_from, node);
}

void EndpointFabric::post_receive(Request& receive) {
  Endpoint& own = endpoint(receive.owner);
  if (StoredMessage* const stored = own.stored.take(receive)) {
    stored->receive = &receive;
    if (stored->arrived) copy_out(receive, *stored);
  } else if (StoredMessage* const asking = own.asking.take(receive)) {
    Transfer& transfer = *asking->transfer;
    transfer.place.receive = &receive;
    records_.give_back(*asking);
    grant(transfer);
    room_freed(receive.owner);  // there may be room for the one behind it
  } else {
    own.posted.post(receive);
    retry(receive.owner);
  }
}

// --- reports --------------------------------------------------------------------------------------------------------

void EndpointFabric::describe_wait(NodeId source, NodeId destination, std::vector<Blocker>& out) const {
  const Endpoint& to = endpoint(destination);
  switch (endpoint(source).wait) {
    case TransferState::waits_for_port:
      out.push_back(
          {to.receiving_from, fmt::format("receive port of node {}, held by the {} {}->{}", index(destination),
                                          options_.carrier, index(to.receiving_from), index(destination))});
      break;
    case TransferState::waits_for_direction:
      out.push_back({destination, "the other direction's data phase"});
      break;
    case TransferState::waits_for_room:
      out.push_back({destination, fmt::format("space in the system buffer of node {} ({} of {} B in use)",
                                              index(destination), to.buffer_used, options_.system_buffer)});
      break;
    default:
      break;
  }
}

bool EndpointFabric::describe_asking(const Transfer& transfer, std::vector<Blocker>& out) const {
  const Request& message = *transfer.message;
  const Endpoint& to = endpoint(message.peer);
  bool asks = false;
  to.asking.for_each([&](const StoredMessage& asking) { asks = asks || asking.transfer == &transfer; });
  if (!asks) return false;
  if (!options_.buffers) return out.push_back({message.peer, "its receive"}), true;
  out.push_back(
      {message.peer, fmt::format("space in the system buffer of node {} ({} of {} B in use, {} B asked for)",
                                 index(message.peer), to.buffer_used, options_.system_buffer, message.bytes)});
  return true;
}

void EndpointFabric::add_stored(NodeId node, std::vector<LeftOver>& out) const {
  endpoints_[index(node)].stored.for_each([&](const StoredMessage& m) {
    if (m.arrived) out.push_back({m.label, node, m.bytes, m.site});
  });
}

}  // namespace switchyard
