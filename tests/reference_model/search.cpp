#include "tests/reference_model/search.hpp"

#include <limits>
#include <stop_token>

#include "runtime/stress/exhaustive.hpp"
#include "tests/reference_model/interpreter.hpp"

namespace switchyard::reference {
namespace {

/// A trial of the stress test that runs a tiny program, and collects the summaries of its runs.
class RecordingTrial final : public StressTrial {
 public:
  RecordingTrial(const Machine& machine, const TinyProgram& program) : machine_(machine), program_(program) {}

  const Machine& machine() const override { return machine_; }
  RunReport run(const Machine& machine, const RunOptions& options) override {
    if (++runs_ >= most_runs_) stop_source_.request_stop();
    RunSummary run_summary(program_);
    const NodeProgram program = [&](Node& self) {
      carry_out_operations(self, program_, run_summary.nodes[index(self.id())]);
    };
    try {
      RunReport report = switchyard::run(machine, program, options);
      record_run_summary(run_summary, report.network.discarded > 0 ? RunOutcome::discarded : RunOutcome::completed);
      return report;
    } catch (const UsageError&) {
      throw;
    } catch (const Error&) {
      record_run_summary(run_summary, outcome_of(std::current_exception()));
      throw;
    }
  }

  /// Returns a stop token that requests a stop after this number of runs.
  std::stop_token stop_token_after_runs(std::uint64_t runs) {
    most_runs_ = runs;
    return stop_source_.get_token();
  }
  const std::set<std::string>& run_summary_lines() const noexcept { return run_summary_lines_; }

 private:
  void record_run_summary(RunSummary& run_summary, RunOutcome outcome) {
    run_summary.run_outcome_name = name_of(outcome);
    run_summary_lines_.insert(run_summary.format_run_summary_line());
  }

  const Machine& machine_;
  const TinyProgram& program_;
  std::set<std::string> run_summary_lines_;
  std::uint64_t runs_ = 0;
  std::uint64_t most_runs_ = std::numeric_limits<std::uint64_t>::max();
  std::stop_source stop_source_;
};

SearchOutcomes outcomes_of(const RecordingTrial& trial, const ExhaustiveSearchReport& report) {
  return {trial.run_summary_lines(), report.order_count,
          report.has_run_all_orders && report.orders_with_truncated_polling == 0, report.proves_no_failure()};
}

}  // namespace

SearchOutcomes search_orders(const Machine& machine, const TinyProgram& program, StandardSendRule standard_sends,
                             std::uint64_t most_orders) {
  RecordingTrial trial(machine, program);
  ExhaustiveOptions options{.tries_one_order_per_choice_set_first = false};
  options.limits.standard_sends = standard_sends;
  return outcomes_of(trial, explore_all_orders(trial, options, trial.stop_token_after_runs(most_orders)));
}

SearchOutcomes search_choices(const Machine& machine, const TinyProgram& program, StandardSendRule standard_sends) {
  RecordingTrial trial(machine, program);
  ExhaustiveOptions options;
  options.limits.standard_sends = standard_sends;
  return outcomes_of(trial, explore_choices(trial, options));
}

std::string line_of_run(const Machine& machine, const TinyProgram& program, const RunOptions& options) {
  RecordingTrial trial(machine, program);
  try {
    trial.run(machine, options);
  } catch (const UsageError&) {
    throw;
  } catch (const Error&) {  // the summary already says that the run has ended with this error
  }
  return *trial.run_summary_lines().begin();
}

}  // namespace switchyard::reference
