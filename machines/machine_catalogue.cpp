#include "machines/machine_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "machines/shipped_kinds.hpp"
#include "machines/topology/route_check.hpp"
#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard::machines {
namespace {

/// The list of all machines, those that this project ships and those that users' libraries have added. A shipped
/// machine has no owner, so nobody can replace it.
class MachineRegistry {
 public:
  MachineRegistry() {
    for (MachineKind& kind : shipped_machine_kinds()) machine_kinds_with_owners_.push_back({std::move(kind), nullptr});
  }

  std::vector<MachineKind> all_machine_kinds() const {
    const std::lock_guard lock(mutex_);
    std::vector<MachineKind> kinds;
    for (const RegisteredMachine& entry : machine_kinds_with_owners_) kinds.push_back(entry.kind);
    return kinds;
  }

  bool is_shipped_machine(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(machine_kinds_with_owners_, name,
                                         [](const RegisteredMachine& entry) { return entry.kind.name; });
    return found != machine_kinds_with_owners_.end() && found->owner == nullptr;
  }

  void add(MachineKind kind, const void* owner) {
    const std::lock_guard lock(mutex_);
    const auto same = std::ranges::find(machine_kinds_with_owners_, kind.name,
                                        [](const RegisteredMachine& entry) { return entry.kind.name; });
    if (same == machine_kinds_with_owners_.end()) {
      machine_kinds_with_owners_.push_back({std::move(kind), owner});
    } else if (owner != nullptr && same->owner == owner) {
      same->kind = std::move(kind);
    } else {
      throw UsageError(fmt::format("there is a machine {} already", quoted(kind.name)));
    }
  }

 private:
  struct RegisteredMachine {
    MachineKind kind;
    const void* owner;
  };
  mutable std::mutex mutex_;  // the mutex that guards machine_kinds_with_owners_
  std::vector<RegisteredMachine> machine_kinds_with_owners_;
};

MachineRegistry& machine_registry() {
  static MachineRegistry all;
  return all;
}

/// Throws UsageError if the user sets a constant that the machine does not have. So machines in users' libraries need
/// not check for unknown constants.
void refuse_unknown_settings(const MachineChoice& choice, const Machine& machine) {
  std::vector<std::string> names;
  for (const Constant& constant : machine.model().constants()) names.push_back(constant.name);
  for (const Setting& setting : choice.settings) {
    if (std::ranges::find(names, setting.name) != names.end()) continue;
    throw UsageError(mistake_for_unknown_name(setting.place, setting.name, names, "constant of " + choice.name));
  }
}

Machine make_checked_machine(const MachineKind& kind, const MachineChoice& choice) {
  Machine machine = kind.make(choice);
  refuse_unknown_settings(choice, machine);
  if (!machine_registry().is_shipped_machine(kind.name)) check_routes(machine);
  if (machine.name() == kind.name) return machine;
  throw UsageError({.place = choice.input_place_of_machine_name,
                    .value = machine.name(),
                    .reason = fmt::format("machine {} calls itself {}", kind.name, quoted(machine.name())),
                    .remedy = "let its model have the name it is added under"});
}

}  // namespace

std::vector<MachineKind> machine_kinds() { return machine_registry().all_machine_kinds(); }

void add_machine(MachineKind kind, const void* owner) { machine_registry().add(std::move(kind), owner); }

std::vector<std::string> machine_names() {
  std::vector<std::string> names;
  for (const MachineKind& kind : machine_kinds()) names.push_back(kind.name);
  return names;
}

std::vector<std::string> distinct_machine_names() {
  std::vector<std::string> names;
  for (const MachineKind& kind : machine_kinds()) {
    if (kind.name_of_equivalent_machine.empty()) names.push_back(kind.name);
  }
  return names;
}

std::vector<std::string> protocol_names() {
  std::vector<std::string> names;
  for (const MachineKind& kind : machine_kinds()) {
    try {
      const Machine machine = kind.make({.name = kind.name});
      for (const ProtocolInfo& protocol : machine.model().protocols()) {
        if (std::ranges::find(names, protocol.name) == names.end()) names.emplace_back(protocol.name);
      }
    } catch (const UsageError&) {  // skip a user's machine that cannot be made without settings of the user
    }
  }
  return names;
}

bool machine_has_settable_shape(const std::string& name) {
  return std::ranges::any_of(machine_kinds(),
                             [&](const MachineKind& kind) { return kind.name == name && kind.has_settable_shape; });
}

Machine make_machine(const MachineChoice& choice) {
  const auto kinds = machine_kinds();
  const auto found = std::ranges::find(kinds, choice.name, &MachineKind::name);
  if (found != kinds.end()) return make_checked_machine(*found, choice);
  throw UsageError(
      mistake_for_unknown_name(choice.input_place_of_machine_name, choice.name, machine_names(), "machine"));
}

Setting parse_setting(const UserInputPlace& place, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError({.place = place,
                      .value = text,
                      .reason = fmt::format("{} is not name=value", switchyard::quoted(text)),
                      .remedy = "write one such as hop=10.3us"});
  }
  return {place, text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace switchyard::machines
