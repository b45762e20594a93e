#include "machines/networks/flow_network.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace switchyard {
namespace {

// Two rates whose relative difference is below this value count as equal; the difference then comes from rounding.
constexpr double kSameRateTolerance = 1e-12;

VirtualTime end_time_at_rate(VirtualTime since, double bytes, double rate) {
  return since + Duration{std::llround(std::max(bytes, 0.0) / rate)};
}

std::uint8_t bit_of_step(std::size_t step) { return static_cast<std::uint8_t>(1U << step); }

}  // namespace

template <class See>
void FlowNetwork::for_each_tight_edge(const NetworkFlowState& flow, See see) const {
  for (std::uint32_t steps = flow.tight_edge_bits; steps != 0; steps &= steps - 1) {
    see(flow.inline_edges[static_cast<std::size_t>(std::countr_zero(steps))]);
  }
  if (flow.path_length > kInlineEdgeCount) [[unlikely]]
    for_each_tight_edge_stored_separately(flow, see);
}

template <class See>
void FlowNetwork::for_each_tight_edge_stored_separately(const NetworkFlowState& flow, See see) const {
  for (const OverflowEdge& far : overflow_edges_of(flow)) {
    if (far.can_edge_become_full) see(far.edge);
  }
}

const std::vector<FlowNetwork::OverflowEdge>& FlowNetwork::overflow_edges_of(
    const NetworkFlowState& flow) const noexcept {
  return overflow_edges_[index_of_flow_state(flow)];
}

std::uint32_t& FlowNetwork::overflow_edge_list_position(const NetworkFlowState& flow, std::size_t step) noexcept {
  return overflow_edges_[index_of_flow_state(flow)][step - kInlineEdgeCount].list_position;
}

inline void FlowNetwork::set_whether_edge_can_become_full(NetworkFlowState& flow, std::size_t step,
                                                          bool tight) noexcept {
  if (step >= kInlineEdgeCount) {
    overflow_edges_[index_of_flow_state(flow)][step - kInlineEdgeCount].can_edge_become_full = tight;
  } else if (tight) {
    flow.tight_edge_bits |= bit_of_step(step);
  } else {
    flow.tight_edge_bits &= static_cast<std::uint8_t>(~bit_of_step(step));
  }
}

FlowNetwork::FlowNetwork(std::span<const double> capacities, double limit, std::span<const EdgeId> guards)
    : flow_rate_limit_(limit), edge_capacities_(capacities.begin(), capacities.end()), edge_states_(capacities.size()) {
  for (std::uint32_t i = 0; i < capacities.size(); ++i) {
    edges_filling_before_each_edge_.push_back(guards.empty() ? i : index(guards[i]));
    const bool has_guard = edges_filling_before_each_edge_[i] != i;
    edge_states_[i].max_transfers_below_edge_capacity =
        has_guard ? std::numeric_limits<std::uint32_t>::max()
                  : static_cast<std::uint32_t>(std::min(capacities[i] / limit, 1e9));
  }
}

/// Returns whether a transfer can fill the edge alone. On an edge without a guard (another edge that becomes full
/// first), this holds for a transfer without a rate limit. On an edge with a guard, it holds for a transfer whose path
/// does not contain the guard.
inline bool FlowNetwork::can_one_flow_fill_edge_capacity(const NetworkFlowState& flow,
                                                         std::uint32_t its_edge) const noexcept {
  if (edges_filling_before_each_edge_[its_edge] == its_edge) return flow.rate_limit == RateLimit::not_limited;
  for (std::size_t i = 0; i < flow.path_length; ++i) {
    if (edge_at_step(flow, i) == edges_filling_before_each_edge_[its_edge]) return false;
  }
  return true;
}

FlowId FlowNetwork::start(VirtualTime now, std::span<const EdgeId> path, std::uint64_t bytes, std::uint32_t item,
                          RateLimit limit) {
  const std::uint32_t number = new_flow_number();
  NetworkFlowState& flow = flow_states_[number];
  flow.rate = 0;
  flow_rates_[number] = {};
  flow_ends_[number] = {VirtualTime::max(), started_flow_count_++};
  flow.bytes_left = static_cast<double>(bytes);
  flow.bytes_counted_until = now;
  flow.flow_label_from_caller = item;
  flow.path_length = static_cast<std::uint16_t>(path.size());
  flow.bottleneck_step = flow.path_length;
  flow.tight_edge_bits = 0;
  flow.rate_limit = limit;
  for (std::size_t i = 0; i < std::min(path.size(), kInlineEdgeCount); ++i) flow.inline_edges[i] = index(path[i]);
  if (path.size() > kInlineEdgeCount) [[unlikely]] {
    if (overflow_edges_.size() <= number) overflow_edges_.resize(flow_states_.size());
    overflow_edges_[number].clear();
    for (const EdgeId far : path.subspan(kInlineEdgeCount)) overflow_edges_[number].push_back({index(far), 0, false});
  }
  for (std::size_t i = 0; i < path.size(); ++i) add_to_edge_list(number, i);
  ++transfer_count_;
  started_flows_.push_back(number);
  return FlowId{number};
}

bool FlowNetwork::delay_transfers_on_edge(VirtualTime now, EdgeId edge, Duration time) noexcept {
  for (const auto [number, step] : edge_states_[index(edge)].crossings) {
    NetworkFlowState& flow = flow_states_[number];
    count_bytes_until(now, flow);
    const Duration longer = now + time - flow.bytes_counted_until;
    if (longer <= Duration::zero()) continue;  // skip a transfer that stands still for that long anyway
    flow.bytes_counted_until += longer;
    if (flow.rate == 0) continue;  // skip a transfer that has just started, and whose end is not known yet
    flow_ends_[number].at += longer;
    update_tournament_tree_of_flow_ends(number);
  }
  return !edge_states_[index(edge)].crossings.empty();
}

std::uint32_t FlowNetwork::new_flow_number() {
  if (free_flow_numbers_.empty()) {
    const std::size_t count = std::max<std::size_t>(2 * flow_states_.size(), 16);
    for (std::size_t i = count; i-- > flow_states_.size();) free_flow_numbers_.push_back(static_cast<std::uint32_t>(i));
    flow_states_.resize(count);
    flow_rates_.resize(count);
    flow_ends_.resize(count);
    rebuild_tournament_tree_of_flow_ends();
  }
  const std::uint32_t number = free_flow_numbers_.back();
  free_flow_numbers_.pop_back();
  return number;
}

/// Prefetches the edges of a transfer that probably ends soon. Where all nodes do the same at once, transfers end in
/// the order of their numbers, or in the reverse order, as they get these numbers in turn. Then the differences of the
/// numbers that end one after another are equal.
inline void FlowNetwork::prefetch_transfer_that_ends_soon(std::uint32_t ending) noexcept {
  constexpr std::uint32_t kTransfersAhead = 3;
  constexpr std::size_t kFewestEdgesToPrefetch = 4096;  // fewer edges stay in the caches of a core
  const std::uint32_t ahead = ending + kTransfersAhead * (ending - std::exchange(number_of_last_ended_flow_, ending));
  if (ahead >= flow_states_.size() || edge_states_.size() < kFewestEdgesToPrefetch) return;
  const NetworkFlowState& flow = flow_states_[ahead];
  for (std::size_t i = 0; i < std::min<std::size_t>(flow.path_length, kInlineEdgeCount); ++i)
    prefetch_edge(EdgeId{flow.inline_edges[i]});
}

std::uint32_t FlowNetwork::remove_next_ended_transfer() {
  const std::uint32_t number = earliest_end_tournament_tree_[1];
  prefetch_transfer_that_ends_soon(number);
  remove_transfer(number);
  return flow_states_[number].flow_label_from_caller;
}

/// Ends and removes a transfer, which may have been started at the present instant and not have got a rate yet.
void FlowNetwork::end_transfer(FlowId flow) {
  std::erase(started_flows_, index(flow));
  remove_transfer(index(flow));
}

inline void FlowNetwork::remove_transfer(std::uint32_t number) {
  NetworkFlowState& flow = flow_states_[number];
  flow_ends_[number].at = VirtualTime::max();
  update_tournament_tree_of_flow_ends(number);
  set_bottleneck(flow, flow.path_length);
  for (std::size_t i = 0; i < flow.path_length; ++i) {
    remove_from_edge_list(flow, i);
    edges_of_ended_transfers_.push_back(edge_at_step(flow, i));
  }
  free_flow_numbers_.push_back(number);
  --transfer_count_;
}

bool FlowNetwork::does_flow_end_before(std::uint32_t a, std::uint32_t b) const noexcept {
  if (flow_ends_[a].at != flow_ends_[b].at) return flow_ends_[a].at < flow_ends_[b].at;
  return static_cast<std::int32_t>(flow_ends_[a].flow_start_sequence_number -
                                   flow_ends_[b].flow_start_sequence_number) < 0;
}

void FlowNetwork::rebuild_tournament_tree_of_flow_ends() {
  // number of leaves of the tournament tree, a power of two
  const auto count = static_cast<std::uint32_t>(flow_states_.size());
  earliest_end_tournament_tree_.resize(2 * flow_states_.size());
  for (std::uint32_t i = 0; i < count; ++i) earliest_end_tournament_tree_[count + i] = i;
  for (std::uint32_t i = count; i-- > 1;) {
    earliest_end_tournament_tree_[i] =
        does_flow_end_before(earliest_end_tournament_tree_[2 * i], earliest_end_tournament_tree_[2 * i + 1])
            ? earliest_end_tournament_tree_[2 * i]
            : earliest_end_tournament_tree_[2 * i + 1];
  }
}

/// Updates the tournament tree, whose root is the transfer that ends first, after the end of transfer `number` has
/// changed.
void FlowNetwork::update_tournament_tree_of_flow_ends(std::uint32_t number) noexcept {
  for (std::size_t i = (flow_states_.size() + number) / 2; i > 0; i /= 2) {
    const std::uint32_t first =
        does_flow_end_before(earliest_end_tournament_tree_[2 * i], earliest_end_tournament_tree_[2 * i + 1])
            ? earliest_end_tournament_tree_[2 * i]
            : earliest_end_tournament_tree_[2 * i + 1];
    if (earliest_end_tournament_tree_[i] == first && first != number) return;
    earliest_end_tournament_tree_[i] = first;
  }
}

/// Adds a transfer to the list of transfers that cross the edge at position `step` of the transfer's path. If the
/// transfers in this list can now fill the edge, marks the edge as one that can be full in each of these transfers
/// (NetworkFlowState::tight_edge_bits).
void FlowNetwork::add_to_edge_list(std::uint32_t number, std::size_t step) {
  NetworkFlowState& flow = flow_states_[number];
  const std::uint32_t its_edge = edge_at_step(flow, step);
  EdgeState& e = edge_states_[its_edge];
  EdgeCrossings& crossings = e.crossings;
  const bool could_be_full = can_edge_become_full(e);
  mutable_position_of_flow_in_edge_list(flow, step) = e.transfer_count++;
  if (can_one_flow_fill_edge_capacity(flow, its_edge)) ++e.edge_filling_transfer_count;
  crossings.push_back({number, static_cast<std::uint32_t>(step)});
  if (!can_edge_become_full(e)) return;
  const auto first = could_be_full ? crossings.end() - 1 : crossings.begin();
  for (auto it = first; it != crossings.end(); ++it)
    set_whether_edge_can_become_full(flow_states_[it->network_flow_index], it->step, true);
}

inline void FlowNetwork::remove_from_edge_list(NetworkFlowState& flow, std::size_t step) noexcept {
  const std::uint32_t its_edge = edge_at_step(flow, step);
  EdgeState& e = edge_states_[its_edge];
  EdgeCrossings& crossings = e.crossings;
  const std::uint32_t its_place = mutable_position_of_flow_in_edge_list(flow, step);
  const EdgeCrossing last = crossings.back();
  crossings[its_place] = last;
  mutable_position_of_flow_in_edge_list(flow_states_[last.network_flow_index], last.step) = its_place;
  crossings.pop_back();
  const bool could_be_full = can_edge_become_full(e);
  --e.transfer_count;
  if (can_one_flow_fill_edge_capacity(flow, its_edge)) --e.edge_filling_transfer_count;
  if (!could_be_full || can_edge_become_full(e)) return;
  for (const auto [other, its_step] : crossings) set_whether_edge_can_become_full(flow_states_[other], its_step, false);
}

/// Makes the edge at position `step` of a transfer's path the bottleneck of the transfer; a position equal to the
/// length of the path means no bottleneck. In the list of an edge's transfers, those with this edge as bottleneck come
/// first, so that they are found at once.
void FlowNetwork::set_bottleneck(NetworkFlowState& flow, std::size_t step) noexcept {
  if (flow.bottleneck_step == step) return;
  if (flow.bottleneck_step < flow.path_length)
    move_to_list_position(flow, flow.bottleneck_step,
                          --edge_states_[edge_at_step(flow, flow.bottleneck_step)].bottlenecked_transfer_count);
  flow.bottleneck_step = static_cast<std::uint16_t>(step);
  if (step < flow.path_length)
    move_to_list_position(flow, step, edge_states_[edge_at_step(flow, step)].bottlenecked_transfer_count++);
}

/// Moves a transfer to position `to` in the list of the edge at position `step` of the transfer's path. The transfer
/// that was there takes the old position.
void FlowNetwork::move_to_list_position(NetworkFlowState& flow, std::size_t step, std::uint32_t to) noexcept {
  EdgeCrossings& crossings = edge_states_[edge_at_step(flow, step)].crossings;
  const std::uint32_t from = mutable_position_of_flow_in_edge_list(flow, step);
  std::swap(crossings[from], crossings[to]);
  const EdgeCrossing other = crossings[from];
  mutable_position_of_flow_in_edge_list(flow_states_[other.network_flow_index], other.step) = from;
  mutable_position_of_flow_in_edge_list(flow, step) = to;
}

// --- sharing out the edges among the transfers -----------------------------------------------------------------------
//
// Rates are determined from the smallest up: each round takes the full edge with the smallest share (capacity left,
// divided by the number of transfers that wait for a rate there) and gives this share to the waiting transfers; then
// the edge with the next larger share is taken, and so on. Only transfers that are reconsidered get new rates; all
// other transfers keep their rates. At first, the reconsidered transfers are those that have just started, and those
// with a bottleneck that another transfer has left. A further transfer is reconsidered if its rate is too high, that
// is, if one of its edges is full and its rate is above the share of the transfers that wait at this edge. A further
// transfer is also reconsidered if its rate is too low, because another transfer on its bottleneck has become slower.
// In both cases its rate is not below the rates determined so far, so no rate is determined twice.

/// Computes new rates for the transfers that need them. A fabric calls this function after all starts and ends of
/// transfers at one instant, and before it asks for the next end of a transfer.
void FlowNetwork::compute_new_rates(VirtualTime now) {
  flows_getting_new_rates_.clear();
  reconsider_new_transfers();
  for (const std::uint32_t edge : edges_of_ended_transfers_) reconsider_bottlenecked_transfers(edge);
  share_out_edges();
  apply_new_rates(now);
  started_flows_.clear();
  edges_of_ended_transfers_.clear();
  ++sharing_round_;
}

/// Marks all new transfers as needing a rate. The capacity left on an edge is computed only once, even if the edge is
/// on the path of several new transfers.
void FlowNetwork::reconsider_new_transfers() {
  flows_without_new_rate_ = started_flows_.size();
  for (const std::uint32_t number : started_flows_) {
    flows_getting_new_rates_.push_back(FlowId{number});
    for_each_tight_edge(flow_states_[number], [&](std::uint32_t edge) {
      if (edge_states_[edge].last_bandwidth_sharing_round != sharing_round_) compute_capacity_left_on_edge(edge);
      note_edge_has_more_waiting_transfers(edge);
    });
  }
}

/// Marks transfer `number` as needing a new rate in the present round of sharing. The transfer gives up its present
/// rate on its edges, and counts there as waiting for the new rate.
void FlowNetwork::mark_transfer_for_new_rate(std::uint32_t number) {
  if (flow_rates_[number].previous_rate == 0) return;
  flow_rates_[number] = {};
  const NetworkFlowState& flow = flow_states_[number];
  ++flows_without_new_rate_;
  flows_getting_new_rates_.push_back(FlowId{number});
  for_each_tight_edge(flow, [&](std::uint32_t edge) {
    EdgeState& e = edge_states_[edge];
    if (e.last_bandwidth_sharing_round != sharing_round_) {
      compute_capacity_left_on_edge(edge);
    } else {
      e.capacity_left += flow.rate;
      ++e.waiting_transfer_count;
    }
    note_edge_has_more_waiting_transfers(edge);
  });
}

/// Notes that the share which an edge can give to each of its waiting transfers may have become smaller, so that
/// push_changed_edge_fair_shares_onto_heap() computes it again.
void FlowNetwork::note_edge_has_more_waiting_transfers(std::uint32_t edge) {
  if (!std::exchange(edge_states_[edge].has_more_waiting_transfers, true))
    edges_with_more_waiting_transfers_.push_back(edge);
}

/// Marks the transfers that have this edge as their bottleneck as needing new rates.
void FlowNetwork::reconsider_bottlenecked_transfers(std::uint32_t edge) {
  EdgeState& e = edge_states_[edge];
  if (e.bottlenecked_transfer_count == 0 ||
      std::exchange(e.last_bottleneck_review_round, sharing_round_) == sharing_round_)
    return;
  for (const EdgeCrossing held : std::span(e.crossings.data(), e.bottlenecked_transfer_count))
    mark_transfer_for_new_rate(held.network_flow_index);
}

/// Returns those transfers on an edge for whose rates the function `chosen` returns true; the result is valid until the
/// next call of this function. The loop has no branch on the choice, because a processor could not predict it.
template <class Chosen>
std::span<const FlowNetwork::EdgeCrossing> FlowNetwork::find_transfers_on_edge_by_rate(std::uint32_t edge,
                                                                                       Chosen chosen) {
  const EdgeCrossings& crossings = edge_states_[edge].crossings;
  if (last_picked_crossings_.size() < crossings.size()) last_picked_crossings_.resize(2 * crossings.size());
  std::size_t count = 0;
  for (const EdgeCrossing crossing : crossings) {
    last_picked_crossings_[count] = crossing;
    count += chosen(flow_rates_[crossing.network_flow_index]) ? 1 : 0;
  }
  return std::span(last_picked_crossings_).first(count);
}

/// Among the transfers on an edge that have kept their rate and whose rate is above `share`, marks the fastest ones as
/// needing new rates. Returns whether there are such transfers.
bool FlowNetwork::reconsider_fastest_transfers(std::uint32_t edge, double share) {
  EdgeState& e = edge_states_[edge];
  bool any = false;
  while (!any && e.highest_kept_transfer_rate > share * (1 + kSameRateTolerance)) {
    const double least = e.highest_kept_transfer_rate * (1 - kSameRateTolerance);
    double next = 0;
    const auto is_high = [&](const FlowRates& rates) {
      next = std::max(next, rates.previous_rate < least ? rates.previous_rate : 0);
      return rates.previous_rate >= least;
    };
    for (const EdgeCrossing high : find_transfers_on_edge_by_rate(edge, is_high)) {
      mark_transfer_for_new_rate(high.network_flow_index);
      any = true;
    }
    e.highest_kept_transfer_rate = next;
  }
  return any;
}

/// Computes the capacity that an edge has left for the transfers that wait there for a new rate. This function is
/// called once for each edge in a round of computing rates, before this capacity is used.
void FlowNetwork::compute_capacity_left_on_edge(std::uint32_t edge) {
  EdgeState& e = edge_states_[edge];
  e.last_bandwidth_sharing_round = sharing_round_;
  e.capacity_left = edge_capacities_[edge];
  e.highest_kept_transfer_rate = 0;
  e.waiting_transfer_count = 0;
  e.fair_share_rate_in_heap = highest_rate_of_one_transfer(e);
  for (const auto [number, step] : e.crossings) {
    const double rate = flow_rates_[number].new_rate;
    e.capacity_left -= rate;
    e.highest_kept_transfer_rate = std::max(e.highest_kept_transfer_rate, rate);
    e.waiting_transfer_count += rate == 0 ? 1 : 0;
  }
}

/// For each edge at which more transfers wait than before, computes the share that the edge can give to each of them.
/// If this share is smaller than the one in the heap, puts the edge into the heap again.
void FlowNetwork::push_changed_edge_fair_shares_onto_heap() {
  for (const std::uint32_t edge : edges_with_more_waiting_transfers_) {
    EdgeState& e = edge_states_[edge];
    e.has_more_waiting_transfers = false;
    if (e.capacity_left / e.waiting_transfer_count < e.fair_share_rate_in_heap) push_fair_share_of_edge_onto_heap(edge);
  }
  edges_with_more_waiting_transfers_.clear();
}

void FlowNetwork::push_fair_share_of_edge_onto_heap(std::uint32_t edge) {
  EdgeState& e = edge_states_[edge];
  e.fair_share_rate_in_heap = e.capacity_left / e.waiting_transfer_count;
  edge_fair_share_rate_heap_.push_back({e.fair_share_rate_in_heap, edge});
  std::push_heap(edge_fair_share_rate_heap_.begin(), edge_fair_share_rate_heap_.end());
}

/// Determines all new rates: repeatedly takes the edge with the smallest share from the heap. When this share reaches
/// the rate limit of single transfers, those that are subject to the limit and have no new rate yet get the limit as
/// their rate.
void FlowNetwork::share_out_edges() {
  // number of transfers at the front of flows_getting_new_rates_ that set_rates_of_limited_transfers_to_limit() has
  // looked at
  std::size_t limited = 0;
  for (push_changed_edge_fair_shares_onto_heap(); flows_without_new_rate_ > 0;
       push_changed_edge_fair_shares_onto_heap()) {
    if (edge_fair_share_rate_heap_.empty() || edge_fair_share_rate_heap_.front().rate >= flow_rate_limit_) {
      set_rates_of_limited_transfers_to_limit(limited);
      if (edge_fair_share_rate_heap_.empty()) continue;
    }
    std::pop_heap(edge_fair_share_rate_heap_.begin(), edge_fair_share_rate_heap_.end());
    const FairShareRateOfEdge least = edge_fair_share_rate_heap_.back();
    edge_fair_share_rate_heap_.pop_back();
    EdgeState& e = edge_states_[least.edge];
    if (e.fair_share_rate_in_heap != least.rate) continue;
    e.fair_share_rate_in_heap = highest_rate_of_one_transfer(e);
    if (e.waiting_transfer_count == 0) continue;
    // The heap entry of the edge may be out of date: other transfers have taken less of the edge than the share in the
    // entry, so the share of the transfers that still wait has grown.
    if (const double share = e.capacity_left / e.waiting_transfer_count; share > least.rate) {
      if (share < e.fair_share_rate_in_heap) push_fair_share_of_edge_onto_heap(least.edge);
    } else if (!reconsider_fastest_transfers(least.edge, least.rate)) {
      set_fair_share_rate_of_waiting_transfers(least.edge, least.rate);
    }
  }
  edge_fair_share_rate_heap_.clear();  // no transfer waits any more at the edges that are left in the heap
}

/// Gives the rate limit of single transfers as rate to those transfers in flows_getting_new_rates_, from position
/// `from` on, that are subject to the limit and have no new rate yet.
void FlowNetwork::set_rates_of_limited_transfers_to_limit(std::size_t& from) {
  for (; from < flows_getting_new_rates_.size(); ++from) {
    NetworkFlowState& flow = flow_states_[index(flows_getting_new_rates_[from])];
    if (flow_rates_[index(flows_getting_new_rates_[from])].new_rate > 0 || flow.rate_limit == RateLimit::not_limited)
      continue;
    set_bottleneck(flow, flow.path_length);
    set_new_rate(flow, flow_rate_limit_);
  }
}

/// Gives the rate `share` to all transfers that wait at this edge for a new rate.
void FlowNetwork::set_fair_share_rate_of_waiting_transfers(std::uint32_t edge, double share) {
  slowed_transfers_.clear();
  for (const auto [number, step] :
       find_transfers_on_edge_by_rate(edge, [](const FlowRates& rates) { return rates.new_rate == 0; })) {
    NetworkFlowState& flow = flow_states_[number];
    set_bottleneck(flow, step);
    set_new_rate(flow, share);
    if (flow_rates_[number].new_rate < flow.rate) slowed_transfers_.push_back(number);
  }
  for (const std::uint32_t number : slowed_transfers_) {
    for_each_tight_edge(flow_states_[number], [&](std::uint32_t other) { reconsider_bottlenecked_transfers(other); });
  }
}

void FlowNetwork::set_new_rate(NetworkFlowState& flow, double rate) {
  const double next = std::abs(rate - flow.rate) <= kSameRateTolerance * rate ? flow.rate : rate;
  flow_rates_[index_of_flow_state(flow)].new_rate = next;
  --flows_without_new_rate_;
  for_each_tight_edge(flow, [&](std::uint32_t edge) {
    edge_states_[edge].capacity_left -= next;
    --edge_states_[edge].waiting_transfer_count;
  });
}

void FlowNetwork::count_bytes_until(VirtualTime now, NetworkFlowState& flow) noexcept {
  if (flow.bytes_counted_until >= now)
    return;  // skip a transfer that delay_transfers_on_edge() has stopped until bytes_counted_until
  flow.bytes_left -= flow.rate * static_cast<double>((now - flow.bytes_counted_until).count());
  flow.bytes_counted_until = now;
}

/// Makes the new rates the rates of the transfers from `now` on. If the ends of many transfers have changed, rebuilds
/// the tournament tree as a whole, which is then faster than one update for each transfer.
void FlowNetwork::apply_new_rates(VirtualTime now) {
  const bool many = flows_getting_new_rates_.size() > flow_states_.size() / 8;
  for (const FlowId flow : flows_getting_new_rates_) {
    if (apply_new_rate(index(flow), now) && !many) update_tournament_tree_of_flow_ends(index(flow));
  }
  if (many) rebuild_tournament_tree_of_flow_ends();
}

/// Gives a transfer the new rate that was computed for it. Returns whether the time at which the transfer ends has
/// changed.
inline bool FlowNetwork::apply_new_rate(std::uint32_t number, VirtualTime now) {
  NetworkFlowState& flow = flow_states_[number];
  const double rate = flow_rates_[number].new_rate;
  flow_rates_[number].previous_rate = rate;
  if (rate == flow.rate) return false;
  count_bytes_until(now, flow);
  flow.rate = rate;
  flow_ends_[number].at = end_time_at_rate(flow.bytes_counted_until, flow.bytes_left, rate);
  return true;
}

}  // namespace switchyard
