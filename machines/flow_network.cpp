#include "machines/flow_network.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace switchyard {
namespace {

VirtualTime end_of(VirtualTime since, double bytes, double rate) {
  return since + Duration{std::llround(std::max(bytes, 0.0) / rate)};
}

}  // namespace

FlowNetwork::FlowNetwork(std::span<const double> capacities, double limit) : limit_(limit), edges_(capacities.size()), sharing_(capacities.size()) {
  for (std::size_t i = 0; i < capacities.size(); ++i) edges_[i].capacity = capacities[i];
}

void FlowNetwork::start(VirtualTime now, std::span<const EdgeId> path, std::uint64_t bytes, std::uint32_t item) {
  const std::uint32_t number = new_flow();
  Flow& flow = flows_[number];
  flow.rate = 0;
  flow.left = static_cast<double>(bytes);
  flow.since = now;
  flow.order = started_++;
  flow.item = item;
  flow.length = static_cast<std::uint32_t>(path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::uint32_t edge = index(path[i]);
    flow.path[i] = edge;
    flow.places[i] = static_cast<std::uint32_t>(edges_[edge].flows.size());
    edges_[edge].flows.push_back(number);
    touch(edge);
  }
  ++size_;
  touch_flow(number);
}

std::uint32_t FlowNetwork::new_flow() {
  if (free_.empty()) {
    const std::size_t count = std::max<std::size_t>(2 * flows_.size(), 16);
    for (std::size_t i = count; i-- > flows_.size();) free_.push_back(static_cast<std::uint32_t>(i));
    flows_.resize(count);
    play_all();
  }
  const std::uint32_t number = free_.back();
  free_.pop_back();
  return number;
}

std::uint32_t FlowNetwork::end_next() {
  const std::uint32_t number = first_[1];
  Flow& flow = flows_[number];
  flow.end = VirtualTime::max();
  play(number);
  for (std::size_t i = 0; i < flow.length; ++i) {
    leave(number, i);
    touch(flow.path[i]);
  }
  free_.push_back(number);
  --size_;
  return flow.item;
}

bool FlowNetwork::ends_before(std::uint32_t a, std::uint32_t b) const noexcept {
  return flows_[a].end != flows_[b].end ? flows_[a].end < flows_[b].end : flows_[a].order < flows_[b].order;
}

void FlowNetwork::play_all() {
  const auto count = static_cast<std::uint32_t>(flows_.size());  // a power of two
  first_.resize(2 * flows_.size());
  for (std::uint32_t i = 0; i < count; ++i) first_[count + i] = i;
  for (std::uint32_t i = count; i-- > 1;) {
    first_[i] = ends_before(first_[2 * i], first_[2 * i + 1]) ? first_[2 * i] : first_[2 * i + 1];
  }
}

/// The end of one flow has changed.
void FlowNetwork::play(std::uint32_t number) noexcept {
  for (std::size_t i = (flows_.size() + number) / 2; i > 0; i /= 2) {
    const std::uint32_t first = ends_before(first_[2 * i], first_[2 * i + 1]) ? first_[2 * i] : first_[2 * i + 1];
    if (first_[i] == first && first != number) return;
    first_[i] = first;
  }
}

void FlowNetwork::leave(std::uint32_t number, std::size_t crossing) {
  const Flow& flow = flows_[number];
  const std::uint32_t edge = flow.path[crossing];
  std::vector<std::uint32_t>& flows = edges_[edge].flows;
  const std::uint32_t place = flow.places[crossing];
  const std::uint32_t last = flows.back();
  flows[place] = last;
  flows.pop_back();
  if (last == number) return;
  Flow& moved = flows_[last];
  moved.places[static_cast<std::size_t>(std::ranges::find(moved.edges(), edge) - moved.edges().begin())] = place;
}

void FlowNetwork::touch(std::uint32_t edge) {
  if (!std::exchange(sharing_[edge].is_touched, true)) touched_edges_.push_back(edge);
}

void FlowNetwork::touch_flow(std::uint32_t number) {
  if (std::exchange(flows_[number].round, round_) == round_) return;
  flows_[number].next_rate = 0;
  touched_flows_.push_back(number);
}

void FlowNetwork::settle(VirtualTime now) {
  collect();
  share_out();
  for (const std::uint32_t number : touched_flows_) apply(number, now);
  touched_edges_.clear();
  touched_flows_.clear();
  ++round_;
}

/// Follows the edges that could be short of capacity, now or before, from transfer to transfer.
void FlowNetwork::collect() {
  for (std::size_t i = 0; i < touched_edges_.size(); ++i) {
    const std::uint32_t number = touched_edges_[i];
    const Edge& edge = edges_[number];
    const bool was_short = std::exchange(sharing_[number].is_short, becomes_short(edge));
    if (!was_short && !sharing_[number].is_short) continue;
    for (const std::uint32_t flow : edge.flows) {
      if (flows_[flow].round == round_) continue;
      touch_flow(flow);
      for (const std::uint32_t other : flows_[flow].edges()) {
        if (sharing_[other].is_short) touch(other);
      }
    }
  }
}

/// Fills all transfers alike; the edge that is full first settles the rate of those that cross it; and so on.
void FlowNetwork::share_out() {
  shares_.clear();
  for (const std::uint32_t number : touched_edges_) {
    Sharing& s = sharing_[number];
    s.is_touched = false;
    if (!s.is_short) continue;
    s.left = edges_[number].capacity;
    s.waiting = static_cast<std::uint32_t>(edges_[number].flows.size());
    shares_.push_back({s.left / s.waiting, number});
  }
  std::make_heap(shares_.begin(), shares_.end());
  while (!shares_.empty() && shares_.front().rate < limit_) {
    std::pop_heap(shares_.begin(), shares_.end());
    const Share least = shares_.back();
    shares_.pop_back();
    const Sharing& s = sharing_[least.edge];
    if (s.waiting == 0) continue;
    if (const double rate = s.left / s.waiting; rate > least.rate) {  // others have taken less than their share of it
      shares_.push_back({rate, least.edge});
      std::push_heap(shares_.begin(), shares_.end());
      continue;
    }
    for (const std::uint32_t flow : edges_[least.edge].flows) set_rate(flows_[flow], least.rate);
  }
  for (const std::uint32_t number : touched_flows_) set_rate(flows_[number], limit_);
}

/// Unless it has one already.
void FlowNetwork::set_rate(Flow& flow, double rate) {
  if (flow.next_rate > 0) return;
  flow.next_rate = rate;
  for (const std::uint32_t edge : flow.edges()) {
    Sharing& s = sharing_[edge];
    s.left -= rate;  // counts only where the edge is short
    --s.waiting;
  }
}

void FlowNetwork::apply(std::uint32_t number, VirtualTime now) {
  Flow& flow = flows_[number];
  if (flow.next_rate == flow.rate) return;
  flow.left -= flow.rate * static_cast<double>((now - flow.since).count());
  flow.since = now;
  flow.rate = flow.next_rate;
  flow.end = end_of(now, flow.left, flow.rate);
  play(number);
}

}  // namespace switchyard
