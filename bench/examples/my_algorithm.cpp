#include <algorithm>
#include <vector>

#include "algorithms/catalogue.hpp"
namespace sy = switchyard;

// Posts all receives and waits until every node has done so. Then sends to the nodes near its own number first.
static void near_first(sy::Node& self, const sy::NodeTraffic& traffic, std::span<const sy::PlanStep>, sy::Protocol) {
  std::vector<sy::Handle> receives;
  for (const sy::Incoming& block : traffic.receives()) receives.push_back(self.post_receive(block.source, block.data));
  self.barrier();
  std::vector<sy::Outgoing> blocks(traffic.sends().begin(), traffic.sends().end());
  std::ranges::sort(blocks, {}, [&](const sy::Outgoing& block) { return block.destination ^ sy::index(self.id()); });
  for (const sy::Outgoing& block : blocks) self.send(block.destination, block.data);
  self.wait_all(receives);
}

extern "C" void switchyard_register(sy::Catalogue& catalogue) {
  catalogue.add({.name = "near_first", .summary = "unscheduled, near nodes first", .execution = near_first});
}
