#include "bench/sweep/sweep_file.hpp"

#include "tests/fuzz/target.hpp"

/// Fuzzes sweep files: all texts of the experiment can be made.
void switchyard::fuzz::take(std::string_view input) {
  static const Catalogue catalogue = shipped_algorithms();
  const sweep::SweepPlan plan = sweep::read_sweep_file(path_of_file_with(input), catalogue);
  require(plan.cell_count() > 0, "an experiment without runs is accepted");
  plan.identity();
  plan.text_of(0);
  plan.text_of(plan.cell_count() - 1);
}
