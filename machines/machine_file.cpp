#include "machines/machine_file.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard::machines {
namespace {

constexpr std::int64_t kSchemaVersion = 1;
constexpr std::int64_t kMostNodes = std::int64_t{1} << 24U;  // more than an event can name

std::string text_of_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw UsageError(path + ":1:1: this is a folder; give a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file) {
    throw UsageError(fmt::format("{}:1:1: cannot be read ({}); give a file that exists and may be read", path,
                                 std::strerror(errno)));
  }
  return text.str();
}

/// One file on its way to a choice.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  MachineChoice read() {
    const toml::table file = parse();
    refuse_unknown_keys(file);
    check_version(required(file, "schema_version", "schema_version = 1"));
    read_name(required(file, "machine", "machine = \"ipsc860\""));
    if (const toml::node* nodes = file.get("nodes")) read_nodes(*nodes);
    if (const toml::node* constants = file.get("constants")) read_constants(*constants);
    return std::move(choice_);
  }

 private:
  std::string place(const toml::source_position& at) const {
    return fmt::format("{}:{}:{}", path_, std::max(at.line, 1U), std::max(at.column, 1U));
  }
  std::string place(const toml::node& node) const { return place(node.source().begin); }
  [[noreturn]] void refuse(const toml::node& node, const std::string& problem) const {
    throw UsageError(fmt::format("{}: {}", place(node), problem));
  }

  toml::table parse() const {
    try {
      return toml::parse(text_of_file(path_), path_);
    } catch (const toml::parse_error& error) {
      throw UsageError(
          fmt::format("{}: {}; write lines such as name = \"95us\"", place(error.source().begin), error.description()));
    }
  }

  void refuse_unknown_keys(const toml::table& file) const {
    const std::vector<std::string> known{"schema_version", "machine", "nodes", "constants"};
    for (const auto& [key, value] : file) {
      if (std::ranges::find(known, key.str()) != known.end()) continue;
      throw UsageError(unknown_name_message(place(key.source().begin), key.str(), known, "key"));
    }
  }

  const toml::node& required(const toml::table& file, const char* key, const char* right) const {
    if (const toml::node* node = file.get(key)) return *node;
    throw UsageError(fmt::format("{}:1:1: {} is missing; write {}", path_, key, right));
  }

  void check_version(const toml::node& node) const {
    if (node.is_integer() && node.value<std::int64_t>() == kSchemaVersion) return;
    refuse(node, fmt::format("schema_version is not one that is known; write {}", kSchemaVersion));
  }

  void read_name(const toml::node& node) {
    if (!node.is_string()) refuse(node, "machine is not a string; write one such as \"ipsc860\"");
    choice_.name = node.value_or(std::string{});
    choice_.name_place = place(node);
    known_ = make_machine({.name = choice_.name, .name_place = choice_.name_place}).model().constants();
  }

  void read_nodes(const toml::node& node) {
    const auto nodes = node.value_exact<std::int64_t>();
    if (!nodes || *nodes < 1 || *nodes > kMostNodes) {
      refuse(node, fmt::format("nodes is not a whole number from 1 to {}; write one such as 64", kMostNodes));
    }
    choice_.nodes = static_cast<std::uint32_t>(*nodes);
    choice_.nodes_place = place(node);
  }

  void read_constants(const toml::node& node) {
    if (!node.is_table()) refuse(node, "constants is not a table; write [constants] and a line for each");
    std::vector<std::string> names;
    for (const Constant& constant : known_) names.push_back(constant.name);
    for (const auto& [key, value] : *node.as_table()) {
      const std::string name(key.str());
      if (std::ranges::find(names, name) == names.end()) {
        throw UsageError(unknown_name_message(place(key.source().begin), name, names, "constant of " + choice_.name));
      }
      choice_.settings.push_back({place(value) + ":", name, text_of(value, name)});
    }
  }

  /// A constant as --set would take it.
  std::string text_of(const toml::node& node, const std::string& name) const {
    if (node.is_string()) return node.value_or(std::string{});
    if (node.is_boolean()) return node.value_or(false) ? "true" : "false";
    if (node.is_integer()) return std::to_string(node.value_or(std::int64_t{0}));
    if (node.is_floating_point()) return decimal(node.value_or(0.0));
    refuse(node, fmt::format("{} is neither text nor number; write a value in quotes such as \"95us\"", name));
  }

  static std::string decimal(double number) {
    std::array<char, 400> digits{};  // the smallest double has 324 zeros
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed).ptr;
    return {digits.data(), end};
  }

  std::string path_;
  MachineChoice choice_;
  std::vector<Constant> known_;
};

}  // namespace

MachineChoice read_machine_file(const std::string& path) { return Reader(path).read(); }

std::string machine_file_text(const Machine& machine) {
  std::string text = fmt::format("schema_version = {}\nmachine = \"{}\"\nnodes = {}\n\n[constants]\n", kSchemaVersion,
                                 machine.name(), machine.node_count());
  for (const Constant& constant : machine.model().constants()) {
    text += fmt::format("# {}: {}\n{} = \"{}\"\n", constant.origin, constant.meaning, constant.name, constant.value);
  }
  return text;
}

}  // namespace switchyard::machines
