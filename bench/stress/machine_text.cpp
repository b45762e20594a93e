#include "bench/stress/machine_text.hpp"

#include <algorithm>

namespace switchyard {

std::vector<machines::Setting> changed_settings(const Machine& machine, const UserInputPlace& place) {
  const Machine shipped = machines::make_machine({.name = machine.name(), .nodes = machine.node_count()});
  const std::vector<Constant> usual = shipped.model().constants();
  std::vector<machines::Setting> changed;
  for (const Constant& constant : machine.model().constants()) {
    const auto same = std::ranges::find(usual, constant.name, &Constant::name);
    if (same == usual.end() || same->value != constant.value) changed.push_back({place, constant.name, constant.value});
  }
  return changed;
}

}  // namespace switchyard
