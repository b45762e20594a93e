// A shared library for `switchyard run --load` that adds an exchange algorithm, written as a user of the project would
// write it. It links to switchyard::program.
#include <vector>

#include "algorithms/catalogue.hpp"

namespace sy = switchyard;

/// An exchange algorithm that posts all receives of the node, then sends the node's messages one after another.
static void send_messages_one_by_one(sy::Node& self, const sy::NodeTraffic& traffic, std::span<const sy::PlanStep>,
                                     sy::Protocol) {
  std::vector<sy::Handle> receives;
  for (const sy::Incoming& message : traffic.receives()) {
    receives.push_back(self.post_receive(message.source, message.data));
  }
  self.barrier();
  for (const sy::Outgoing& message : traffic.sends()) self.send(message.destination, message.data);
  self.wait_all(receives);
}

extern "C" void switchyard_register(sy::Catalogue& catalogue) {
  catalogue.add({.name = "one_by_one", .summary = "a user's algorithm", .execution = send_messages_one_by_one});
}
