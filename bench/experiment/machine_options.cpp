#include "bench/experiment/machine_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "bench/experiment/input_file.hpp"
#include "machines/machine_file.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

// The largest number of nodes that a user may choose for a machine.
constexpr std::uint64_t kMostMachineNodes = std::uint64_t{1} << 24U;

bool is_machine_file_name(const std::string& machine) { return machine.ends_with(".toml"); }

machines::MachineChoice choice_from_machine_options(const MachineOptions& options) {
  if (is_machine_file_name(options.machine_name)) {
    refuse_fifo(options.machine_name);
    return machines::read_machine_file(options.machine_name);
  }
  if (options.machine_name.find(',') != std::string::npos) {
    throw UsageError({.place = options.machine_error_place,
                      .value = options.machine_name,
                      .reason = switchyard::quoted(options.machine_name) + " is not one machine",
                      .remedy = "name one, or declare several in the file of a 'switchyard sweep'"});
  }
  return {.name = options.machine_name, .input_place_of_machine_name = options.machine_error_place};
}

/// Throws UsageError if the user gives the option --system-buffer or --no-drift and the machine does not have the
/// constant that the option sets.
void refuse_missing_constants(const machines::MachineChoice& choice, const std::vector<machines::Setting>& settings) {
  static const std::map<std::string, std::string> kNames{{"--system-buffer", "system buffer"}, {"--no-drift", "drift"}};
  for (const machines::Setting& setting : settings) {
    const auto name = kNames.find(setting.place.option);
    if (name == kNames.end()) continue;
    const Machine shipped = machines::make_machine(
        {.name = choice.name, .input_place_of_machine_name = choice.input_place_of_machine_name});
    const std::vector<Constant> constants = shipped.model().constants();
    if (std::ranges::find(constants, setting.name, &Constant::name) != constants.end()) continue;
    throw UsageError({.place = setting.place,
                      .reason = fmt::format("machine {} has no {}", choice.name, name->second),
                      .remedy = "leave it out"});
  }
}

/// Splits the value of the option --size, such as "4x8" or "4x4x4", into the lengths of the sides of a mesh or torus.
/// Throws UsageError for other texts.
std::vector<std::string> parse_grid_sides(const std::string& text) {
  if (text.find('x') == std::string::npos) {
    throw UsageError({.place = "--size",
                      .value = text,
                      .reason = switchyard::quoted(text) + " is not a width and a height",
                      .remedy = "write one such as 10x10"});
  }
  std::vector<std::string> sides;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('x', at), text.size());
    sides.push_back(std::to_string(parse_count("--size", text.substr(at, end - at), 1, kMostMachineNodes)));
    at = end + 1;
  }
  return sides;
}

/// Converts the lengths of the sides in the option --size to settings of machine constants: the constant `size` for a
/// machine that may have any number of sides, else the constants `width` and `height`.
std::vector<machines::Setting> shape_settings(const std::vector<std::string>& sides, const std::string& machine) {
  if (sides.empty()) return {};
  const auto constants = machines::make_machine({.name = machine}).model().constants();
  if (std::ranges::find(constants, "size", &Constant::name) != constants.end())
    return {{"--size", "size", fmt::format("{}", fmt::join(sides, "x"))}};
  if (sides.size() == 2) return {{"--size", "width", sides[0]}, {"--size", "height", sides[1]}};
  throw UsageError({.place = "--size",
                    .reason = fmt::format("machine {} has a width and a height, not {} sides", machine, sides.size()),
                    .remedy = "write one such as 10x10"});
}

}  // namespace

std::vector<CommandOption> machine_setting_options(MachineOptions& target) {
  return limit_options_to_work_kinds(
      WorkKinds::all_runs | WorkKinds::replay_lines,
      std::vector<CommandOption>{
          {"--nodes", "N", "nodes of the machine",
           [&target](const std::string& text) {
             target.nodes = static_cast<std::uint32_t>(parse_count("--nodes", text, 1, kMostMachineNodes));
           }},
          {"--size", "WxH", "columns and rows of a mesh, or the sides of a torus, such as 4x4x4",
           [&target](const std::string& text) { target.grid_sides = parse_grid_sides(text); }},
          {"--set", "NAME=VALUE", "another value for a constant, named as 'switchyard machine' prints it; repeats",
           [&target](const std::string& text) {
             target.machine_constant_settings.push_back(machines::parse_setting("--set", text));
           },
           true},
          {"--system-buffer", "SIZE", "room of a node for messages without a posted receive, such as 4KiB",
           [&target](const std::string& text) {
             parse_bytes("--system-buffer", text, UnitlessSizePolicy::unitless_size_allowed);
             target.machine_constant_settings.push_back({"--system-buffer", "system_buffer", text});
           }},
          {"--no-drift", "", "no random delays: a lone message takes the machine's formula",
           [&target](const std::string&) {
             target.machine_constant_settings.push_back({"--no-drift", "drift_on", "false"});
           }},
      });
}

CommandOption mark_option_as_machine_file(CommandOption option) {
  option.file_use_recorder = [](FilesUsedByCommand& files, const std::string& name, const std::string& machine) {
    if (is_machine_file_name(machine)) files.declare_input_file(name, machine);
  };
  return option;
}

std::vector<CommandOption> machine_options(MachineOptions& target) {
  std::vector<CommandOption> options = machine_setting_options(target);
  options.insert(
      options.begin(),
      limit_options_to_work_kinds(
          WorkKinds::all_runs | WorkKinds::replay_lines,
          mark_option_as_machine_file({"--machine", "NAME", "a machine of 'switchyard list', or a file FILE.toml",
                                       [&target](const std::string& text) { target.machine_name = text; }})));
  return options;
}

Machine make_machine(const MachineOptions& options, std::optional<std::uint32_t> nodes_by_matrix) {
  machines::MachineChoice choice = choice_from_machine_options(options);
  if (options.nodes) {
    choice.nodes = options.nodes;
    choice.input_place_of_node_count = "--nodes";
  } else if (!choice.nodes && nodes_by_matrix) {
    choice.nodes = nodes_by_matrix;
    choice.input_place_of_node_count = "--matrix";
  }
  // If the user gives the lengths of a grid's sides, their product is the number of nodes, unless the user gives that,
  // too.
  if (!options.grid_sides.empty() && !options.nodes) choice.nodes.reset();
  if (!options.grid_sides.empty() && !machines::machine_has_settable_shape(choice.name)) {
    throw UsageError({.place = "--size",
                      .reason = "machine " + choice.name + " has no width and height",
                      .remedy = "write --nodes"});
  }
  refuse_missing_constants(choice, options.machine_constant_settings);
  const std::vector<machines::Setting> shape = shape_settings(options.grid_sides, choice.name);
  choice.settings.insert(choice.settings.end(), shape.begin(), shape.end());
  choice.settings.insert(choice.settings.end(), options.machine_constant_settings.begin(),
                         options.machine_constant_settings.end());
  return machines::make_machine(choice);
}

}  // namespace switchyard
