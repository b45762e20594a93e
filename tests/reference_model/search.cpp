#include "tests/reference_model/search.hpp"

#include <limits>
#include <stop_token>

#include "runtime/stress/exhaustive.hpp"
#include "tests/reference_model/interpreter.hpp"

namespace switchyard::reference {
namespace {

/// A trial of the stress test that runs a tiny program, and collects the accounts of its runs.
class RecordingTrial final : public StressTrial {
 public:
  RecordingTrial(const Machine& machine, const TinyProgram& program) : machine_(machine), program_(program) {}

  const Machine& machine() const override { return machine_; }
  RunReport run(const Machine& machine, const RunOptions& options) override {
    if (++runs_ >= most_runs_) stop_source_.request_stop();
    RunAccount account(program_);
    const NodeProgram program = [&](Node& self) {
      carry_out_operations(self, program_, account.nodes[index(self.id())]);
    };
    try {
      RunReport report = switchyard::run(machine, program, options);
      record_account(account, report.network.discarded > 0 ? RunOutcome::discarded : RunOutcome::completed);
      return report;
    } catch (const UsageError&) {
      throw;
    } catch (const Error&) {
      record_account(account, outcome_of(std::current_exception()));
      throw;
    }
  }

  /// Returns a stop token that requests a stop after this number of runs.
  std::stop_token stop_token_after_runs(std::uint64_t runs) {
    most_runs_ = runs;
    return stop_source_.get_token();
  }
  const std::set<std::string>& account_lines() const noexcept { return account_lines_; }

 private:
  void record_account(RunAccount& account, RunOutcome outcome) {
    account.ending = name_of(outcome);
    account_lines_.insert(account.account_line());
  }

  const Machine& machine_;
  const TinyProgram& program_;
  std::set<std::string> account_lines_;
  std::uint64_t runs_ = 0;
  std::uint64_t most_runs_ = std::numeric_limits<std::uint64_t>::max();
  std::stop_source stop_source_;
};

SearchOutcomes outcomes_of(const RecordingTrial& trial, const ExhaustiveReport& report) {
  return {trial.account_lines(), report.order_count,
          report.has_run_all_orders && report.orders_with_truncated_polling == 0, report.proves_no_failure()};
}

}  // namespace

SearchOutcomes search_orders(const Machine& machine, const TinyProgram& program, StandardSendRule standard_sends,
                             std::uint64_t most_orders) {
  RecordingTrial trial(machine, program);
  ExhaustiveOptions options{.try_choice_sets_first = false};
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
  } catch (const Error&) {  // the account already says that the run has ended with this error
  }
  return *trial.account_lines().begin();
}

}  // namespace switchyard::reference
