#include "machines/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "machines/toml_input.hpp"
#include "runtime/error.hpp"

namespace switchyard::machines {
namespace {

constexpr std::int64_t kSchemaVersion = 1;
constexpr std::int64_t kMostNodes = std::int64_t{1} << 24U;  // events of the emulation cannot name more nodes

/// Reads one machine file, and returns what it says as a choice of a machine.
class MachineFileReader {
 public:
  explicit MachineFileReader(const std::string& path) : file_(path, "name = \"95us\"") {}

  MachineChoice read() {
    file_.refuse_unknown_keys(file_.root(),
                              std::vector<std::string>{"schema_version", "machine", "nodes", "constants"});
    file_.check_version(kSchemaVersion);
    read_name(file_.required_node("machine", "machine = \"ipsc860\""));
    if (const toml::node* nodes = file_.root().get("nodes")) read_nodes(*nodes);
    if (const toml::node* constants = file_.root().get("constants")) read_constants(*constants);
    return std::move(machine_choice_);
  }

 private:
  void read_name(const toml::node& node) {
    if (!node.is_string()) file_.refuse(node, "machine is not a string", "write one such as \"ipsc860\"");
    machine_choice_.name = node.value_or(std::string{});
    machine_choice_.name_place = file_.place(node);
    known_ = make_machine({.name = machine_choice_.name, .name_place = machine_choice_.name_place}).model().constants();
  }

  void read_nodes(const toml::node& node) {
    const auto nodes = node.value_exact<std::int64_t>();
    if (!nodes || *nodes < 1 || *nodes > kMostNodes) {
      file_.refuse(node, fmt::format("nodes is not a whole number from 1 to {}", kMostNodes), "write one such as 64");
    }
    machine_choice_.nodes = static_cast<std::uint32_t>(*nodes);
    machine_choice_.nodes_place = file_.place(node);
  }

  void read_constants(const toml::node& node) {
    if (!node.is_table()) file_.refuse(node, "constants is not a table", "write [constants] and a line for each");
    std::vector<std::string> names;
    for (const Constant& constant : known_) names.push_back(constant.name);
    file_.refuse_unknown_keys(*node.as_table(), names, "constant of " + machine_choice_.name);
    for (const auto& [key, value] : *node.as_table()) {
      const std::string name(key.str());
      machine_choice_.settings.push_back({file_.place(value), name, file_.setting_text(value, name)});
    }
  }

  TomlInput file_;
  MachineChoice machine_choice_;
  std::vector<Constant> known_;
};

}  // namespace

MachineChoice read_machine_file(const std::string& path) { return MachineFileReader(path).read(); }

std::vector<Constant> constants_with_changes_marked(const Machine& machine) {
  const Machine shipped = make_machine({.name = machine.name(), .nodes = machine.node_count()});
  const std::vector<Constant> usual = shipped.model().constants();
  std::vector<Constant> constants = machine.model().constants();
  for (Constant& constant : constants) {
    const auto found = std::ranges::find(usual, constant.name, &Constant::name);
    if (found != usual.end() && found->value == constant.value) continue;
    if (found != usual.end()) constant.meaning = fmt::format("shipped: {}; {}", found->value, constant.meaning);
    constant.origin = kChanged;
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
