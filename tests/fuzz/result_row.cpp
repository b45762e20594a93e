#include "bench/experiment/csv_line.hpp"
#include "bench/sweep/sweep_file.hpp"
#include "tests/fuzz/target.hpp"

namespace {

switchyard::sweep::SweepPlan small_plan() {
  const auto path = switchyard::fuzz::path_of_temporary_file_with_content(R"(schema_version = 1
machines = ["ipsc860", "cm5"]
nodes = [8]
algorithms = ["ac", "rs_n"]
patterns = ["dense", "bounded:k=3,l=1/4,t=4KiB"]
densities = [2, 3]
bytes = [16, "1KiB"]
samples = 2
seeds = [1, 7]
)");
  return switchyard::sweep::read_sweep_file(path, switchyard::shipped_algorithms());
}

}  // namespace

/// Fuzzes how a resumed sweep reads the rows that it has written before: the fields of a row, and the number of the run
/// to which a row belongs.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  static const sweep::SweepPlan plan = small_plan();
  if (const auto fields = split_csv_line(input)) {
    CsvLine line;
    for (const std::string& field : *fields) line.add_field(field);
    abort_with_message_unless_true(split_csv_line(line.text()) == fields,
                                   "fields are not what is read from their own line");
  }
  if (const auto number = plan.run_number_of_row(input)) {
    abort_with_message_unless_true(*number < plan.run_count(), "a row belongs to a run that does not exist");
    plan.text_of_sweep_run(*number);
  }
}
