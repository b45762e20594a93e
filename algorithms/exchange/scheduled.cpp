#include "algorithms/exchange/scheduled.hpp"

#include <array>
#include <vector>

#include "algorithms/exchange/message_tags.hpp"

namespace switchyard {

void exchange_with_handshakes(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                              Protocol protocol) {
  for (const PlanStep& step : plan) {
    // the send and the receive of a phase's data, which both end before the next phase begins
    std::array<Handle, 2> transfers;
    Handle ready;
    if (step.send) ready = self.post_receive(step.send->peer, {}, kReadyTag);
    if (step.receive) {
      transfers[1] = self.post_receive(step.receive->peer, traffic.from(step.receive->peer).data, kDataTag);
      self.signal(step.receive->peer, kReadyTag);
    }
    if (step.send) {
      self.wait_later(ready);
      transfers[0] =
          self.post_send(step.send->peer, traffic.to(step.send->peer).data, {kDataTag, protocol, step.send->route});
    }
    self.wait_all_later(transfers);
  }
  self.complete_later_waits();
}

void exchange_with_all_messages_posted(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                                       Protocol protocol) {
  std::vector<Handle> pending;
  pending.reserve(2 * plan.size());
  for (const PlanStep& step : plan) {
    if (!step.receive) continue;
    pending.push_back(self.post_receive(step.receive->peer, traffic.from(step.receive->peer).data, kDataTag));
  }
  if (self.needs_posted_receive(protocol)) self.global_sync_later();
  for (const PlanStep& step : plan) {
    if (!step.send) continue;
    pending.push_back(
        self.post_send(step.send->peer, traffic.to(step.send->peer).data, {kDataTag, protocol, step.send->route}));
  }
  self.wait_all(pending);
}

}  // namespace switchyard
