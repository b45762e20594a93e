#pragma once
/// \file csv_line.hpp
/// Builds one line of a CSV table, or splits it into its fields.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// Builds a line of a CSV table: puts commas between the fields, and quotes around fields for which RFC 4180 asks for
/// them (comma, quote, line end).
class CsvLine {
 public:
  void add_field(std::string_view field);
  /// Returns the CSV line without a line end.
  const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  bool is_empty_ = true;
};

/// Splits a CSV line into its fields by the rules of RFC 4180 and removes their quotes; returns nothing if the quotes
/// are wrong. A field cannot continue on the next line.
std::optional<std::vector<std::string>> split_csv_line(std::string_view line);

}  // namespace switchyard
