#include "machines/networks/switch_fabric.hpp"

#include <array>
#include <bit>
#include <cmath>

namespace switchyard {
namespace {

double bytes_per_ns(Bandwidth rate) { return static_cast<double>(rate.bytes_per_second) * 1e-9; }

std::vector<double> capacities_of_node_links(std::uint32_t nodes, Bandwidth each) {
  return std::vector<double>(std::size_t{2} * nodes, bytes_per_ns(each));
}

}  // namespace

SwitchFabric::SwitchFabric(Emulation& emulation, std::uint32_t nodes, const SwitchOptions& options)
    : EndpointFabric(emulation, nodes,
                     {.system_buffer_bytes = options.system_buffer_bytes, .copy_out_per_byte = options.copy_per_byte}),
      node_count_(nodes),
      options_(options),
      flow_network_(capacities_of_node_links(nodes, options.bandwidth), bytes_per_ns(options.bandwidth)),
      has_event_per_transfer_(emulation.arbiter_chooses_order()) {}

/// Returns the time that the header and data of a message take in an empty network, rounded to the nearest nanosecond
/// as in FlowNetwork.
Duration SwitchFabric::transfer_time_alone(const Request& message) const noexcept {
  return Duration{
      std::llround(static_cast<double>(options_.header_bytes + message.bytes) / bytes_per_ns(options_.bandwidth))};
}

void SwitchFabric::post_send(Request& send) {
  MovingMessage& moving = transfers_.acquire_record_for(send);
  moving.queued_since = emulation_.now();
  record_departure_by_id(moving.id, moving);
  MessagesOfNodePair& way = messages_of_node_pair(send);
  if (has_event_per_transfer_) {
    way.arriving_messages.push_back(&moving);
    return emulation_.schedule(transfer_time_alone(send) + options_.latency, send.peer, kMessageArrived,
                               index(send.owner));
  }
  way.leaving_messages.push_back(&moving);
  if (way.leaving_messages.size() == 1) start_moving_message(moving);
}

void SwitchFabric::start_moving_message(MovingMessage& moving) {
  const Request& message = *moving.message;
  moving.data_begin_time = emulation_.now();
  show_transfer_state(moving.id, TransferState::moves);
  const std::array path{EdgeId{2 * index(message.owner)}, EdgeId{2 * index(message.peer) + 1}};
  flow_network_.start(emulation_.now(), path, options_.header_bytes + message.bytes, moving.id);
  schedule_bandwidth_sharing();
}

void SwitchFabric::on_event(const Event& event) {
  switch (event.kind) {
    case kShareBandwidth:
      is_bandwidth_sharing_due_ = false;
      flow_network_.compute_new_rates(emulation_.now());
      return set_alarm_for_next_transfer_end();
    case kNextTransferEndAlarm:
      // ignore this alarm (event for the end of a message), as rates have changed since it was set
      if (event.subject_number != alarm_count_) return;
      next_alarm_time_ = VirtualTime::max();
      while (!flow_network_.empty() && flow_network_.next_end_time() <= emulation_.now()) end_next_transfer();
      return schedule_bandwidth_sharing();
    default:
      return handle_message_arrival(NodeId{event.subject_number}, event.node());
  }
}

void SwitchFabric::begin_collective(Collective /*kind*/, std::uint64_t /*bytes*/) {
  const Duration cost = options_.sync_per_step * std::bit_width(node_count_ - 1);
  for (std::uint32_t i = 0; i < node_count_; ++i) emulation_.leave_collective(NodeId{i}, cost);
}

/// Schedules one event at the present instant, which shares the bandwidth of the links out among the messages when the
/// messages that start or end at this instant are all known.
void SwitchFabric::schedule_bandwidth_sharing() {
  if (std::exchange(is_bandwidth_sharing_due_, true)) return;
  emulation_.schedule(Duration::zero(), node_id_for_network_events(), kShareBandwidth);
}

void SwitchFabric::set_alarm_for_next_transfer_end() {
  const VirtualTime next = flow_network_.empty() ? VirtualTime::max() : flow_network_.next_end_time();
  if (next == std::exchange(next_alarm_time_, next) || flow_network_.empty()) return;
  emulation_.schedule(next - emulation_.now(), node_id_for_network_events(), kNextTransferEndAlarm, ++alarm_count_);
}

void SwitchFabric::end_next_transfer() {
  MovingMessage& moving = transfers_[flow_network_.remove_next_ended_transfer()];
  const Request& message = *moving.message;
  fabric_statistics_.link_wait += emulation_.now() - moving.data_begin_time - transfer_time_alone(message);
  emulation_.schedule(options_.latency, message.peer, kMessageArrived, index(message.owner));
  MessagesOfNodePair& way = messages_of_node_pair(message);
  way.arriving_messages.push_back(&moving);
  way.leaving_messages.pop_front();
  if (!way.leaving_messages.empty()) start_moving_message(*way.leaving_messages.front());
}

void SwitchFabric::handle_message_arrival(NodeId source, NodeId destination) {
  MessagesOfNodePair& way = messages_of_node_pairs_[{source, destination}];
  MovingMessage& moving = *way.arriving_messages.front();
  way.arriving_messages.pop_front();
  if (find_receive_or_buffer_space_in_order(moving)) return handle_granted_room(moving);
  show_transfer_state(moving.id, TransferState::waits_for_room, destination);
  queue_for_room(moving);
}

/// Delivers a message that has arrived completely, now that a receive is posted or there is room
/// for it.
void SwitchFabric::handle_granted_room(Transfer& transfer) {
  Request& message = *transfer.message;
  show_transfer_state(transfer.id, TransferState::ended);
  deliver_or_store(message, transfer.data_destination, options_.receive_overhead);
  transfers_.release(static_cast<MovingMessage&>(transfer));
  emulation_.complete_request(message);
}

void SwitchFabric::append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const {
  transfers_.for_each([&](const MovingMessage& moving) {
    if (moving.message == &request) append_blocker_if_waiting_for_buffer(moving, out);
  });
}

std::vector<LeftOverMessage> SwitchFabric::left_over_messages() const {
  std::vector<LeftOverMessage> result;
  for (std::uint32_t i = 0; i < node_count_; ++i) add_stored_messages(NodeId{i}, result);
  transfers_.for_each([&](const MovingMessage& moving) { add_unsent_message(*moving.message, result); });
  return result;
}

}  // namespace switchyard
