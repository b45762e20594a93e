#include <iostream>

#include "bench/trace/chrome_trace.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/run.hpp"
#include "runtime/stress/survival.hpp"

namespace sy = switchyard;

/// Each node trades a block with its neighbour.
void trade(sy::Node& self) {
  std::vector<std::byte> out(1024), in(1024);
  self.exchange(self.id() ^ 1U, out, in);
}

int main() {
  const sy::Machine cube = sy::machines::ipsc860({.nodes = 8});
  sy::TimelineRecorder recorder(cube.node_count());
  const sy::RunReport report = sy::run(cube, trade, {.observer = &recorder});
  std::cout << report;
  const sy::ChromeTrace trace = sy::chrome_trace(recorder.take());
  const auto failure = sy::stress_failure(cube, trade, {.runs = 4});
  if (failure) std::cout << *failure;
  return report.network.messages == 8 && trace.events > 0 && !failure ? 0 : 1;
}
