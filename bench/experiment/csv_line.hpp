#pragma once
/// \file csv_line.hpp
/// One line of a CSV table.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// Puts commas between the fields, and quotes around those for which RFC 4180 asks for it (comma, quote, line end).
class CsvLine {
 public:
  void add(std::string_view field);
  /// Without a line end.
  const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  bool first_ = true;
};

/// Fields as RFC 4180 has them, quotes taken off; nothing if the quotes are not right. A field does not go on in the
/// next line.
std::optional<std::vector<std::string>> csv_fields(std::string_view line);

}  // namespace switchyard
