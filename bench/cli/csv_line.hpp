#pragma once
/// \file csv_line.hpp
/// One line of a CSV table.

#include <string>
#include <string_view>

namespace switchyard::cli {

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

}  // namespace switchyard::cli
