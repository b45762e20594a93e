#pragma once
/// \file stress.hpp
/// Runs a program thousands of times, each time disturbed in another way, and reports how these runs ended.

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
  std::vector<Strategy> strategies{kStrategies.begin(), kStrategies.end()};  ///< strategies, used in turn; not empty
  std::uint64_t jobs = 0;              ///< number of runs at once; 0 for one on each core
  std::uint64_t runs_of_a_trial = 50;  ///< number of runs in a block, which has one trial and one thread
  RunLimits limits = {};
  /// Replay line (replay.hpp): if it is not empty, only the run that it describes is repeated. For node programs only.
  std::string replay = {};
};

/// Returns the number of runs at once.
std::uint64_t jobs_of(const StressOptions& options);

// Return the strategy and the seed of the run with this number.
Strategy strategy_of(const StressOptions& options, std::uint64_t number);
std::uint64_t seed_of(const StressOptions& options, std::uint64_t number) noexcept;

/// The run with the lowest number among all runs that ended with the same outcome. A run in which real threads raced is
/// taken only if there is no other.
struct Finding {
  std::uint64_t number;
  StressedRun run;
};

struct StressReport {
  std::map<Strategy, std::map<Outcome, std::uint64_t>> tally;
  std::map<Outcome, Finding> findings;  ///< one finding for each outcome; there is none for `completed`
  std::uint64_t expired = 0;            ///< number of runs that were ended at the limit of host time

  std::uint64_t runs() const noexcept;
  std::uint64_t count(Outcome outcome) const noexcept;
  /// Adds the results of other runs.
  void merge(StressReport other);
  void add(std::uint64_t number, StressedRun run);

  /// Returns whether add() would keep this run as a finding.
  bool wants(std::uint64_t number, const StressedRun& run) const;
  /// Keeps a run as a finding if it is the first with its outcome. The run is not counted in the tally.
  void add_finding(Finding finding);
};

/// After this number of runs that were ended at the limit of host time, no more runs are begun.
inline constexpr std::uint64_t kMostExpired = 3;

/// The number of events that is assumed for the first run of a trial. Later runs take that of the run before.
inline constexpr std::uint64_t kFirstGuess = 500;

class StressWork;

/// A stress under way. Strategy and seed of run i depend on i and the options alone, so that the report is the same for
/// any number of jobs. Only the results of the strategy `threads` depend on how real threads race.
class StressRun {
 public:
  /// `progress` is called after each block with the number of runs that are done, by one thread at a time.
  StressRun(TrialFactory factory, StressOptions options, std::function<void(std::uint64_t)> progress = {});
  ~StressRun();
  /// Carries out all runs, until a stop is asked for or kMostExpired runs have ended at the limit of host time. A
  /// program that does not end usually does so in many runs, each of which takes that long. Call this at most once.
  /// Throws what the factory throws, and UsageError if the trial cannot be run at all.
  void carry_out(const std::stop_token& stop = {});
  /// Returns the results so far. Any thread may call this.
  StressReport report() const;

 private:
  std::unique_ptr<StressWork> work_;
};

/// Carries out a whole stress.
StressReport stress(const TrialFactory& factory, const StressOptions& options = {}, const std::stop_token& stop = {});
/// Carries out a whole stress of a node program. ProgramTrial says what the program must not do.
StressReport stress(const Machine& machine, const NodeProgram& program, const StressOptions& options = {},
                    const std::stop_token& stop = {});

}  // namespace switchyard
