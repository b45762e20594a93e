#include "algorithms/exchange/stepwise.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/exchange/message_tags.hpp"

namespace switchyard {
namespace {

/// Posts the receive of one step of a node's schedule; returns an empty handle if the node receives nothing in the
/// step.
Handle post_receive(Node& self, const NodeTraffic& traffic, const PlanStep& step) {
  if (!step.receive) return {};
  return self.post_receive(step.receive->peer, traffic.from(step.receive->peer).data, kDataTag);
}

/// Posts the receives of all steps in which the node receives a message.
std::vector<Handle> post_receives(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan) {
  std::vector<Handle> receives;
  receives.reserve(plan.size());
  for (const PlanStep& step : plan) receives.push_back(post_receive(self, traffic, step));
  return receives;
}

NodeId partner_of_step(const PlanStep& step) { return step.send ? step.send->peer : step.receive->peer; }

void send_planned_message(Node& self, const NodeTraffic& traffic, const PlannedTransfer& message, Protocol protocol) {
  self.send(message.peer, traffic.to(message.peer).data, {kDataTag, protocol});
}

void send_messages_in_plan_order(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                                 Protocol protocol) {
  for (const PlanStep& step : plan) {
    if (step.send) send_planned_message(self, traffic, *step.send, protocol);
  }
}

}  // namespace

void run_steps_after_barrier(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                             Protocol protocol) {
  std::vector<Handle> receives = post_receives(self, traffic, plan);
  self.global_sync();
  send_messages_in_plan_order(self, traffic, plan, protocol);
  self.wait_all(receives);
}

void run_steps_with_idle_periods(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                                 Protocol protocol) {
  std::size_t largest = 0;
  for (const Outgoing& message : traffic.sends()) largest = std::max(largest, message.data.size());
  std::vector<Handle> receives = post_receives(self, traffic, plan);
  self.global_sync();
  std::uint32_t next = 0;
  for (const PlanStep& step : plan) {
    if (!step.send) continue;
    self.compute(self.message_time(largest) * (index(step.phase) - next));
    send_planned_message(self, traffic, *step.send, protocol);
    next = index(step.phase) + 1;
  }
  self.wait_all(receives);
}

void run_steps_in_synchronised_pairs(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                                     Protocol protocol) {
  // receives of the partners' ready signals, and receives of data, each list in the order in which the node waits for
  // them
  std::vector<Handle> ready, receives;
  for (const PlanStep& step : plan) {
    ready.push_back(self.post_receive(partner_of_step(step), {}, kReadyTag));
    receives.push_back(post_receive(self, traffic, step));
  }
  self.global_sync();
  for (std::size_t i = 0; i < plan.size(); ++i) {
    self.signal(partner_of_step(plan[i]), kReadyTag);
    self.wait_later(ready[i]);
    if (plan[i].send) send_planned_message(self, traffic, *plan[i].send, protocol);
    if (plan[i].receive) self.wait(receives[i]);
  }
}

void run_steps_without_barrier(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                               Protocol protocol) {
  std::vector<Handle> receives = post_receives(self, traffic, plan);
  send_messages_in_plan_order(self, traffic, plan, protocol);
  self.wait_all(receives);
}

}  // namespace switchyard
