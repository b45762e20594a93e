#include "bench/experiment/parameters.hpp"

#include <sstream>

#include "machines/machine_file.hpp"
#include "runtime/build_info.hpp"

namespace switchyard {

Parameters concatenated_parameters(std::initializer_list<Parameters> lists) {
  Parameters all;
  for (const Parameters& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

Parameters parameters_of(const Machine& machine) {
  return {{"machine", machine.name()},
          {"constants", changed_constants_text(machine)},
          {"nodes", std::to_string(machine.node_count())}};
}

std::string changed_constants_text(const Machine& machine) {
  std::string text;
  for (const Constant& constant : machines::constants_with_changes_marked(machine)) {
    if (constant.origin != machines::kOriginOfChangedConstant) continue;
    text += (text.empty() ? "" : ", ") + constant.name + "=" + constant.value;
  }
  return text.empty() ? kShippedConstantsText : text;
}

std::string version_and_build_text() {
  std::ostringstream text;
  text << build_info();
  return text.str();
}

}  // namespace switchyard
