#include "bench/trace/timeline.hpp"

#include <algorithm>
#include <numeric>

namespace switchyard {
namespace {

std::uint64_t node_pair_key(NodeId source, NodeId destination) noexcept {
  return (static_cast<std::uint64_t>(index(source)) << 32U) | index(destination);
}

/// Ends the last slice of a transfer (an interval of time in one state) at the virtual time `at`. If the slice then has
/// zero length, it is removed.
void end_last_state_interval_of_transfer(RecordedTransfer& transfer, VirtualTime at) {
  if (transfer.slices.empty()) return;
  transfer.slices.back().to = at;
  if (transfer.slices.back().from >= at) transfer.slices.pop_back();
}

/// Returns the indices of the transfers, sorted by the time at which each transfer began.
std::vector<std::size_t> transfer_indices_by_begin_time(const std::vector<RecordedTransfer>& transfers) {
  std::vector<std::size_t> order(transfers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return transfers[i].from; });
  return order;
}

}  // namespace

Duration RecordedTransfer::time_in_state(TransferState state) const noexcept {
  Duration sum{};
  for (const TransferSlice& slice : slices) sum += slice.state == state ? slice.to - slice.from : Duration::zero();
  return sum;
}

Duration RecordedTransfer::total_waiting_time() const noexcept {
  Duration sum{};
  for (const TransferSlice& slice : slices)
    sum += is_waiting_state(slice.state) ? slice.to - slice.from : Duration::zero();
  return sum;
}

void Timeline::set_phases(const Schedule& schedule) {
  phases = schedule.phase_count();
  std::unordered_map<std::uint64_t, PhaseId> phase_of;
  for (std::uint32_t p = 0; p < phases; ++p) {
    for (const ScheduledMessage& message : schedule.phase(PhaseId{p})) {
      phase_of.emplace(node_pair_key(message.source, message.destination), PhaseId{p});
    }
  }
  for (RecordedTransfer& transfer : transfers) {
    auto own = phase_of.find(node_pair_key(transfer.info.source, transfer.info.destination));
    const auto answer = phase_of.find(node_pair_key(transfer.info.destination, transfer.info.source));
    const bool asks = transfer.info.kind == TransferKind::signal || transfer.info.kind == TransferKind::acknowledge;
    if (own == phase_of.end() || (asks && answer != phase_of.end())) own = answer;
    if (own != phase_of.end()) transfer.phase = own->second;
  }
}

TimelineRecorder::TimelineRecorder(std::uint32_t nodes) : current_states_(nodes) { timeline_.nodes = nodes; }

void TimelineRecorder::end_current_state_of_node(NodeId node, VirtualTime at, bool ended) {
  const CurrentNodeState& current = current_states_[index(node)];
  const bool shows =
      current.state.activity != NodeActivity::running && current.state.activity != NodeActivity::finished;
  if (shows && at > current.since) timeline_.node_slices.push_back({node, current.state, current.since, at, ended});
}

void TimelineRecorder::node_changes_state(VirtualTime at, NodeId node, const NodeState& state) {
  CurrentNodeState& current = current_states_[index(node)];
  if (current.state == state) return;
  end_current_state_of_node(node, at);
  current = {state, at};
}

void TimelineRecorder::node_marked(VirtualTime at, NodeId node, std::string_view label) {
  timeline_.marks.push_back({node, at, std::string(label)});
}

void TimelineRecorder::transfer_begins(VirtualTime at, std::uint32_t transfer, const TransferInfo& info) {
  index_of_open_transfer_[transfer] = timeline_.transfers.size();
  RecordedTransfer& begun = timeline_.transfers.emplace_back(RecordedTransfer{info, at, at});
  begun.slices.push_back({TransferState::sets_up, std::nullopt, at, at});
}

void TimelineRecorder::transfer_changes_state(VirtualTime at, std::uint32_t transfer, TransferState state,
                                              std::optional<NodeId> holder) {
  const auto found = index_of_open_transfer_.find(transfer);
  if (found == index_of_open_transfer_.end()) return;
  RecordedTransfer& known = timeline_.transfers[found->second];
  end_last_state_interval_of_transfer(known, at);
  known.to = at;
  if (state != TransferState::ended) {
    known.slices.push_back({state, holder, at, at});
    return;
  }
  known.ended = true;
  index_of_open_transfer_.erase(found);
}

void TimelineRecorder::link_used(std::uint32_t transfer, const LinkUse& use) {
  if (const auto found = index_of_open_transfer_.find(transfer); found != index_of_open_transfer_.end()) {
    timeline_.links.push_back({found->second, use});
  }
}

void TimelineRecorder::run_ended(VirtualTime at) {
  timeline_.end = at;
  for (std::uint32_t i = 0; i < current_states_.size(); ++i) end_current_state_of_node(NodeId{i}, at, false);
  for (const auto& [name, place] : index_of_open_transfer_) {
    RecordedTransfer& open = timeline_.transfers[place];
    open.to = std::max(at, open.to);
    end_last_state_interval_of_transfer(open, open.to);
  }
  index_of_open_transfer_.clear();
}

Timeline TimelineRecorder::take() {
  const std::vector<std::size_t> order = transfer_indices_by_begin_time(timeline_.transfers);
  std::vector<std::size_t> place(order.size());
  std::vector<RecordedTransfer> sorted;
  sorted.reserve(order.size());
  for (const std::size_t old : order) {
    place[old] = sorted.size();
    sorted.push_back(std::move(timeline_.transfers[old]));
  }
  timeline_.transfers = std::move(sorted);
  for (LinkUseByTransfer& link : timeline_.links) link.transfer = place[link.transfer];
  return std::move(timeline_);
}

const char* transfer_state_as_text(TransferState state) noexcept {
  switch (state) {
    case TransferState::sets_up:
      return "set-up";
    case TransferState::waits_for_link:
      return "waits for a link";
    case TransferState::waits_for_port:
      return "waits for the receive port";
    case TransferState::waits_for_direction:
      return "waits for the other direction";
    case TransferState::waits_for_room:
      return "waits for buffer space";
    case TransferState::waits_for_receive:
      return "waits for the receive";
    case TransferState::moves:
      return "data";
    case TransferState::ended:
      return "ended";
  }
  return "";
}

const char* transfer_kind_as_text(TransferKind kind) noexcept {
  switch (kind) {
    case TransferKind::data:
      return "data";
    case TransferKind::signal:
      return "signal";
    case TransferKind::reserve:
      return "reserve";
    case TransferKind::acknowledge:
      return "acknowledge";
  }
  return "";
}

const char* node_activity_as_text(NodeActivity activity) noexcept {
  switch (activity) {
    case NodeActivity::running:
      return "runs";
    case NodeActivity::computes:
      return "computes";
    case NodeActivity::sends:
      return "send software";
    case NodeActivity::receives:
      return "receive software";
    case NodeActivity::polls:
      return "polls";
    case NodeActivity::waits_to_send:
      return "waits for its send";
    case NodeActivity::waits_to_receive:
      return "waits to receive";
    case NodeActivity::waits_for_any:
      return "waits for any";
    case NodeActivity::waits_for_packet:
      return "waits for a packet";
    case NodeActivity::handles:
      return "handler";
    case NodeActivity::in_collective:
      return "collective";
    case NodeActivity::finished:
      return "finished";
  }
  return "";
}

bool is_waiting_state(TransferState state) noexcept {
  return state != TransferState::sets_up && state != TransferState::moves && state != TransferState::ended;
}

bool is_waiting_state(NodeActivity activity) noexcept {
  return activity == NodeActivity::waits_to_send || activity == NodeActivity::waits_to_receive ||
         activity == NodeActivity::waits_for_any || activity == NodeActivity::waits_for_packet ||
         activity == NodeActivity::in_collective;
}

}  // namespace switchyard
