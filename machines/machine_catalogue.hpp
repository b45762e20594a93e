#pragma once
/// \file machine_catalogue.hpp
/// Names of machines, and how to make one from what a user wrote. The command line, machine files and experiments all
/// read this one list, which a user's library can add to.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/machine.hpp"

namespace switchyard::machines {

/// A constant that is changed, and where that was asked for.
struct Setting {
  std::string place;  ///< opens errors: "--set"
  std::string name;   ///< as `switchyard machine` prints it
  std::string value;  ///< with its unit
};

/// What a user asks for. The places open errors.
struct MachineChoice {
  std::string name = "ipsc860";
  std::string name_place = "--machine";
  std::optional<std::uint32_t> nodes = std::nullopt;  ///< the machine's own number if nothing
  std::string nodes_place = "--nodes";
  std::vector<Setting> settings = {};  ///< of one constant the last counts
};

/// One entry of the catalogue.
struct MachineKind {
  std::string name;
  std::string summary = {};
  std::string source = {};  ///< where its constants come from
  std::string nodes = {};   ///< how many it may have, for people
  bool has_shape = false;   ///< has the constants width and height
  /// Throws UsageError for a number of nodes, a constant or a value that the machine cannot have. Its name is the
  /// kind's.
  std::function<Machine(const MachineChoice&)> make;
};

/// All that this library ships, and then those that are added. Any thread.
std::vector<MachineKind> machine_kinds();
/// Adds one for the rest of the process; any thread. `owner` tells who adds it: the same one may do so again, and the
/// last counts. Throws UsageError if another one has the name.
void add_machine(MachineKind kind, const void* owner);
std::vector<std::string> machine_names();
/// Whether `name` is a machine with the constants width and height; false for an unknown one.
bool has_shape(const std::string& name);

/// Names of the protocols that any of the machines has, each once.
std::vector<std::string> protocol_names();

/// Throws UsageError that shows the nearest name for an unknown one, and what MachineKind::make throws.
Machine make_machine(const MachineChoice& choice);

/// Reads `name=value`; `option` opens errors.
Setting parse_setting(const std::string& option, const std::string& text);

}  // namespace switchyard::machines
