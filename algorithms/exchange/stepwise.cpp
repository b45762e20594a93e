#include "algorithms/exchange/stepwise.hpp"

#include <algorithm>
#include <vector>

namespace switchyard {
namespace {

constexpr Tag kData{1};
constexpr Tag kReady{2};

/// One receive for each step; empty where nothing comes.
std::vector<Handle> post_receives(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan) {
  std::vector<Handle> receives;
  receives.reserve(plan.size());
  for (const PlanStep& step : plan) {
    const bool comes = step.receive.has_value();
    receives.push_back(comes ? self.post_receive(step.receive->peer, traffic.from(step.receive->peer).data, kData)
                             : Handle{});
  }
  return receives;
}

void send(Node& self, const NodeTraffic& traffic, const PlannedTransfer& message, Protocol protocol) {
  self.send(message.peer, traffic.to(message.peer).data, {kData, protocol});
}

/// Data out, then data in, in each step.
void exchange_in_steps(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol,
                       std::span<const Handle> receives, bool synchronised) {
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const PlanStep& step = plan[i];
    if (synchronised) {
      const NodeId partner = step.send ? step.send->peer : step.receive->peer;
      const Handle ready = self.post_receive(partner, {}, kReady);
      self.signal(partner, kReady);
      self.wait_later(ready);
    }
    if (step.send) send(self, traffic, *step.send, protocol);
    if (step.receive) self.wait(receives[i]);
  }
}

}  // namespace

void steps_after_barrier(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol) {
  std::vector<Handle> receives = post_receives(self, traffic, plan);
  self.barrier();
  for (const PlanStep& step : plan) {
    if (step.send) send(self, traffic, *step.send, protocol);
  }
  self.wait_all(receives);
}

void steps_with_idle_periods(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol) {
  std::size_t largest = 0;
  for (const Outgoing& message : traffic.sends()) largest = std::max(largest, message.data.size());
  std::vector<Handle> receives = post_receives(self, traffic, plan);
  self.barrier();
  std::uint32_t next = 0;
  for (const PlanStep& step : plan) {
    if (!step.send) continue;
    self.compute(self.message_time(largest) * (index(step.phase) - next));
    send(self, traffic, *step.send, protocol);
    next = index(step.phase) + 1;
  }
  self.wait_all(receives);
}

void pairs_synchronised(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol) {
  const std::vector<Handle> receives = post_receives(self, traffic, plan);
  self.barrier();
  exchange_in_steps(self, traffic, plan, protocol, receives, true);
}

void pairs_after_barrier(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol) {
  const std::vector<Handle> receives = post_receives(self, traffic, plan);
  self.barrier();
  exchange_in_steps(self, traffic, plan, protocol, receives, false);
}

void pairs_unsynchronised(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol) {
  const std::vector<Handle> receives = post_receives(self, traffic, plan);
  exchange_in_steps(self, traffic, plan, protocol, receives, false);
}

}  // namespace switchyard
