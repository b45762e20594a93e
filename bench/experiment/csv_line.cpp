#include "bench/experiment/csv_line.hpp"

namespace switchyard {
namespace {

std::string quoted_field(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += c;
    result += c;
  }
  return result + '"';
}

/// Removes a quoted CSV field from the beginning of `rest`, which starts with the opening quote, and returns the
/// field's text. Returns nothing if the closing quote is missing.
std::optional<std::string> take_quoted_field(std::string_view& rest) {
  std::string field;
  for (std::size_t at = 1; at < rest.size(); ++at) {
    if (rest[at] != '"') {
      field += rest[at];
    } else if (at + 1 < rest.size() && rest[at + 1] == '"') {
      field += rest[at++];
    } else {
      rest.remove_prefix(at + 1);
      return field;
    }
  }
  return std::nullopt;
}

std::optional<std::string> take_unquoted_csv_field(std::string_view& rest) {
  const std::string field(rest.substr(0, rest.find(',')));
  rest.remove_prefix(field.size());
  if (field.find('"') != std::string::npos) return std::nullopt;
  return field;
}

}  // namespace

void CsvLine::add_field(std::string_view field) {
  if (!is_empty_) text_ += ',';
  is_empty_ = false;
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    text_ += field;
  } else {
    text_ += quoted_field(field);
  }
}

std::optional<std::vector<std::string>> split_csv_line(std::string_view line) {
  std::vector<std::string> fields;
  for (;;) {
    auto field = line.starts_with('"') ? take_quoted_field(line) : take_unquoted_csv_field(line);
    if (!field) return std::nullopt;
    fields.push_back(std::move(*field));
    if (line.empty()) return fields;
    if (line.front() != ',') return std::nullopt;
    line.remove_prefix(1);
  }
}

}  // namespace switchyard
