#include "bench/cli/csv_line.hpp"

namespace switchyard::cli {
namespace {

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += c;
    result += c;
  }
  return result + '"';
}

}  // namespace

void CsvLine::add(std::string_view field) {
  if (!first_) text_ += ',';
  first_ = false;
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    text_ += field;
  } else {
    text_ += in_quotes(field);
  }
}

}  // namespace switchyard::cli
