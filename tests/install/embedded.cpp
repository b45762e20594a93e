#include <cstddef>
#include <iostream>
#include <vector>

#include "machines/ipsc860.hpp"
#include "runtime/run.hpp"

namespace sy = switchyard;

int main() {
  const sy::RunReport report = sy::run(sy::machines::ipsc860({.nodes = 8}), [](sy::Node& self) {
    std::vector<std::byte> out(1024), in(1024);
    self.exchange(self.id() ^ 1U, out, in);
  });
  std::cout << report;
  return report.network.messages == 8 ? 0 : 1;
}
