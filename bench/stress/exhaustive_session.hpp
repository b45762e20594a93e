#pragma once
/// \file exhaustive_session.hpp
/// All orders of events of one algorithm after the other, on one matrix: a small one, unless one order for each way to
/// choose stands for all.

#include <exception>
#include <iosfwd>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/experiment/progress_display.hpp"
#include "bench/experiment/runner.hpp"
#include "bench/stress/stress_session.hpp"
#include "runtime/stress/exhaustive.hpp"

namespace switchyard {

struct ExhaustedAlgorithm {
  ExhaustiveReport report;
  std::vector<ShownFinding> findings;
};

/// Such a thing under way.
class ExhaustiveSession {
 public:
  ExhaustiveSession(StressPlan plan, std::ostream& progress)
      : plan_(std::move(plan)), progress_(progress, progress_style_of_standard_error()) {}

  /// Until all is done, something cannot be run or would not end, or a stop is asked for. At most once. Nothing is
  /// thrown: see error().
  void carry_out(const std::stop_token& stop) noexcept;

  const StressPlan& plan() const noexcept { return plan_; }
  /// Of the algorithms that are done or under way, in order. Any thread.
  std::vector<ExhaustedAlgorithm> results() const;
  /// UsageError with an estimate if there are too many orders.
  std::exception_ptr error() const;
  void close_progress() { progress_.close(); }

 private:
  void explore_choices_of(std::size_t algorithm, const std::stop_token& stop);
  void exhaust(std::size_t algorithm, const std::stop_token& stop);
  ExhaustiveReport explore(const std::string& name, Trial& trial, const std::stop_token& stop);
  StressedRun first_run_apart(Trial& trial) const;

  StressPlan plan_;
  ProgressDisplay progress_;
  Runner runner_{OnFailure::end};
  std::vector<ExhaustiveReport> choices_;  ///< by algorithm, complete where one order for each choice is enough
  mutable std::mutex mutex_;               // guards all below
  std::vector<ExhaustedAlgorithm> results_;
};

/// How many orders there are of each algorithm, and how they ended.
void print_orders(std::ostream& out, const StressPlan& plan, const std::vector<ExhaustedAlgorithm>& results);

/// The exit code of the gravest finding; unfinished where there is none, but nothing is proven either.
ExitCode exit_code_of(const StressPlan& plan, const std::vector<ExhaustedAlgorithm>& results);

}  // namespace switchyard
