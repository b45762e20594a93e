#pragma once
/// \file stress.hpp
/// Runs a program thousands of times, each time disturbed in another way, and tells how these runs ended.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

struct StressOptions {
  std::uint64_t runs = 1000;
  std::uint64_t seed = 1;
  std::vector<Strategy> strategies{kStrategies.begin(), kStrategies.end()};  ///< by turns; not empty
  std::uint64_t jobs = 0;                                                    ///< runs at once; 0: one for each core
  std::uint64_t runs_of_a_trial = 50;                                        ///< a block: one trial and one thread
  RunLimits limits = {};
  /// Of a node program: instead of all this, the one run that this line of replay.hpp leads to.
  std::string replay = {};
};

/// Runs at once.
std::uint64_t jobs_of(const StressOptions& options);

/// The first run, by number, that ended in its way; one in which real threads raced only if there is no other.
struct Finding {
  std::uint64_t number;
  StressedRun run;
};

struct StressReport {
  std::map<Strategy, std::map<Outcome, std::uint64_t>> tally;
  std::map<Outcome, Finding> findings;  ///< none for completed
  std::uint64_t expired = 0;            ///< runs that ended at the limit of the host's time

  std::uint64_t runs() const noexcept;
  std::uint64_t count(Outcome outcome) const noexcept;
  /// Takes in what other runs have shown.
  void merge(StressReport other);
  void add(std::uint64_t number, StressedRun run);

 private:
  void add_finding(Finding finding);
};

/// Then no more runs are begun.
inline constexpr std::uint64_t kMostExpired = 3;

/// A stress under way. Strategy and seed of run i depend on i and the options alone, so that the report is the same
/// however many jobs there are; only what `threads` shows depends on how threads race.
class StressRun {
 public:
  /// `progress` is told after each block how many runs are done; one thread at a time.
  StressRun(TrialFactory factory, StressOptions options, std::function<void(std::uint64_t)> progress = {});
  /// Until all is done or a stop is asked for, or kMostExpired runs have ended at the limit of the host's time: a
  /// program that does not end mostly does so in many runs, of which each takes that long. At most once. Throws what
  /// the factory throws, and UsageError if the trial cannot be run at all.
  void carry_out(const std::stop_token& stop = {});
  /// What is done so far. Any thread.
  StressReport report() const;

 private:
  std::uint64_t block_count() const noexcept;
  void run_block(std::uint64_t block, const std::stop_token& stop);

  TrialFactory factory_;
  StressOptions options_;
  std::function<void(std::uint64_t)> progress_;
  mutable std::mutex mutex_;  // guards the report, and calls of progress_
  StressReport report_;
  std::atomic<std::uint64_t> expired_ = 0;
};

/// All of it in one call.
StressReport stress(const TrialFactory& factory, const StressOptions& options = {}, const std::stop_token& stop = {});
/// The same for a node program; see ProgramTrial for what it must not do.
StressReport stress(const Machine& machine, const NodeProgram& program, const StressOptions& options = {},
                    const std::stop_token& stop = {});

}  // namespace switchyard
