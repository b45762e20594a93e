#include "bench/experiment/measured_table.hpp"

#include <sstream>

#include "tests/fuzz/target.hpp"

/// Fuzzes the reading of the table of measured costs by which the algorithm "auto" chooses an algorithm.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  std::istringstream in{std::string(input)};
  const MeasuredTable table(in, "input");
  table.choose_algorithm("ipsc860", {64, 4, 1024}, 1, [](const std::string&) { return true; });
}
