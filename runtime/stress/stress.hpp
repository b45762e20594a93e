#pragma once
/// \file stress.hpp
/// Runs a program thousands of times, each time with another disturbance of the order of events, and reports how these
/// runs ended.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

struct StressOptions {
  std::uint64_t runs = 1000;
  std::uint64_t seed = 1;
  /// The strategies (kinds of disturbance) that the runs use in turn; never empty.
  std::vector<StressStrategy> strategies{kStrategies.begin(), kStrategies.end()};
  std::uint64_t jobs = 0;  ///< how many runs are carried out at the same time; 0 stands for one run on each core

  /// Number of runs in a block, a group of consecutive runs that one thread carries out.
  std::uint64_t runs_per_block = 50;
  RunLimits limits = {};
  /// A replay line (replay.hpp). If it is not empty, the stress test only repeats the run that the line describes. This
  /// works for node programs only.
  std::string replay = {};
};

/// Returns how many runs the stress test carries out at the same time.
std::uint64_t job_count_of(const StressOptions& options);

// The functions strategy_of() and seed_of_run() return the strategy (kind of disturbance) and the random seed of run
// `number` of a stress test.
StressStrategy strategy_of(const StressOptions& options, std::uint64_t number);
std::uint64_t seed_of_run(const StressOptions& options, std::uint64_t number) noexcept;

/// The first failing run with a given outcome. A run in which real threads raced is reported as a finding only if no
/// other run has this outcome.
struct FirstFailingRunWithOutcome {
  std::uint64_t number;
  StressedRun run;
};

struct StressReport {
  std::map<StressStrategy, std::map<RunOutcome, std::uint64_t>> tally;
  /// The first failing run with each outcome; there is none for the outcome `completed`.
  std::map<RunOutcome, FirstFailingRunWithOutcome> findings;
  std::uint64_t expired = 0;  ///< number of runs that were ended because they reached the limit of host time

  std::uint64_t runs() const noexcept;
  std::uint64_t count(RunOutcome outcome) const noexcept;
  /// Adds the counts and findings of another report to this one.
  void merge(StressReport other);
  void add(std::uint64_t number, StressedRun run);

  /// Returns whether add_finding() would keep this failing run, because it is the first with its outcome.
  bool is_first_failing_run_with_outcome(std::uint64_t number, const StressedRun& run) const;
  /// Keeps a run as a finding if it is the first run with its outcome. Does not count the run in `tally`, the numbers
  /// of runs by outcome.
  void add_finding(FirstFailingRunWithOutcome finding);
};

/// The number of runs ended at the limit of host time after which no more runs are begun.
inline constexpr std::uint64_t kMostExpiredRuns = 3;

/// The number of events that is assumed for the first run of a trial. For each later run the number of events of the
/// run before it is assumed.
inline constexpr std::uint64_t kFirstEventCountGuess = 500;

class StressBlockDispatcher;

/// A stress test in progress. The strategy and seed of run i depend only on i and the options, so that the report is
/// the same for any number of jobs. Only results of the strategy `threads` depend on how real threads race.
class StressRun {
 public:
  /// `progress` is called after each block (group of consecutive runs) with the number of runs done so far, by one
  /// thread at a time.
  StressRun(TrialFactory factory, StressOptions options, std::function<void(std::uint64_t)> progress = {});
  ~StressRun();
  /// Carries out all runs, until a stop is requested or kMostExpiredRuns runs have reached the limit of host time: a
  /// program that does not end usually does so in many runs, each of which takes that long. Call this at most once.
  /// Throws what the function that makes the trials throws, and UsageError if the trial cannot be run at all.
  void carry_out_all_runs(const std::stop_token& stop = {});
  /// Returns the results of all runs done so far. Any thread may call this.
  StressReport report() const;

 private:
  std::unique_ptr<StressBlockDispatcher> stress_block_dispatcher_;
};

/// Carries out a whole stress test of the trials that `factory` makes, and returns its report.
StressReport stress(const TrialFactory& factory, const StressOptions& options = {}, const std::stop_token& stop = {});
/// Carries out a whole stress test of a node program, and returns its report. The program must not keep any state from
/// one run to the next, and must allow several of its runs at the same time.
StressReport stress(const Machine& machine, const NodeProgram& program, const StressOptions& options = {},
                    const std::stop_token& stop = {});

}  // namespace switchyard
