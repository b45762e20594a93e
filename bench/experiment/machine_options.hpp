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
  std::string machine = "ipsc860";          ///< a name, or a file that ends with .toml
  std::string machine_place = "--machine";  ///< opens errors
  std::optional<std::uint32_t> nodes;
  std::vector<std::string> shape;  ///< sides of a mesh or torus, or nothing
  std::vector<machines::Setting> settings;
};

/// --nodes, --size, --set, --system-buffer and --no-drift. `target` must outlive the list.
std::vector<Option> machine_settings(MachineOptions& target);
/// The same with --machine in front.
std::vector<Option> machine_options(MachineOptions& target);

/// The option, with a value that is a machine's name or file.
Option that_reads_machine(Option option);

/// `nodes_by_matrix` counts where neither an option nor a file says how many nodes there are.
Machine make_machine(const MachineOptions& options, std::optional<std::uint32_t> nodes_by_matrix = std::nullopt);

}  // namespace switchyard
