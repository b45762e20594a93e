#pragma once
/// \file csv_line.hpp
/// Builds one line of a CSV table, or splits it into its fields.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// Builds one line of a CSV table. Puts commas between the fields, and quotes around a field that contains a comma, a
/// quote or a line end, as RFC 4180 requires.
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
/// are wrong. A quoted field must end on the line on which it begins.
std::optional<std::vector<std::string>> split_csv_line(std::string_view line);

}  // namespace switchyard
