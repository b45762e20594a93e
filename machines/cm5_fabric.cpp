#include "machines/cm5_fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace switchyard {
namespace {

using machines::Cm5Options;

double bytes_per_ns(TimePerByte rate) { return 1.0 / static_cast<double>(rate.each.count()); }

/// Returns the capacity of a fat-tree edge into or out of a cluster of 4^level nodes, in bytes per nanosecond, packet
/// headers included. For clusters of 16 or more nodes, the capacity for each node is the same.
double capacity_with_headers(const Cm5Options& options, std::uint32_t level) {
  const auto rate = [](Bandwidth b) { return static_cast<double>(b.bytes_per_second) * 1e-9; };
  if (level == 0) return rate(options.node_link);
  if (level == 1) return rate(options.cluster_of_4);
  double capacity = rate(options.cluster_of_16);
  for (; level > 2; --level) capacity *= 4;
  return capacity;
}

/// Returns the capacities of all edges of the flow network, in bytes of payload a nanosecond: first
/// the edges of the fat tree, then one edge for the processor of each node.
std::vector<double> edge_capacities(const FatTree& tree, const Cm5Options& options) {
  std::vector<double> result;
  for (std::uint32_t level = 0; level < tree.level_count(); ++level) {
    const double capacity = capacity_with_headers(options, level) * static_cast<double>(options.packet_payload) /
                            static_cast<double>(options.packet);
    result.insert(result.end(), std::size_t{2} * tree.cluster_count(level), capacity);
  }
  result.insert(result.end(), tree.node_count(), bytes_per_ns(options.processor_per_byte));
  return result;
}

/// Returns the guard of each edge of the flow network: another edge that becomes full first, so that the guarded edge
/// need not be looked at. The guard of a node's link is the edge that stands for its processor, if the processor is
/// slower than the link, because the data of all messages crosses both. Only packets of active messages do not cross
/// the edge of the processor.
std::vector<EdgeId> find_edges_that_fill_before_each_edge(const FatTree& tree, std::span<const double> capacities) {
  std::vector<EdgeId> result;
  for (std::uint32_t i = 0; i < capacities.size(); ++i) result.push_back(EdgeId{i});
  for (std::uint32_t i = 0; i < tree.node_count(); ++i) {
    const EdgeId processor{tree.edge_count() + i};
    for (const EdgeId link : {tree.up_edge(0, NodeId{i}), tree.down_edge(0, NodeId{i})}) {
      if (capacities[index(processor)] < capacities[index(link)]) result[index(link)] = processor;
    }
  }
  return result;
}

FlowNetwork make_flow_network(const FatTree& tree, const Cm5Options& options) {
  const std::vector<double> all = edge_capacities(tree, options);
  return {all, bytes_per_ns(options.per_byte), find_edges_that_fill_before_each_edge(tree, all)};
}

/// Returns the time of a single packet on the slowest edge of its path in an empty network, by the level of the
/// smallest cluster that holds both nodes.
std::vector<Duration> packet_crossing_times(const FatTree& tree, const Cm5Options& options) {
  std::vector<Duration> times{Duration::zero()};
  for (std::uint32_t level = 0; level < tree.level_count(); ++level) {
    const double bytes = static_cast<double>(options.packet);
    times.push_back(std::max(times.back(), Duration{std::llround(bytes / capacity_with_headers(options, level))}));
  }
  return times;
}

/// Returns for each level of the fat tree whether its edges can be a bottleneck. All traffic on an edge also crosses
/// one of four edges of the level below. So an edge whose capacity is that of these four edges together is never a
/// bottleneck.
std::vector<bool> possible_bottleneck_levels(const FatTree& tree, const Cm5Options& options) {
  std::vector<bool> narrow;
  for (std::uint32_t level = 0; level < tree.level_count(); ++level) {
    narrow.push_back(level == 0 ||
                     capacity_with_headers(options, level) < 4 * capacity_with_headers(options, level - 1));
  }
  return narrow;
}

}  // namespace

/// Calls `use` for each edge on the path between two nodes of the fat tree that can be a bottleneck.
template <class Use>
void Cm5Fabric::for_each_tree_edge(NodeId from, NodeId to, Use use) const {
  const std::uint32_t top = FatTree::level_of_common_cluster(from, to);
  for (std::uint32_t level = 0; level < top; ++level) {
    if (!can_fat_tree_level_be_bottleneck_[level]) continue;
    use(fat_tree_.up_edge(level, from));
    use(fat_tree_.down_edge(level, to));
  }
}

TransferInfo Cm5Fabric::transfer_info_of(const Request& send, VirtualTime queued) {
  const TransferKind kind = send.bytes == 0 ? TransferKind::signal : TransferKind::data;
  return {send.owner, send.peer, kind, send.tag, send.bytes, queued};
}

Cm5Fabric::Cm5Fabric(Emulation& emulation, const FatTree& tree, const Cm5Options& options)
    : emulation_(emulation),
      fat_tree_(tree),
      options_(options),
      can_fat_tree_level_be_bottleneck_(possible_bottleneck_levels(tree, options)),
      packet_crossing_times_(packet_crossing_times(tree, options)),
      flow_network_(make_flow_network(tree, options)),
      endpoints_(tree.node_count()),
      has_event_per_transfer_(emulation.arbiter_chooses_order()) {}

/// Returns the processor time that a send takes before its transfer begins: zero, except for a bulk transfer. For other
/// messages, the sender's time for the handshake is counted as a part of the transfer.
Duration Cm5Fabric::send_overhead(const Request& send) {
  return send.protocol == Protocol::bulk ? options_.bulk_setup : Duration::zero();
}

void Cm5Fabric::post_send(Request& send) {
  if (send.protocol == Protocol::bulk) return announce_bulk_send(send);
  if (takes_send_buffer(send)) {
    Cm5Endpoint& p = endpoint(send.owner);
    if (p.used_send_buffer_count == options_.send_buffers) return p.sends_waiting_for_buffer.push_back(&send);
    ++p.used_send_buffer_count;
  }
  send_request_to_send(send);
}

/// Sends the request of a send to the receiver, after the send has got a send buffer if it needs one. The request looks
/// for a matching receive at once and not when it arrives, because the same receive would match then. Only if an
/// arbiter (of a stress test) chooses the order of events, the arrival is an event of its own.
void Cm5Fabric::send_request_to_send(Request& send) {
  if (!has_event_per_transfer_ || send.owner == send.peer) return match_or_store_send(send, emulation_.now());
  requests_to_send_on_way_[{send.owner, send.peer}].push_back(&send);
  emulation_.schedule(options_.send_request, send.peer, kNextRequestToSendArrived, index(send.owner));
}

void Cm5Fabric::match_or_store_send(Request& send, VirtualTime sent) {
  Cm5Endpoint& to = endpoint(send.peer);
  Request* const receive = to.unmatched_receives.take_first_match(label_of(send));
  if (receive != nullptr)
    return start_matched_transfer(send, sent, *receive,
                                  to.receive_posting_times.remove_and_return_posting_time(receive->number));
  check_message_may_be_early(send);
  UnmatchedSend& offer = unmatched_send_records_.take_message_record();
  offer.label = label_of(send);
  offer.site = send.site;
  offer.bytes = send.bytes;
  offer.send = &send;
  offer.posting_time = sent;
  to.unmatched_sends.add(offer);
  if (is_known_to_receiver(offer)) return emulation_.note_message_to_probe(send.peer);
  if (emulation_.messages_are_probed()) emulation_.schedule(options_.send_request, send.peer, kRequestToSendArrived);
}

/// Handles the arrival at `destination` of the next request to send from `source`. Does nothing if no request is left
/// because its send was cancelled meanwhile.
void Cm5Fabric::handle_next_request_to_send(NodeId source, NodeId destination) {
  std::deque<Request*>& asking = requests_to_send_on_way_[{source, destination}];
  if (asking.empty()) return;
  Request& first = *asking.front();
  asking.pop_front();
  match_or_store_send(first, emulation_.now() - options_.send_request);
}

void Cm5Fabric::post_receive(Request& receive) {
  Cm5Endpoint& own = endpoint(receive.owner);
  UnmatchedSend* const offer =
      receive.has_taken_message ? static_cast<UnmatchedSend*>(receive.taken) : own.unmatched_sends.find(receive);
  if (offer != nullptr) {
    (receive.has_taken_message ? own.probed_sends : own.unmatched_sends).remove(*offer);
    unmatched_send_records_.give_back_message_record(*offer);
    return start_matched_transfer(*offer->send, offer->posting_time, receive, emulation_.now());
  }
  own.unmatched_receives.post(receive);
  own.receive_posting_times.add(emulation_.now());
}

/// Returns whether the receiver knows of a send: its request has arrived, or the node sends to itself.
bool Cm5Fabric::is_known_to_receiver(const UnmatchedSend& offer) const {
  const Request& send = *offer.send;
  return send.owner == send.peer || offer.posting_time + options_.send_request <= emulation_.now();
}

bool Cm5Fabric::find_message(Request& probe) {
  Cm5Endpoint& own = endpoint(probe.owner);
  UnmatchedSend* const offer = own.unmatched_sends.find(probe);
  if (offer == nullptr) return false;
  if (probe.kind == Request::Kind::probe && !is_known_to_receiver(*offer)) {
    emulation_.schedule(offer->posting_time + options_.send_request - emulation_.now(), probe.owner,
                        kRequestToSendArrived);
    return false;
  }
  set_result_of_probe(probe, *offer);
  if (!probe.has_taken_message) return true;
  offer->send->claimed = true;
  own.unmatched_sends.remove(*offer);
  own.probed_sends.add(*offer);
  probe.taken = offer;
  return true;
}

bool Cm5Fabric::cancel(Request& request) {
  if (request.kind == Request::Kind::send) return request.protocol != Protocol::bulk && cancel_send(request);
  Cm5Endpoint& own = endpoint(request.owner);
  if (request.has_taken_message || !own.unmatched_receives.remove(request)) return false;
  own.receive_posting_times.remove_and_return_posting_time(request.number);
  return true;
}

/// Cancels a send that no receive has matched yet. The data of such a send has not left its node.
bool Cm5Fabric::cancel_send(Request& send) {
  Cm5Endpoint& from = endpoint(send.owner);
  if (std::erase(from.sends_waiting_for_buffer, &send) == 0) {
    withdraw_unmatched_send(send);
    free_send_buffer_of(send);
  }
  emulation_.complete_request(send);
  return true;
}

void Cm5Fabric::withdraw_unmatched_send(const Request& send) {
  if (has_event_per_transfer_ && std::erase(requests_to_send_on_way_[{send.owner, send.peer}], &send) > 0) return;
  Cm5Endpoint& to = endpoint(send.peer);
  UnmatchedSend* const offer =
      to.unmatched_sends.find_message_if([&](const UnmatchedSend& each) { return each.send == &send; });
  to.unmatched_sends.remove(*offer);
  unmatched_send_records_.give_back_message_record(*offer);
}

VirtualTime Cm5Fabric::PostingTimes::remove_and_return_posting_time(std::uint32_t number) {
  const VirtualTime at = std::exchange(posting_times_[number - first_receive_number_], kSentinelForRemovedPostingTime);
  while (removed_front_count_ < posting_times_.size() &&
         posting_times_[removed_front_count_] == kSentinelForRemovedPostingTime)
    ++removed_front_count_;
  // The times at the front are erased only when at least half of all times were removed, so that each time is moved
  // only about once.
  if (2 * std::size_t{removed_front_count_} >= posting_times_.size()) erase_removed_posting_times_at_front();
  return at;
}

/// Erases the removed times at the front of the list, and moves the others to the front.
void Cm5Fabric::PostingTimes::erase_removed_posting_times_at_front() {
  posting_times_.erase(posting_times_.begin(), posting_times_.begin() + removed_front_count_);
  first_receive_number_ += std::exchange(removed_front_count_, 0);
}

/// Starts the transfer of a send and a receive that match, and schedules the start of its data: the request reaches the
/// receiver, the receive is posted, the receiver answers, and then the data may go.
void Cm5Fabric::start_matched_transfer(Request& send, VirtualTime sent, Request& receive, VirtualTime posted) {
  send.matched = true;
  const VirtualTime asked = sent + options_.send_request;
  const VirtualTime ready = std::max(asked, posted + options_.receive_post);
  fabric_statistics_.port_wait += ready - asked;
  const Duration setup = send.bytes > 0 ? options_.data_setup : Duration::zero();
  const VirtualTime start = ready + options_.clear_to_send + setup;
  const std::uint32_t number = new_transfer_number(send, receive);
  show_transfer_start(number, sent, asked, ready);
  emulation_.schedule(start - emulation_.now(), send.owner, kClearedToSend, number);
}

std::uint32_t Cm5Fabric::new_transfer_number(Request& send, Request& receive) {
  if (free_transfer_numbers_.empty()) {
    free_transfer_numbers_.push_back(static_cast<std::uint32_t>(matched_transfers_.size()));
    matched_transfers_.emplace_back();
  }
  const std::uint32_t number = free_transfer_numbers_.back();
  free_transfer_numbers_.pop_back();
  matched_transfers_[number] = {&send, &receive, {}, send.peer, false};
  return number;
}

/// Prefetches the state of all edges that can be a bottleneck of a transfer.
inline void Cm5Fabric::prefetch_edges_of_transfer(NodeId from, NodeId to) const {
  flow_network_.prefetch_edge(processor_edge(from));
  flow_network_.prefetch_edge(processor_edge(to));
  for_each_tree_edge(from, to, [&](EdgeId edge) { flow_network_.prefetch_edge(edge); });
}

/// Prefetches the edges of a transfer two events before it starts: handling one event takes less time than an access to
/// memory. The state of the transfer itself, which names its destination, is small enough to stay in the host's caches.
void Cm5Fabric::prefetch_for_next_events(const Event& next, const Event& after) const {
  constexpr std::size_t kLines = 3;  // number of cache lines of a Cm5Endpoint that most messages need
  prefetch_lines(&endpoints_[index(after.node())], kLines);
  if (after.kind == kClearedToSend)
    prefetch_edges_of_transfer(after.node(), matched_transfers_[after.subject_number].destination);
  if (!is_event_of_transfer(next)) return;
  const MatchedTransfer& transfer = matched_transfers_[next.subject_number];
  prefetch_lines(next.kind == kReceiverProgramResumesEvent ? transfer.receive : transfer.send);
}

void Cm5Fabric::on_event(const Event& event) {
  switch (event.kind) {
    case kClearedToSend:
      start_data_of_transfer(event.subject_number);
      break;
    case kNextDataEndAlarm:
      // ignore this alarm (event for the end of a transfer), as rates have changed since it was set
      if (event.subject_number != alarm_count_) break;
      // forget this alarm (event for the end of a transfer), as a new one for this instant may be needed
      next_alarm_time_ = VirtualTime::max();
      while (!flow_network_.empty() && flow_network_.next_end_time() <= emulation_.now())
        end_flow_of_transfer_or_packet(flow_network_.remove_next_ended_transfer());
      schedule_bandwidth_sharing();
      break;
    case kTransferEndAlarm:
      handle_transfer_end_alarm(event.subject_number);
      break;
    case kShareBandwidth:
      is_bandwidth_sharing_due_ = false;
      flow_network_.compute_new_rates(emulation_.now());
      set_alarm_for_next_transfer_end();
      break;
    case kSenderProgramResumesEvent:
      complete_send_of_transfer(event.subject_number);
      break;
    case kReceiverProgramResumesEvent:
      complete_receive_of_transfer(event.subject_number);
      break;
    case kNextRequestToSendArrived:
      handle_next_request_to_send(NodeId{event.subject_number}, event.node());
      break;
    case kRequestToSendArrived:
      emulation_.note_message_to_probe(event.node());
      break;
    case kPacketArrived:
      free_packet_slots_.push_back(event.subject_number);
      emulation_.add_arrived_packet(moving_packets_[event.subject_number].packet);
      break;
    case kReplyJoinsInterfaceQueueEvent:
      append_packet_to_lane(event.subject_number);
      break;
    default:
      break;
  }
}

void Cm5Fabric::start_data_of_transfer(std::uint32_t number) {
  MatchedTransfer& transfer = matched_transfers_[number];
  transfer.data_begin_time = emulation_.now();
  if (Observer* observer = emulation_.observer())
    observer->transfer_changes_state(emulation_.now(), number, TransferState::moves, {});
  const Request& send = *transfer.send;
  if (send.bytes == 0 && send.protocol == Protocol::bulk) {
    show_transfer_end(number);
    return end_bulk_transfer(number);
  }
  if (send.bytes == 0 || send.owner == send.peer) return end_data_of_transfer(number);
  const bool unlimited = send.protocol == Protocol::bulk && !options_.bulk_as_messages;
  const RateLimit limit = unlimited ? RateLimit::not_limited : RateLimit::kept;
  const FlowId flow = flow_network_.start(emulation_.now(), path_edges(send.owner, send.peer),
                                          padded_payload_bytes(send.bytes), number, limit);
  if (has_event_per_transfer_) {
    transfer.network_flow_of_data = flow;
    flow_network_.compute_new_rates(emulation_.now());
    return set_alarm_of_each_transfer();
  }
  schedule_bandwidth_sharing();
}

std::uint64_t Cm5Fabric::padded_payload_bytes(std::uint64_t bytes) const noexcept {
  return (bytes + options_.packet_payload - 1) / options_.packet_payload * options_.packet_payload;
}

std::span<const EdgeId> Cm5Fabric::path_edges(NodeId from, NodeId to) {
  path_edge_buffer_.clear();
  path_edge_buffer_.push_back(processor_edge(from));
  path_edge_buffer_.push_back(processor_edge(to));
  add_tree_path(from, to);
  return path_edge_buffer_;
}

void Cm5Fabric::add_tree_path(NodeId from, NodeId to) {
  for_each_tree_edge(from, to, [&](EdgeId edge) { path_edge_buffer_.push_back(edge); });
}

/// Schedules one event at the present instant, which shares the network out among all transfers when the transfers that
/// start or end at this instant are all known.
void Cm5Fabric::schedule_bandwidth_sharing() {
  if (std::exchange(is_bandwidth_sharing_due_, true)) return;
  emulation_.schedule(Duration::zero(), node_id_for_network_events(), kShareBandwidth);
}

void Cm5Fabric::set_alarm_for_next_transfer_end() {
  const VirtualTime next = flow_network_.empty() ? VirtualTime::max() : flow_network_.next_end_time();
  if (next == std::exchange(next_alarm_time_, next) || flow_network_.empty()) return;
  emulation_.schedule(next - emulation_.now(), node_id_for_network_events(), kNextDataEndAlarm, ++alarm_count_);
}

// If an arbiter (of a stress test) chooses the order of events, each transfer has an alarm (event for its end) of its
// own, because the arbiter may delay the end of one transfer while others end. With a single alarm for the next end,
// transfers could only end in the order of time.

/// Sets a new alarm (event for the end) for each transfer whose end time has changed because its share of the network
/// has changed.
void Cm5Fabric::set_alarm_of_each_transfer() {
  for (MatchedTransfer& transfer : matched_transfers_) {
    if (!transfer.network_flow_of_data) continue;
    const VirtualTime ends = flow_network_.end_time_of(*transfer.network_flow_of_data);
    if (ends == std::exchange(transfer.data_end_time, ends)) continue;
    const NodeId sender = transfer.send->owner;
    emulation_.note_touched_by_event(sender);
    transfer.latest_alarm = ++alarm_count_;
    emulation_.schedule(std::max(ends - emulation_.now(), Duration::zero()), sender, kTransferEndAlarm,
                        transfer.latest_alarm);
  }
}

void Cm5Fabric::handle_transfer_end_alarm(std::uint32_t alarm) {
  const auto found = std::ranges::find_if(matched_transfers_, [&](const MatchedTransfer& each) {
    return each.network_flow_of_data && each.latest_alarm == alarm;
  });
  if (found == matched_transfers_.end())
    return;  // ignore this alarm (event for the end of a transfer), as the end has moved since it was set
  flow_network_.end_transfer(*std::exchange(found->network_flow_of_data, std::nullopt));
  end_data_of_transfer(static_cast<std::uint32_t>(found - matched_transfers_.begin()));
  flow_network_.compute_new_rates(emulation_.now());
  set_alarm_of_each_transfer();
}

void Cm5Fabric::end_data_of_transfer(std::uint32_t number) {
  const MatchedTransfer& transfer = matched_transfers_[number];
  Request& send = *transfer.send;
  show_transfer_end(number);
  ++fabric_statistics_.messages;
  fabric_statistics_.payload_bytes += send.bytes;
  if (send.owner == send.peer) emulation_.charge_node(send.owner, options_.copy_per_byte * send.bytes);
  if (send.bytes > 0 && send.owner != send.peer) {
    const bool unlimited = send.protocol == Protocol::bulk && !options_.bulk_as_messages;
    const TimePerByte alone = unlimited ? options_.processor_per_byte : options_.per_byte;
    fabric_statistics_.link_wait +=
        emulation_.now() - transfer.data_begin_time - alone * padded_payload_bytes(send.bytes);
  }
  if (send.protocol == Protocol::bulk) return end_bulk_transfer(number);
  if (!emulation_.deliver_message(*transfer.receive, send)) return;
  emulation_.schedule(options_.send_return, send.owner, kSenderProgramResumesEvent, number);
  emulation_.schedule(options_.receive_return, send.peer, kReceiverProgramResumesEvent, number);
}

void Cm5Fabric::complete_send_of_transfer(std::uint32_t number) {
  Request& send = *matched_transfers_[number].send;
  free_send_buffer_of(send);
  end_transfer_at_one_node(number);
  emulation_.complete_request(send);
}

/// Gives the send buffer of `send`, if it has one, to the node's next send that waits for a buffer, or frees it.
void Cm5Fabric::free_send_buffer_of(const Request& send) {
  if (!takes_send_buffer(send)) return;
  Cm5Endpoint& p = endpoint(send.owner);
  --p.used_send_buffer_count;
  if (p.sends_waiting_for_buffer.empty()) return;
  Request& next = *p.sends_waiting_for_buffer.front();
  p.sends_waiting_for_buffer.pop_front();
  ++p.used_send_buffer_count;
  send_request_to_send(next);
}

void Cm5Fabric::complete_receive_of_transfer(std::uint32_t number) {
  Request& receive = *matched_transfers_[number].receive;
  end_transfer_at_one_node(number);
  emulation_.complete_request(receive);
}

void Cm5Fabric::end_transfer_at_one_node(std::uint32_t number) {
  if (std::exchange(matched_transfers_[number].has_one_node_continued, true)) free_transfer_numbers_.push_back(number);
}

void Cm5Fabric::begin_collective(Collective kind, std::uint64_t bytes) {
  Duration cost = options_.combine + options_.combine_per_byte * bytes;
  if (kind == Collective::barrier) cost = options_.barrier;
  if (kind == Collective::broadcast) cost = options_.broadcast + options_.broadcast_per_byte * bytes;
  for (std::uint32_t i = 0; i < fat_tree_.node_count(); ++i) emulation_.leave_collective(NodeId{i}, cost);
}

void Cm5Fabric::show_transfer_start(std::uint32_t number, VirtualTime sent, VirtualTime asked,
                                    VirtualTime ready) const {
  Observer* observer = emulation_.observer();
  if (observer == nullptr) return;
  const Request& send = *matched_transfers_[number].send;
  observer->transfer_begins(sent, number, transfer_info_of(send, sent));
  observer->transfer_changes_state(asked, number, TransferState::waits_for_receive, send.peer);
  observer->transfer_changes_state(ready, number, TransferState::sets_up, {});
}

void Cm5Fabric::show_transfer_end(std::uint32_t number) const {
  Observer* observer = emulation_.observer();
  if (observer == nullptr) return;
  const MatchedTransfer& transfer = matched_transfers_[number];
  const Request& send = *transfer.send;
  const auto packets = padded_payload_bytes(send.bytes) / options_.packet_payload;
  const auto packed = static_cast<double>(packets * options_.packet);
  const std::uint32_t top = FatTree::level_of_common_cluster(send.owner, send.peer);
  for (std::uint32_t level = 0; level < top; ++level) {
    const Duration busy{std::llround(packed / capacity_with_headers(options_, level))};
    for (const EdgeId edge : {fat_tree_.up_edge(level, send.owner), fat_tree_.down_edge(level, send.peer)}) {
      observer->link_used(number, {LinkId{index(edge)}, transfer.data_begin_time, emulation_.now(), busy});
    }
  }
  observer->transfer_changes_state(emulation_.now(), number, TransferState::ended, {});
}

/// Shows the observer of the run the sends that no receive has matched when the run ends.
void Cm5Fabric::show_open_transfers(Observer& observer) const {
  auto number = static_cast<std::uint32_t>(matched_transfers_.size());
  for (const Cm5Endpoint& p : endpoints_) {
    p.unmatched_sends.for_each([&](const UnmatchedSend& offer) {
      observer.transfer_begins(offer.posting_time, number, transfer_info_of(*offer.send, offer.posting_time));
      observer.transfer_changes_state(offer.posting_time + options_.send_request, number++,
                                      TransferState::waits_for_receive, offer.send->peer);
    });
  }
}

void Cm5Fabric::append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const {
  if (request.kind == Request::Kind::receive) return;
  if (request.protocol == Protocol::bulk) return out.push_back({request.peer, ResourceKind::poll});
  const auto& held = endpoint(request.owner).sends_waiting_for_buffer;
  if (std::ranges::find(held, &request) != held.end()) {
    return append_holders_of_send_buffers(request.owner, out);
  }
  out.push_back({request.peer, ResourceKind::receive});
}

/// Appends to `out` the sends that hold send buffers of `node`, for a report about a send that waits for a buffer.
void Cm5Fabric::append_holders_of_send_buffers(NodeId node, std::vector<BlockingResource>& out) const {
  const auto add = [&](const UnmatchedSend& offer) {
    if (offer.send->owner != node || !takes_send_buffer(*offer.send)) return;
    Resource buffer(ResourceKind::send_buffer, node);
    buffer.capacity = options_.send_buffers;
    buffer.held_by = {"message", node, offer.send->peer, offer.send->tag};
    out.push_back({offer.send->peer, buffer});
  };
  for (const Cm5Endpoint& other : endpoints_) other.unmatched_sends.for_each(add);
}

std::vector<LeftOverMessage> Cm5Fabric::left_over_messages() const {
  std::vector<LeftOverMessage> result;
  const auto add = [&](const Request& send) { result.push_back({label_of(send), send.peer, send.bytes, send.site}); };
  for (const Cm5Endpoint& p : endpoints_) {
    p.unmatched_sends.for_each([&](const UnmatchedSend& offer) { add(*offer.send); });
    p.probed_sends.for_each([&](const UnmatchedSend& offer) { add(*offer.send); });
    for (const Request* send : p.sends_waiting_for_buffer) add(*send);
  }
  for (const auto& [way, asking] : requests_to_send_on_way_) {
    for (const Request* send : asking) add(*send);
  }
  return result;
}

}  // namespace switchyard
