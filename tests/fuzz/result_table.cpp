#include "bench/report/result_table.hpp"

#include <sstream>

#include "tests/fuzz/target.hpp"

/// Fuzzes the table of results that `run --csv` writes. Writing rows and reading the table must give the same rows.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  std::istringstream in{std::string(input)};
  const auto table_of = [](const std::vector<ResultRow>& rows) {
    std::string text = csv_header() + '\n';
    for (const ResultRow& row : rows) text += to_csv(row) + '\n';
    return text;
  };
  const std::string text = table_of(read_result_table(in, "input"));
  std::istringstream again(text);
  abort_with_message_unless_true(table_of(read_result_table(again, "again")) == text,
                                 "rows are not what is read from a table of them");
}
