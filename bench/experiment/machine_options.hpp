#pragma once
/// \file machine_options.hpp
/// The options that choose a machine, spelled alike in every command.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiment/option.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

struct MachineOptions {
  std::string machine = "ipsc860";          ///< name of a machine, or path of a file that ends with .toml
  std::string machine_place = "--machine";  ///< option or key with which errors about the machine's name begin
  std::optional<std::uint32_t> nodes;
  std::vector<std::string> shape;  ///< sides of a mesh or torus; may be empty
  std::vector<machines::Setting> settings;
};

/// Returns the options --nodes, --size, --set, --system-buffer and --no-drift. `target` must outlive the list.
std::vector<CommandOption> machine_setting_options(MachineOptions& target);
/// Returns --machine, followed by the options of machine_setting_options().
std::vector<CommandOption> machine_options(MachineOptions& target);

/// Returns the option marked as one whose value is the name of a machine or the path of a machine
/// file; such a file is then declared as one that the command reads.
CommandOption marked_as_machine_file(CommandOption option);

/// Makes the machine that the options choose. `nodes_by_matrix` is the number of nodes if neither an option nor the
/// machine file gives one.
Machine make_machine(const MachineOptions& options, std::optional<std::uint32_t> nodes_by_matrix = std::nullopt);

}  // namespace switchyard
