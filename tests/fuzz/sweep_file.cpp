#include "bench/sweep/sweep_file.hpp"

#include "tests/fuzz/target.hpp"

/// Fuzzes sweep files. If a file is accepted, the texts that describe the sweep and its runs can be made.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  static const Catalogue catalogue = shipped_algorithms();
  const sweep::SweepPlan plan = sweep::read_sweep_file(path_of_temporary_file_with_content(input), catalogue);
  abort_with_message_unless_true(plan.run_count() > 0, "an experiment without runs is accepted");
  plan.text_identifying_sweep();
  plan.text_of_sweep_run(0);
  plan.text_of_sweep_run(plan.run_count() - 1);
}
