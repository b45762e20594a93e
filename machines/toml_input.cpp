#include "machines/toml_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "runtime/error.hpp"
#include "runtime/nearest.hpp"

namespace switchyard::machines {
namespace {

constexpr std::size_t kMostFileBytes = std::size_t{1} << 20U;
/// the largest number of dots in a name; it keeps tables from being nested too deep for the stack, as toml++ allows 256
/// nested values
constexpr std::size_t kMostDotsInName = 16;

std::string text_of_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw UsageError({.place = {path, 1, 1}, .reason = "this is a folder", .remedy = "give a file"});
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  if (file) {
    // read no more than the limit and a byte, as some files, such as devices, have no end
    text.resize(kMostFileBytes + 1);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad()) {
    throw UsageError({.place = {path, 1, 1},
                      .reason = fmt::format("cannot be read ({})", std::strerror(errno)),
                      .remedy = "give a file that exists and may be read"});
  }
  if (text.size() > kMostFileBytes)
    throw UsageError({.place = {path, 1, 1}, .reason = "the file has more than 1 MiB", .remedy = "give a smaller one"});
  return text;
}

/// Returns the position behind the quoted TOML string that starts at `at`. For a string that is not closed, returns the
/// end of its line, or of the text if the string may have several lines.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool many_lines = text.substr(at).starts_with(three);
  for (at += many_lines ? 3 : 1; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (many_lines && text.substr(at).starts_with(three)) {
      // a string in triple quotes may end with one or two quotes that belong to its content
      return std::min(text.find_first_not_of(quote, at), at + 5);
    } else if (!many_lines && (text[at] == quote || text[at] == '\n')) {
      return text[at] == quote ? at + 1 : at;
    }
  }
  return text.size();
}

/// Throws UsageError if a name in the TOML file has more than kMostDotsInName dots. The parser makes a nested table for
/// each part of a dotted name, and frees nested tables by recursion, which could overflow the stack.
void check_depth_of_dotted_toml_names(const std::string& path, std::string_view text) {
  std::size_t dots = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = end_of_string(text, at);
      continue;
    }
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) dots = 0;
    if (c == '.' && ++dots > kMostDotsInName) {
      const std::string_view before = text.substr(0, at);
      throw UsageError({.place = {path, 1 + static_cast<std::uint64_t>(std::ranges::count(before, '\n')),
                                  at - (before.rfind('\n') + 1) + 1},
                        .reason = fmt::format("a name has more than {} dots", kMostDotsInName),
                        .remedy = "write tables that are less deep"});
    }
    ++at;
  }
}

/// Returns the parser's error message, which may quote a piece of the file, with all control characters escaped, so
/// that it stands on one line.
std::string with_control_characters_escaped(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < ' ')
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      line += c;
  }
  return line;
}

std::string decimal_text(double number) {
  std::array<char, 400> digits{};  // enough for the longest text, which is that of the smallest double, with 324 zeros
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed).ptr;
  return {digits.data(), end};
}

}  // namespace

TomlInput::TomlInput(std::string path, const std::string& right) : file_path_(std::move(path)) {
  try {
    const std::string text = text_of_file(file_path_);
    check_depth_of_dotted_toml_names(file_path_, text);
    root_table_ = toml::parse(text, file_path_);
  } catch (const toml::parse_error& error) {
    throw UsageError({.place = place_in_file(error.source().begin),
                      .reason = with_control_characters_escaped(error.description()),
                      .remedy = fmt::format("write lines such as {}", right)});
  }
}

UserInputPlace TomlInput::place_in_file(const toml::source_position& at) const {
  return {file_path_, std::max(at.line, 1U), std::max(at.column, 1U)};
}

void TomlInput::throw_error_at(const toml::node& node, std::string reason, std::string remedy) const {
  throw UsageError({.place = place_in_file(node), .reason = std::move(reason), .remedy = std::move(remedy)});
}

void TomlInput::refuse_unknown_keys(const toml::table& table, std::span<const std::string> known,
                                    const std::string& noun) const {
  for (const auto& [key, value] : table) {
    if (std::ranges::find(known, key.str()) != known.end()) continue;
    throw UsageError(mistake_for_unknown_name(place_in_file(key.source().begin), key.str(), known, noun));
  }
}

const toml::node& TomlInput::required_value(const char* key, const char* right) const {
  if (const toml::node* node = root_table_.get(key)) return *node;
  throw UsageError({.place = {file_path_, 1, 1},
                    .reason = fmt::format("{} is missing", key),
                    .remedy = fmt::format("write {}", right)});
}

void TomlInput::check_schema_version(std::int64_t version) const {
  const toml::node& node = required_value("schema_version", fmt::format("schema_version = {}", version).c_str());
  if (node.is_integer() && node.value<std::int64_t>() == version) return;
  throw_error_at(node, "schema_version is not one that is known", fmt::format("write {}", version));
}

std::string TomlInput::text_of_constant_value(const toml::node& node, const std::string& name) const {
  if (node.is_string()) return node.value_or(std::string{});
  if (node.is_boolean()) return node.value_or(false) ? "true" : "false";
  if (node.is_integer()) return std::to_string(node.value_or(std::int64_t{0}));
  if (node.is_floating_point()) return decimal_text(node.value_or(0.0));
  throw_error_at(node, fmt::format("{} is neither text nor number", name), "write a value in quotes such as \"95us\"");
}

}  // namespace switchyard::machines
