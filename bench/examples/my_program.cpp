#include <array>
#include <chrono>

#include "algorithms/catalogue.hpp"
namespace sy = switchyard;

// Each worker sends two results to node 0, and then waits for a reply. Node 0 receives one result for each worker, then
// as many again, and replies to the senders of the second half. This works only if no worker is much slower.
static void two_rounds(sy::Node& self) {
  std::array<std::byte, 64> result{};
  const std::uint32_t workers = self.node_count() - 1;
  if (self.id() != sy::NodeId{0}) {
    for (int round = 0; round < 2; ++round) {
      self.compute(std::chrono::milliseconds{1});
      self.send(sy::NodeId{0}, result);
    }
    self.receive(sy::NodeId{0}, {});
    return;
  }
  for (std::uint32_t i = 0; i < workers; ++i) self.receive(sy::kAnyNode, result);
  for (std::uint32_t i = 0; i < workers; ++i) self.signal(self.receive(sy::kAnyNode, result).source);
}

extern "C" void switchyard_register(sy::Catalogue& catalogue) {
  catalogue.add(sy::ProgramKind{.name = "two_rounds", .summary = "two results of each worker", .program = two_rounds});
}
