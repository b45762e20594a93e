#include "machines/toml_input.hpp"

#include <fmt/format.h>

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

namespace switchyard::machines {
namespace {

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

std::string decimal(double number) {
  std::array<char, 400> digits{};  // the smallest double has 324 zeros
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed).ptr;
  return {digits.data(), end};
}

}  // namespace

TomlInput::TomlInput(std::string path, const std::string& right) : path_(std::move(path)) {
  try {
    root_ = toml::parse(text_of_file(path_), path_);
  } catch (const toml::parse_error& error) {
    throw UsageError(
        fmt::format("{}: {}; write lines such as {}", place(error.source().begin), error.description(), right));
  }
}

std::string TomlInput::place(const toml::source_position& at) const {
  return fmt::format("{}:{}:{}", path_, std::max(at.line, 1U), std::max(at.column, 1U));
}

void TomlInput::refuse(const toml::node& node, const std::string& problem) const {
  throw UsageError(fmt::format("{}: {}", place(node), problem));
}

void TomlInput::refuse_unknown_keys(const toml::table& table, std::span<const std::string> known,
                                    const std::string& noun) const {
  for (const auto& [key, value] : table) {
    if (std::ranges::find(known, key.str()) != known.end()) continue;
    throw UsageError(unknown_name_message(place(key.source().begin), key.str(), known, noun));
  }
}

const toml::node& TomlInput::required(const char* key, const char* right) const {
  if (const toml::node* node = root_.get(key)) return *node;
  throw UsageError(fmt::format("{}:1:1: {} is missing; write {}", path_, key, right));
}

void TomlInput::check_version(std::int64_t version) const {
  const toml::node& node = required("schema_version", fmt::format("schema_version = {}", version).c_str());
  if (node.is_integer() && node.value<std::int64_t>() == version) return;
  refuse(node, fmt::format("schema_version is not one that is known; write {}", version));
}

std::string TomlInput::setting_text(const toml::node& node, const std::string& name) const {
  if (node.is_string()) return node.value_or(std::string{});
  if (node.is_boolean()) return node.value_or(false) ? "true" : "false";
  if (node.is_integer()) return std::to_string(node.value_or(std::int64_t{0}));
  if (node.is_floating_point()) return decimal(node.value_or(0.0));
  refuse(node, fmt::format("{} is neither text nor number; write a value in quotes such as \"95us\"", name));
}

}  // namespace switchyard::machines
