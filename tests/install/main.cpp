#include <iostream>

#include "runtime/build_info.hpp"
#include "runtime/units.hpp"

namespace sy = switchyard;

int main() {
  std::cout << sy::build_info() << '\n';
  return index(sy::NodeId{5} ^ 1U) == 4 ? 0 : 1;
}
