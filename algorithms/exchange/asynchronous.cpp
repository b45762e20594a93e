#include "algorithms/exchange/asynchronous.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "algorithms/exchange/message_tags.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Returns the node's messages in the random order in which it sends them.
std::vector<const Outgoing*> messages_in_random_order(std::span<const Outgoing> sends, Rng& rng) {
  std::vector<const Outgoing*> order;
  order.reserve(sends.size());
  for (const Outgoing& message : sends) order.push_back(&message);
  shuffle(std::span(order), rng);
  return order;
}

}  // namespace

void run_asynchronous_exchange(Node& self, const NodeTraffic& traffic, Protocol protocol) {
  std::vector<Handle> pending;
  pending.reserve(traffic.receives().size() + traffic.sends().size());
  for (const Incoming& message : traffic.receives()) {
    pending.push_back(self.post_receive(message.source, message.data, kDataTag));
  }
  if (self.needs_posted_receive(protocol)) self.global_sync_later();
  for (const Outgoing* message : messages_in_random_order(traffic.sends(), self.random())) {
    pending.push_back(self.post_send(message->destination, message->data, {kDataTag, protocol}));
  }
  self.wait_all(pending);
}

void run_exchange_into_system_buffers(Node& self, const NodeTraffic& traffic, Protocol protocol) {
  if (self.needs_posted_receive(protocol)) {
    throw UsageError("ac_unposted needs a protocol that stores messages", "forced messages would be discarded");
  }
  for (const Outgoing* message : messages_in_random_order(traffic.sends(), self.random())) {
    self.send(message->destination, message->data, {kDataTag, protocol});
  }
  std::size_t largest = 0;
  for (const Incoming& message : traffic.receives()) largest = std::max(largest, message.data.size());
  std::vector<std::byte> detected(largest);
  for (std::size_t left = traffic.receives().size(); left > 0; --left) {
    const Received message = self.receive(kAnyNode, detected, kDataTag);
    const std::span<std::byte> place = traffic.from(message.source).data;
    self.expect(message.bytes == place.size(), "the message has the size that the matrix states");
    if (message.bytes > 0) std::memcpy(place.data(), detected.data(), message.bytes);
  }
}

}  // namespace switchyard
