#include "bench/report/run_results.hpp"

#include <fmt/format.h>

#include <exception>
#include <iostream>

#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/pattern.hpp"
#include "bench/experiment/progress_display.hpp"
#include "bench/report/application_report.hpp"
#include "bench/report/experiment_report.hpp"
#include "runtime/values.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {
namespace {

/// If the run has failed because of a deadlock, prints the deadlock report on standard error and returns the exit code.
/// Otherwise throws the error again, with the name of the run at the beginning of its text.
ExitCode report_failed_run(const WorkPieceFailure& failure, RunCommandOutputFiles& files) {
  try {
    std::rethrow_exception(failure.error);
  } catch (const DeadlockError& error) {
    std::cerr << failure.failed_work_name << '\n' << error.what() << '\n';
    files.deadlock_dot_file.write_file_if_wanted([&] { return error.graph().dot(); });
    files.deadlock_json_file.write_file_if_wanted([&] { return error.graph().json(); });
    return error.exit_code();
  } catch (const UsageError& error) {
    throw error.error_found_during(failure.failed_work_name);
  } catch (...) {
    rethrow_failure_with_remedy(failure, "use fewer nodes, jobs or smaller messages");
  }
}

void print_note_of_unwritten_files(const RunOutput& output) {
  for (const auto& path : {output.csv_path, output.json_path}) {
    if (path) std::cerr << fmt::format("{} is not written, as not all runs are done\n", switchyard::quoted(*path));
  }
}

/// Shows the progress of the command `run` if it takes longer than two seconds.
class RunProgress {
 public:
  explicit RunProgress(bool quiet) : display_(std::cerr, progress_style_of_standard_error(quiet), kProgressPatience) {
    display_.begin_job("run");
  }
  void show_run_progress(const FinishedRunsAndDoneFraction& progress) {
    display_.update_display(
        {.done_fraction = progress.done_fraction, .done_items = progress.finished_runs, .item_name = "runs"});
  }
  void close() { display_.close(); }

 private:
  ProgressDisplay display_;
};

/// Carries out an ExperimentRun or an ApplicationRun, and then prints and writes the results.
template <class UnderWay>
ExitCode carry_out_and_print(RunCommandOutputFiles& files, const RunOutput& output,
                             const std::shared_ptr<UnderWay>& under_way) {
  const auto progress =
      std::make_shared<RunProgress>(output.hides_progress_and_notes || output.shows_only_program_output);
  const ComputationEnd ending =
      run_interruptibly([under_way](const std::stop_token& stop) { under_way->carry_out_experiment(stop); },
                        [progress, under_way] { progress->show_run_progress(under_way->progress()); });
  progress->close();
  const auto result = under_way->result();
  const bool has_table = !output.shows_only_program_output && (!result.rows.empty() || !result.failure);
  if (has_table) print_table(std::cout, under_way->experiment(), result);
  std::cout.flush();
  if (result.failure) {
    print_note_of_unwritten_files(output);
    return report_failed_run(*result.failure, files);
  }
  if (ending.is_interrupted()) {
    std::cerr << fmt::format("interrupted: {} of {} runs are done\n", result.rows.size(),
                             under_way->experiment().run_count());
    print_note_of_unwritten_files(output);
    return ending.exit_code();
  }
  files.csv_file.write_file_if_wanted([&] { return csv_text(result); });
  files.json_file.write_file_if_wanted([&] { return json_text(under_way->experiment(), result); });
  return ExitCode::done;
}

/// Prints which algorithm `auto` picks for the first random sample of each pattern and message size, and why.
void print_choices_of_auto_algorithm(const Experiment& experiment) {
  for (const Algorithm& algorithm : experiment.algorithms) {
    if (!algorithm.choice) continue;
    for (const Pattern& pattern : experiment.patterns_and_sizes.patterns) {
      for (const auto& bytes : experiment.patterns_and_sizes.message_sizes) {
        const auto matrix = make_matrix_of_sample(pattern, experiment.machine.node_count(), bytes, experiment.seed, 0);
        const ChosenAlgorithm chosen = algorithm.choice(experiment.machine, matrix, experiment.exchange_options.reuse);
        std::cerr << fmt::format("{}: {}{}{}{}: {}: {}\n", algorithm.name, pattern.name(),
                                 pattern.parameter_text.empty() ? "" : " ", pattern.parameter_text,
                                 bytes ? ", " + format_bytes(*bytes) : std::string(), chosen.algorithm->name,
                                 chosen.why);
      }
    }
  }
}

}  // namespace

ExitCode carry_out_run(const std::shared_ptr<ExperimentRun>& run, const RunOutput& output) {
  RunCommandOutputFiles files(output);
  if (!output.hides_progress_and_notes) print_choices_of_auto_algorithm(run->experiment());
  return carry_out_and_print(files, output, run);
}

ExitCode carry_out_run(const std::shared_ptr<ApplicationRun>& run, const RunOutput& output) {
  RunCommandOutputFiles files(output);
  return carry_out_and_print(files, output, run);
}

}  // namespace switchyard
