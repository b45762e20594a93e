#pragma once
/// \file machine_options.hpp
/// The command-line options that choose a machine. They have the same names in every command.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiment/option.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

struct MachineOptions {
  std::string machine_name = "ipsc860";  ///< name of a machine, or path of a file that ends with .toml
  /// the option, or the key in a file, that gives the machine's name; error messages about the name begin with it
  std::string machine_error_place = "--machine";
  std::optional<std::uint32_t> nodes;
  std::vector<std::string> grid_sides;  ///< the lengths of the sides of a mesh or torus; empty if the user gives none
  std::vector<machines::Setting> machine_constant_settings;
};

/// Returns the command-line options --nodes, --size, --set, --system-buffer and --no-drift. `target` must outlive the
/// list.
std::vector<CommandOption> machine_setting_options(MachineOptions& target);
/// Returns the command-line option --machine, followed by the options of machine_setting_options(). `target` must
/// outlive the list.
std::vector<CommandOption> machine_options(MachineOptions& target);

/// Marks an option as one whose value is the name of a machine or the path of a machine file, and returns it. If the
/// value is a path, the file counts as one that the command reads.
CommandOption mark_option_as_machine_file(CommandOption option);

/// Makes the machine that the options choose. `nodes_by_matrix` is the number of nodes of the user's matrix; it is used
/// if neither an option nor the machine file gives the number of nodes.
Machine make_machine(const MachineOptions& options, std::optional<std::uint32_t> nodes_by_matrix = std::nullopt);

}  // namespace switchyard
