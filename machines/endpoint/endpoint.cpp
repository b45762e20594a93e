#include "machines/endpoint/endpoint.hpp"

#include <fmt/format.h>

#include <cstring>

namespace switchyard {

void EndpointFabric::show_transfer_departure_to_observer(std::uint32_t name, NodeId source, NodeId destination,
                                                         const Transfer& transfer, TransferKind kind) const {
  const Request& message = *transfer.message;
  const bool is_message = kind == TransferKind::data || kind == TransferKind::signal;
  emulation_.observer()->transfer_begins(
      emulation_.now(), name,
      {source, destination, kind, message.tag, is_message ? message.bytes : 0, transfer.queued_since});
}

bool EndpointFabric::queue_for_receive_port(NodeId source, NodeId destination) {
  Endpoint& to = endpoint(destination);
  begin_transfer_wait(source, TransferState::waits_for_port, to.receive_port_source);
  endpoint(source).next_waiting_source = Endpoint::kNoNode;
  (to.first_waiting_source == Endpoint::kNoNode ? to.first_waiting_source
                                                : endpoint(to.last_waiting_source).next_waiting_source) = source;
  to.last_waiting_source = source;
  return false;
}

// --- the system buffer ----------------------------------------------------------------------------------------------

StoredMessage& EndpointFabric::new_stored_message(Request& message) {
  StoredMessage& stored = stored_message_records_.take_message_record();
  stored.label = label_of(message);
  stored.site = message.site;
  stored.bytes = message.bytes;
  stored.receive = nullptr;
  stored.send_request = &message;
  stored.transfer = nullptr;
  stored.has_arrived = false;
  stored.has_reserved_room = false;
  stored.pays_for_copy = false;
  stored.is_cancelled = false;
  return stored;
}

/// Adds a message to a list of messages without a posted receive, where receives and probes of `node` can find it from
/// now on.
void EndpointFabric::add_early_message(EarlyMessages<StoredMessage>& list, StoredMessage& message, NodeId node) {
  list.add(message);
  emulation_.note_message_to_probe(node);
}

/// Reserves room for the message of `transfer` in the system buffer of its destination, or in the library's own buffers
/// for a message inside a collective. Returns false if there is no room.
bool EndpointFabric::reserve_room(Transfer& transfer) {
  Request& message = *transfer.message;
  Endpoint& to = endpoint(message.peer);
  const bool is_library = has_library_buffer(message);
  if (!is_library && !has_system_buffer_room(to, message.bytes)) return false;
  StoredMessage& stored = new_stored_message(message);
  stored.has_reserved_room = !is_library;
  stored.pays_for_copy = true;
  if (stored.has_reserved_room) to.system_buffer_bytes_used += message.bytes;
  transfer.data_destination.stored_message = &stored;
  add_early_message(to.stored_messages, stored, message.peer);
  return true;
}

void EndpointFabric::queue_for_room(Transfer& transfer) {
  StoredMessage& asking = new_stored_message(*transfer.message);
  asking.transfer = &transfer;
  add_early_message(endpoint(transfer.message->peer).messages_asking_for_room, asking, transfer.message->peer);
}

void EndpointFabric::wait_for_receive_or_buffer_space(NodeId source, Transfer& transfer, std::optional<NodeId> holder) {
  begin_transfer_wait(source, TransferState::waits_for_room, holder);
  const NodeId node = transfer.message->peer;
  StoredMessage& waiting = new_stored_message(*transfer.message);
  waiting.transfer = &transfer;
  endpoint(node).message_waiting_at_port = &waiting;
  emulation_.note_message_to_probe(node);
}

/// Returns how many bytes of a message are copied out of the system buffer when its receive was posted while the data
/// was arriving: the bytes that had arrived before. The data arrives at a steady rate, and its last byte arrives now.
std::uint64_t EndpointFabric::bytes_to_copy(const StoredMessage& stored) const noexcept {
  if (!options_.copies_only_early_data) return stored.bytes;
  const std::int64_t all = (emulation_.now() - stored.data_begin_time).count();
  const std::int64_t before = (stored.receive_assignment_time - stored.data_begin_time).count();
  if (all <= 0) return 0;
  __extension__ using UnsignedInt128 = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<UnsignedInt128>(stored.bytes) * static_cast<UnsignedInt128>(before) /
                                    static_cast<UnsignedInt128>(all));
}

/// Delivers a message that has a reserved place in the system buffer. If its receive was posted while the data was on
/// its way, the message is copied out of the buffer at once; otherwise it is stored.
void EndpointFabric::deliver_stored_message(Request& message, StoredMessage& stored, Duration software) {
  if (stored.is_cancelled) return remove_stored_message(message.peer, stored);
  if (stored.receive == nullptr) return store_message(stored, message, software);
  emulation_.charge_node(message.peer, options_.copy_out_per_byte * bytes_to_copy(stored));
  if (!options_.is_receive_time_charged_before_resuming) {
    emulation_.charge_for_received_message(message.peer, software);
    software = Duration::zero();
  }
  hand_message_to_receive(*stored.receive, message, software);
  remove_stored_message(message.peer, stored);
}

/// Stores or discards a message that has arrived and has neither a posted receive nor reserved room.
void EndpointFabric::store_or_discard_arrived_message(Request& message, Duration software) {
  if (message.cancelled) return;
  if (options_.discarded_protocol && message.protocol == *options_.discarded_protocol) {
    return discard_message(message);
  }
  StoredMessage& stored = new_stored_message(message);
  store_message(stored, message, software);
  add_early_message(endpoint(message.peer).stored_messages, stored, message.peer);
}

void EndpointFabric::discard_message(const Request& message) {
  constexpr std::size_t kKept = 8;
  ++fabric_statistics_.discarded;
  std::deque<DiscardedMessage>& latest = discarded_messages_[message.peer];
  latest.push_back({{label_of(message), message.peer, message.bytes, message.site}, emulation_.now()});
  if (latest.size() > kKept) latest.pop_front();
}

std::vector<DiscardedMessage> EndpointFabric::discarded(NodeId node) const {
  const auto found = discarded_messages_.find(node);
  if (found == discarded_messages_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

void EndpointFabric::store_message(StoredMessage& stored, const Request& message, Duration software) {
  stored.has_arrived = true;
  // Once the message is stored, the sender's program may continue, and the Request object of its send may no longer
  // exist. In modes in which a send lasts until its message is received, the object continues to exist.
  if (!lasts_until_received(message.mode)) stored.send_request = nullptr;
  if (message.bytes > 0 && message.data != nullptr) {  // copy the data, except in runs that move no message data
    stored.payload = std::make_unique<std::byte[]>(message.bytes);
    std::memcpy(stored.payload.get(), message.data, message.bytes);
  }
  emulation_.charge_for_received_message(message.peer, software);
}

/// Copies a stored message out of the system buffer, which costs processor time.
void EndpointFabric::copy_out_stored_message(Request& receive, StoredMessage& stored) {
  if (!emulation_.deliver_message(receive, stored.label, stored.payload.get(), stored.bytes)) return;
  fabric_statistics_.payload_bytes += stored.bytes;
  if (stored.pays_for_copy) emulation_.charge_node(receive.owner, options_.copy_out_per_byte * stored.bytes);
  emulation_.complete_request(receive);
  remove_stored_message(receive.owner, stored);
}

/// Removes a stored message, and frees its room in the system buffer. Needs: the message is in none of the node's lists
/// any more.
void EndpointFabric::remove_stored_message(NodeId node, StoredMessage& stored) {
  stored.payload.reset();
  stored_message_records_.give_back_message_record(stored);
  if (!stored.has_reserved_room) return;
  endpoint(node).system_buffer_bytes_used -= stored.bytes;
  give_freed_buffer_space_to_messages(node);
}

/// Gives room in the system buffer of `node` to the messages that wait for it, first come first served, as long as the
/// first waiting message fits.
void EndpointFabric::give_freed_buffer_space_to_messages(NodeId node) {
  Endpoint& to = endpoint(node);
  while (!to.messages_asking_for_room.empty() && reserve_room(*to.messages_asking_for_room.front().transfer)) {
    StoredMessage& asked = to.messages_asking_for_room.front();
    Transfer& transfer = *asked.transfer;
    to.messages_asking_for_room.remove(asked);
    stored_message_records_.give_back_message_record(asked);
    resume_transfer(transfer);
  }
  retry_message_at_port(node);
}

/// Tries again to find a receive or room in the system buffer for the message that holds the receive port of `node`.
void EndpointFabric::retry_message_at_port(NodeId node) {
  Endpoint& to = endpoint(node);
  if (!to.is_receive_port_busy ||
      endpoint(to.receive_port_source).outgoing_transfer_wait != TransferState::waits_for_room)
    return;
  if (to.message_waiting_at_port != nullptr)
    stored_message_records_.give_back_message_record(*std::exchange(to.message_waiting_at_port, nullptr));
  end_transfer_wait(to.receive_port_source);
  retry_finding_receive_or_buffer_space(to.receive_port_source, node);
}

/// Resumes a transfer that has waited without holding a port or a link, and that now has a posted receive or room in
/// the system buffer.
void EndpointFabric::resume_transfer(Transfer& transfer) {
  Request& message = *transfer.message;
  if (message.peer != message.owner) return handle_granted_room(transfer);
  const ReceiveOrBufferForMessageData place = transfer.data_destination;
  messages_to_self_.release(transfer);
  emulation_.charge_node(message.owner, options_.copy_out_per_byte * message.bytes);
  deliver_or_store(message, place, Duration::zero());
  emulation_.complete_request(message);
}

/// Returns whether an earlier message of `node` to itself waits for room in its system buffer.
bool EndpointFabric::has_own_message_asking_for_room(NodeId node) {
  EarlyMessages<StoredMessage>& asking = endpoint(node).messages_asking_for_room;
  return !asking.empty() && asking.find_message_if([node](const StoredMessage& message) {
    return message.label.source == node;
  }) != nullptr;
}

void EndpointFabric::post_to_self(Request& send) {
  Transfer& transfer = messages_to_self_.acquire_record_for(send);
  const bool has_place =
      take_matching_receive(transfer) || (!has_own_message_asking_for_room(send.owner) && reserve_room(transfer));
  has_place ? resume_transfer(transfer) : queue_for_room(transfer);
}

// --- receives and probes --------------------------------------------------------------------------------------------

/// Assigns a stored message to `receive`, and delivers the message if it has arrived already. The message must have
/// been removed from the lists of stored messages.
void EndpointFabric::bind_to_receive(StoredMessage& message, Request& receive) {
  if (message.send_request != nullptr) emulation_.note_send_matched(*message.send_request);
  message.receive = &receive;
  message.receive_assignment_time = emulation_.now();
  if (message.has_arrived) copy_out_stored_message(receive, message);
}

void EndpointFabric::post_receive(Request& receive) {
  Endpoint& own = endpoint(receive.owner);
  if (receive.has_taken_message) [[unlikely]] {
    auto& taken = static_cast<StoredMessage&>(*receive.taken);
    own.probed_messages.remove(taken);
    bind_to_receive(taken, receive);
  } else if (StoredMessage* const stored = own.stored_messages.take_message_for(receive)) {
    bind_to_receive(*stored, receive);
  } else if (StoredMessage* const asking = own.messages_asking_for_room.take_message_for(receive)) {
    Transfer& transfer = *asking->transfer;
    transfer.data_destination.receive = &receive;
    transfer.message->matched = true;
    stored_message_records_.give_back_message_record(*asking);
    resume_transfer(transfer);
    // give room to the next message in the queue, which may fit now that it is the first
    give_freed_buffer_space_to_messages(receive.owner);
  } else {
    own.posted_receives.post(receive);
    retry_message_at_port(receive.owner);
  }
}

bool EndpointFabric::find_message(Request& probe) {
  Endpoint& own = endpoint(probe.owner);
  StoredMessage* found = own.stored_messages.find(probe);
  if (found == nullptr) found = own.messages_asking_for_room.find(probe);
  if (found == nullptr && own.message_waiting_at_port != nullptr && matches(probe, own.message_waiting_at_port->label))
    found = own.message_waiting_at_port;
  if (found == nullptr) return false;
  set_result_of_probe(probe, *found);
  if (probe.has_taken_message) {
    probe.taken = found;
    take_message_for_probe(probe.owner, *found);
  }
  return true;
}

/// Reserves a message for the receive that will follow a probe, so that no other receive or probe finds it any more. A
/// message that waits for room gets a place at once, because its receive will be posted.
void EndpointFabric::take_message_for_probe(NodeId node, StoredMessage& message) {
  Endpoint& own = endpoint(node);
  if (message.send_request != nullptr) message.send_request->claimed = true;
  if (message.transfer == nullptr) {
    own.stored_messages.remove(message);
    return own.probed_messages.add(message);
  }
  Transfer& transfer = *std::exchange(message.transfer, nullptr);
  transfer.data_destination.stored_message = &message;
  if (own.message_waiting_at_port == &message) {
    own.message_waiting_at_port = nullptr;
    own.probed_messages.add(message);
    return retry_message_at_port(node);
  }
  own.messages_asking_for_room.remove(message);
  own.probed_messages.add(message);
  resume_transfer(transfer);
  give_freed_buffer_space_to_messages(node);
}

// --- cancelling sends and receives ----------------------------------------------------------------------------------

bool EndpointFabric::cancel(Request& request) {
  if (request.kind == Request::Kind::send) return cancel_send(request);
  return !request.has_taken_message && endpoint(request.owner).posted_receives.remove(request);
}

/// Cancels a send. If the message has not left its node, it is never sent. If the message is on its way, it is dropped
/// when it arrives.
bool EndpointFabric::cancel_send(Request& send) {
  if (withdraw_send(send)) {
    emulation_.complete_request(send);
    return true;
  }
  Endpoint& to = endpoint(send.peer);
  if (to.message_waiting_at_port != nullptr && to.message_waiting_at_port->send_request == &send) {
    to.message_waiting_at_port->transfer->data_destination.is_discarded = true;
    retry_message_at_port(send.peer);
    return true;
  }
  const auto is_its = [&](const StoredMessage& message) { return message.send_request == &send; };
  if (StoredMessage* const asking = to.messages_asking_for_room.find_message_if(is_its)) {
    Transfer& transfer = *asking->transfer;
    transfer.data_destination.is_discarded = true;
    to.messages_asking_for_room.remove(*asking);
    stored_message_records_.give_back_message_record(*asking);
    resume_transfer(transfer);
    give_freed_buffer_space_to_messages(send.peer);
  } else if (StoredMessage* const stored = to.stored_messages.find_message_if(is_its)) {
    to.stored_messages.remove(*stored);
    stored->is_cancelled = true;
    if (stored->has_arrived) remove_stored_message(send.peer, *stored);
  }
  return true;
}

// --- reports of what messages wait for, and of messages that are left over ------------------------------------------

Resource EndpointFabric::system_buffer_resource(NodeId node, const Request& wanted_by) const {
  Resource buffer(ResourceKind::system_buffer, node);
  buffer.bytes_in_use = endpoint(node).system_buffer_bytes_used;
  buffer.capacity = options_.system_buffer_bytes;
  buffer.wanted = wanted_by.bytes;
  buffer.wanted_by = {"message", wanted_by.owner, wanted_by.peer, wanted_by.tag};
  return buffer;
}

void EndpointFabric::describe_wait_at_destination(NodeId source, NodeId destination, const Request& message,
                                                  std::vector<BlockingResource>& out) const {
  const Endpoint& to = endpoint(destination);
  switch (endpoint(source).outgoing_transfer_wait) {
    case TransferState::waits_for_port: {
      Resource port(ResourceKind::port, destination, fmt::format("receive port of node {}", index(destination)));
      port.held_by = {options_.port_holder_noun, to.receive_port_source, destination};
      out.push_back({to.receive_port_source, port});
      break;
    }
    case TransferState::waits_for_direction:
      out.push_back({destination, {ResourceKind::direction, destination}});
      break;
    case TransferState::waits_for_room:
      out.push_back({destination, system_buffer_resource(destination, message)});
      break;
    default:
      break;
  }
}

bool EndpointFabric::append_blocker_if_waiting_for_buffer(const Transfer& transfer,
                                                          std::vector<BlockingResource>& out) const {
  const Request& message = *transfer.message;
  const Endpoint& to = endpoint(message.peer);
  bool asks = false;
  to.messages_asking_for_room.for_each(
      [&](const StoredMessage& asking) { asks = asks || asking.transfer == &transfer; });
  if (!asks) return false;
  out.push_back({message.peer, options_.stores_messages ? system_buffer_resource(message.peer, message)
                                                        : Resource(ResourceKind::receive)});
  return true;
}

void EndpointFabric::add_stored_messages(NodeId node, std::vector<LeftOverMessage>& out) const {
  const auto add = [&](const StoredMessage& m) {
    if (m.has_arrived) out.push_back({m.label, node, m.bytes, m.site});
  };
  endpoints_[index(node)].stored_messages.for_each(add);
  endpoints_[index(node)].probed_messages.for_each(add);
  messages_to_self_.for_each([&](const Transfer& waiting) {
    if (waiting.message->owner == node) add_unsent_message(*waiting.message, out);
  });
}

}  // namespace switchyard
