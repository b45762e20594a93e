#include "machines/machine_kind.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace switchyard::machines {

bool MachineChoice::sets(const std::string& constant) const {
  return std::ranges::find(settings, constant, &Setting::name) != settings.end();
}

namespace detail {

void throw_at_setting(const MachineChoice& choice, const UsageError& error) {
  if (choice.settings.empty()) throw error;
  const std::string text = error.what();
  const auto named = std::find_if(choice.settings.rbegin(), choice.settings.rend(),
                                  [&](const Setting& setting) { return text.find(setting.name) != text.npos; });
  const Setting& setting = named != choice.settings.rend() ? *named : choice.settings.back();
  throw UsageError(fmt::format("{}: {}", setting.place, text));
}

void throw_at_nodes(const MachineChoice& choice, const UsageError& error) {
  throw UsageError(fmt::format("{}: {}", choice.nodes_place, error.what()));
}

void throw_no_shape(const MachineChoice& choice, const std::string& counts) {
  throw UsageError(
      fmt::format("{}: a {} of {} nodes is not possible; {}", choice.nodes_place, choice.name, *choice.nodes, counts));
}

void throw_other_shape(const MachineChoice& choice, const Machine& machine) {
  throw UsageError(fmt::format("{}: {} nodes are not the {} of the shape that is set; leave one of them out",
                               choice.nodes_place, *choice.nodes, machine.node_count()));
}

}  // namespace detail

}  // namespace switchyard::machines
