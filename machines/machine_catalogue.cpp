#include "machines/machine_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard::machines {
namespace {

/// The number of nodes is looked at first, so that what is wrong with it is said of the place where it was given.
template <class Options>
Machine make(const MachineChoice& choice, Machine (*machine_of)(const Options&)) {
  Options options;
  options.nodes = choice.nodes.value_or(options.nodes);
  try {
    machine_of(options);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", choice.nodes_place, error.what()));
  }
  for (const Setting& setting : choice.settings) set_constant(options, setting.place, setting.name, setting.value);
  return machine_of(options);
}

std::vector<MachineKind> shipped_machines() {
  return {{.name = "ipsc860",
           .summary = "Intel iPSC/860: circuit-switched hypercube with e-cube routes, FORCED and UNFORCED messages",
           .source = "[B] Bokhari 1991 (ICASE 91-4), sec. 2; [WR] Wang and Ranka 1994, sec. 6",
           .nodes = "a power of two, 1 to 8192; 64 if not given",
           .make = [](const MachineChoice& choice) { return make<Ipsc860Options>(choice, ipsc860); }},
          {.name = "cm5",
           .summary = "Thinking Machines CM-5: fat tree of packets shared max-min fairly, rendezvous, control network",
           .source = "[P] Ponnusamy, Thakur, Choudhary, Fox 1992, sec. 2",
           .nodes = "a power of two, 2 to 16384; 32 if not given",
           .make = [](const MachineChoice& choice) { return make<Cm5Options>(choice, cm5); }}};
}

}  // namespace

std::span<const MachineKind> machine_kinds() {
  static const std::vector<MachineKind> kinds = shipped_machines();
  return kinds;
}

std::vector<std::string> machine_names() {
  std::vector<std::string> names;
  for (const MachineKind& kind : machine_kinds()) names.push_back(kind.name);
  return names;
}

Machine make_machine(const MachineChoice& choice) {
  const auto kinds = machine_kinds();
  const auto found = std::ranges::find(kinds, choice.name, &MachineKind::name);
  if (found != kinds.end()) return found->make(choice);
  throw UsageError(unknown_name_message(choice.name_place, choice.name, machine_names(), "machine"));
}

Setting parse_setting(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError(
        fmt::format("{}: {} is not name=value; write one such as hop=10.3us", option, switchyard::quoted(text)));
  }
  return {option, text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace switchyard::machines
