#include "machines/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "machines/toml_input.hpp"
#include "runtime/error.hpp"

namespace switchyard::machines {
namespace {

constexpr std::int64_t kSchemaVersion = 1;
constexpr std::int64_t kMostNodesInMachineFile =
    std::int64_t{1}  // the largest number of nodes that the emulation's events can name
    << 24U;

/// Reads one machine file, and returns its content as a MachineChoice.
class MachineFileReader {
 public:
  explicit MachineFileReader(const std::string& path) : toml_input_(path, "name = \"95us\"") {}

  MachineChoice read_machine_choice() {
    toml_input_.refuse_unknown_keys(toml_input_.root_table(),
                                    std::vector<std::string>{"schema_version", "machine", "nodes", "constants"});
    toml_input_.check_schema_version(kSchemaVersion);
    read_machine_name(toml_input_.required_value("machine", "machine = \"ipsc860\""));
    if (const toml::node* nodes = toml_input_.root_table().get("nodes")) read_node_count(*nodes);
    if (const toml::node* constants = toml_input_.root_table().get("constants")) read_constants(*constants);
    return std::move(machine_choice_);
  }

 private:
  void read_machine_name(const toml::node& node) {
    if (!node.is_string()) toml_input_.throw_error_at(node, "machine is not a string", "write one such as \"ipsc860\"");
    machine_choice_.name = node.value_or(std::string{});
    machine_choice_.input_place_of_machine_name = toml_input_.place_in_file(node);
    known_constants_ = make_machine({.name = machine_choice_.name,
                                     .input_place_of_machine_name = machine_choice_.input_place_of_machine_name})
                           .model()
                           .constants();
  }

  void read_node_count(const toml::node& node) {
    const auto nodes = node.value_exact<std::int64_t>();
    if (!nodes || *nodes < 1 || *nodes > kMostNodesInMachineFile) {
      toml_input_.throw_error_at(node, fmt::format("nodes is not a whole number from 1 to {}", kMostNodesInMachineFile),
                                 "write one such as 64");
    }
    machine_choice_.nodes = static_cast<std::uint32_t>(*nodes);
    machine_choice_.input_place_of_node_count = toml_input_.place_in_file(node);
  }

  void read_constants(const toml::node& node) {
    if (!node.is_table())
      toml_input_.throw_error_at(node, "constants is not a table", "write [constants] and a line for each");
    std::vector<std::string> names;
    for (const Constant& constant : known_constants_) names.push_back(constant.name);
    toml_input_.refuse_unknown_keys(*node.as_table(), names, "constant of " + machine_choice_.name);
    for (const auto& [key, value] : *node.as_table()) {
      const std::string name(key.str());
      machine_choice_.settings.push_back(
          {toml_input_.place_in_file(value), name, toml_input_.text_of_constant_value(value, name)});
    }
  }

  TomlInput toml_input_;
  MachineChoice machine_choice_;
  std::vector<Constant> known_constants_;
};

}  // namespace

MachineChoice read_machine_file(const std::string& path) { return MachineFileReader(path).read_machine_choice(); }

std::vector<Constant> constants_with_changes_marked(const Machine& machine) {
  const Machine shipped = make_machine({.name = machine.name(), .nodes = machine.node_count()});
  const std::vector<Constant> usual = shipped.model().constants();
  std::vector<Constant> constants = machine.model().constants();
  for (Constant& constant : constants) {
    const auto found = std::ranges::find(usual, constant.name, &Constant::name);
    if (found != usual.end() && found->value == constant.value) continue;
    if (found != usual.end()) constant.meaning = fmt::format("shipped: {}; {}", found->value, constant.meaning);
    constant.origin = kOriginOfChangedConstant;
  }
  return constants;
}

std::string machine_file_text(const Machine& machine) {
  std::string text = fmt::format("schema_version = {}\nmachine = \"{}\"\nnodes = {}\n\n[constants]\n", kSchemaVersion,
                                 machine.name(), machine.node_count());
  for (const Constant& constant : constants_with_changes_marked(machine)) {
    text += fmt::format("# {}: {}\n{} = \"{}\"\n", constant.origin, constant.meaning, constant.name, constant.value);
  }
  return text;
}

}  // namespace switchyard::machines
