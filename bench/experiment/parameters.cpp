#include "bench/experiment/parameters.hpp"

#include <algorithm>
#include <sstream>

#include "machines/machine_catalogue.hpp"
#include "runtime/build_info.hpp"

namespace switchyard {

Parameters concatenated(std::initializer_list<Parameters> lists) {
  Parameters all;
  for (const Parameters& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

Parameters parameters_of(const Machine& machine) {
  return {{"machine", machine.name()},
          {"constants", changed_constants(machine)},
          {"nodes", std::to_string(machine.node_count())}};
}

std::string changed_constants(const Machine& machine) {
  const Machine shipped = machines::make_machine({.name = machine.name(), .nodes = machine.node_count()});
  const std::vector<Constant> usual = shipped.model().constants();
  std::string text;
  for (const Constant& constant : machine.model().constants()) {
    const auto same = [&](const Constant& other) {
      return other.name == constant.name && other.value == constant.value;
    };
    if (std::ranges::any_of(usual, same)) continue;
    text += (text.empty() ? "" : ", ") + constant.name + "=" + constant.value;
  }
  return text.empty() ? kAsShipped : text;
}

std::string build_text() {
  std::ostringstream text;
  text << build_info();
  return text.str();
}

}  // namespace switchyard
