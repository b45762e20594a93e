#include "algorithms/exchange/rendezvous.hpp"

#include "algorithms/exchange/message_tags.hpp"

namespace switchyard {

void exchange_with_blocking_sends(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                                  Protocol protocol) {
  for (const PlanStep& step : plan) {
    const auto send = [&] { self.send(step.send->peer, traffic.to(step.send->peer).data, {kDataTag, protocol}); };
    const auto receive = [&] { self.receive(step.receive->peer, traffic.from(step.receive->peer).data, kDataTag); };
    const bool receive_first = step.receive && self.id() < step.receive->peer;
    if (receive_first) receive();
    if (step.send) send();
    if (step.receive && !receive_first) receive();
  }
}

}  // namespace switchyard
