#pragma once
/// \file exhaustive_session.hpp
/// Explores all orders of events of each algorithm on one small matrix. A larger matrix is possible if one order of
/// events for each set of choices of the programs (such as which message a receive from any node gets) is known to
/// stand for all orders with the same choices.

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

struct ExploredAlgorithm {
  ExhaustiveSearchReport report;
  std::vector<FindingWithSmallestCase> findings;
};

/// Carries out an exploration of all orders of events of each algorithm of a stress plan.
class ExhaustiveSession {
 public:
  ExhaustiveSession(StressPlan plan, std::ostream& progress, ProgressStyle style)
      : plan_(std::move(plan)), progress_display_(progress, style, kProgressPatience) {}

  /// Explores orders of events until all are explored, a run cannot start, an algorithm has too
  /// many orders, or a stop is requested. Call it at most once. It throws nothing; exploration_error() returns the
  /// error.
  void explore_orders_of_all_algorithms(const std::stop_token& stop) noexcept;

  const StressPlan& stress_plan() const noexcept { return plan_; }
  /// Returns the results for the algorithms whose orders of events have been explored so far, in the order in which the
  /// plan lists the algorithms. Any thread may call this.
  std::vector<ExploredAlgorithm> results_so_far() const;
  /// Returns the error that ended the exploration, or null if no error did. If there are too many orders of events, the
  /// error is a UsageError that gives their estimated number.
  std::exception_ptr exploration_error() const;
  void refresh_progress_display() { progress_display_.refresh_display(); }
  void close_progress_display() { progress_display_.close(); }

 private:
  void explore_choices_of_algorithm(std::size_t algorithm, const std::stop_token& stop);
  void explore_orders_and_shrink(std::size_t algorithm, const std::stop_token& stop);
  void refuse_too_many_orders(std::size_t algorithm);
  ExhaustiveSearchReport explore_all_orders_of_trial(const std::string& name, StressTrial& trial,
                                                     const std::stop_token& stop);

  StressPlan plan_;
  ProgressDisplay progress_display_;
  WorkRunner work_runner_{FailurePolicy::no_further_work_pieces_begin};
  /// For each algorithm, the report on exploring one order of events for each set of choices of the programs.
  /// ExhaustiveSearchReport::has_run_all_orders is true in it if these orders stand for all orders.
  std::vector<ExhaustiveSearchReport> choice_explorations_;
  mutable std::mutex mutex_;  // The mutex guards results_.
  std::vector<ExploredAlgorithm> results_;
};

/// Prints, for each algorithm, the number of its orders of events, and how the runs ended.
void print_orders_table(std::ostream& out, const StressPlan& plan, const std::vector<ExploredAlgorithm>& results);

/// Returns the exit code of the gravest finding, or ExitCode::unfinished if there is no finding and not all orders of
/// events were explored.
ExitCode exit_code_of(const StressPlan& plan, const std::vector<ExploredAlgorithm>& results);

}  // namespace switchyard
