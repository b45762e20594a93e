#pragma once
/// \file stress_blocks.hpp
/// The blocks (groups of consecutive runs) that make up a stress test: how they are handed out, and where their results
/// are collected.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/stress/child_process.hpp"
#include "runtime/stress/stress.hpp"

namespace switchyard {

/// A block of a stress test: consecutive runs of one program that share a trial (the program on its machine) and are
/// carried out one after another.
struct StressTestRunBlock {
  std::size_t program_index = 0;
  std::uint64_t number = 0;
  friend bool operator==(const StressTestRunBlock&, const StressTestRunBlock&) = default;
};

/// Returns the number of blocks (groups of consecutive runs) into which the runs of each program are divided.
std::uint64_t block_count_per_program(const StressOptions& options) noexcept;
/// Returns the number of the first run of a block. A block consists of consecutive runs of one program.
std::uint64_t index_of_first_run_in_block(const StressTestRunBlock& block, const StressOptions& options) noexcept;
/// Returns the number of the block's last run plus 1. A block consists of consecutive runs of one program.
std::uint64_t index_of_first_run_after_block(const StressTestRunBlock& block, const StressOptions& options) noexcept;

/// A function that makes the StressTrial, the program under test with its machine, for the runs of one block, which is
/// a group of consecutive runs of a stress test. Several threads may call this function at once.
using TrialFactoryForRunBlock = std::function<std::unique_ptr<StressTrial>(const StressTestRunBlock& block)>;

/// Hands out the blocks (consecutive runs of one program) of a stress test, and collects their results. Any thread may
/// use this object.
class StressTestRunBlockSource {
 public:
  StressTestRunBlockSource(TrialFactoryForRunBlock trial, std::size_t programs);
  virtual ~StressTestRunBlockSource() = default;
  StressTestRunBlockSource(const StressTestRunBlockSource&) = delete;
  StressTestRunBlockSource& operator=(const StressTestRunBlockSource&) = delete;

  /// Returns a block of runs that was not handed out before, or nothing if no block is available now.
  virtual std::optional<StressTestRunBlock> take_block() = 0;
  /// Returns the number of blocks of runs that were not handed out before and could be handed out now.
  virtual std::uint64_t unstarted_block_count() const = 0;
  /// Returns whether no block of runs will ever be available again.
  virtual bool has_no_more_blocks() const = 0;
  /// Adds the results of a block of runs that was handed out. If a stop is requested, some runs of the block may not
  /// have been made.
  virtual void add_results(const StressTestRunBlock& block, StressReport found) = 0;
  /// Records the current exception, because a run of the block could not be carried out at all. Call this in a catch
  /// block.
  virtual void add_failure(const StressTestRunBlock& block) = 0;

  std::unique_ptr<StressTrial> make_trial(const StressTestRunBlock& block) const { return make_block_trial_(block); }
  std::size_t program_count() const noexcept { return expired_run_counts_.size(); }

  // The counters of runs that reached the limit of host time are in memory that this process shares with the child
  // processes that it makes later.

  /// Counts a run of the program that reached the limit of host time.
  void count_run_that_hit_host_time_limit(std::size_t program) { ++*expired_run_counts_[program]; }
  /// Returns whether no more runs of the program begin, because kMostExpiredRuns runs have reached the
  /// limit of host time.
  bool has_too_many_expired_runs(std::size_t program) const {
    return *expired_run_counts_[program] >= kMostExpiredRuns;
  }

 private:
  TrialFactoryForRunBlock make_block_trial_;
  /// For each program, the number of its runs that have reached the limit of host time.
  std::deque<ValueSharedWithChildProcesses<std::atomic<std::uint64_t>>> expired_run_counts_;
};

/// The blocks (groups of consecutive runs) of a stress test, in the order of the programs under test, and the results
/// of each program.
class StressBlockDispatcher final : public StressTestRunBlockSource {
 public:
  /// A function that is called after the results of a block have been added, with the program's index and the number of
  /// its runs done so far. One thread calls it at a time.
  using ProgressCallback = std::function<void(std::size_t program, std::uint64_t runs)>;
  /// Throws UsageError if the options contain no strategy, or blocks without runs.
  StressBlockDispatcher(TrialFactoryForRunBlock trial, std::size_t programs, StressOptions options,
                        ProgressCallback progress = {});

  std::optional<StressTestRunBlock> take_block() override;
  /// Returns the number of blocks of runs that were not handed out before, or 0 after a failure.
  std::uint64_t unstarted_block_count() const override;
  bool has_no_more_blocks() const override { return unstarted_block_count() == 0; }
  void add_results(const StressTestRunBlock& block, StressReport found) override;
  void add_failure(const StressTestRunBlock& block) override;
  /// Adds the results of a block of runs that another process has carried out. Its runs that reached the limit of host
  /// time are counted here as well, because the other process counts them only for itself.
  void add_results_from_other_process(const StressTestRunBlock& block, StressReport found);

  /// Returns whether all blocks of runs of this program are finished, except those that will never be begun.
  bool is_program_finished(std::size_t program) const;
  /// Returns the results of a program so far, or nothing if none of its blocks has been begun.
  std::optional<StressReport> report_of_program(std::size_t program) const;
  /// Returns the first failure that add_failure() has noted, or null.
  std::exception_ptr first_failure() const;
  const StressOptions& options() const noexcept { return options_; }

 private:
  struct ProgramBlocks {
    std::uint64_t next_block_number = 0;     ///< number of the program's next block to be begun
    std::uint64_t finished_block_count = 0;  ///< number of the program's blocks whose results have been added
    StressReport report;
  };
  std::uint64_t unstarted_block_count_of(std::size_t program) const;

  StressOptions options_;
  ProgressCallback on_progress_;
  mutable std::mutex mutex_;  // guards the members that are declared below it, and the calls of the progress callback
  std::vector<ProgramBlocks> blocks_by_program_;
  std::exception_ptr failure_;
};

/// Carries out blocks of stress runs, as many at once as the options say, until there are no more or a stop is
/// requested. If the options ask for isolated runs, child processes carry out the blocks.
void carry_out_stress_test_run_blocks(StressTestRunBlockSource& blocks, const StressOptions& options,
                                      const std::stop_token& stop);

/// Returns what is known about run `number` of a block of runs before the run is carried out: its machine, strategy and
/// seed.
StressedRun planned_run(const StressTestRunBlockSource& blocks, const StressTestRunBlock& block,
                        const StressOptions& options, std::uint64_t number);

/// Returns the results of a block of runs as bytes, which another process with the same executable can turn into a
/// report again.
std::string serialise_stress_report(const StressReport& report);
/// Returns the report on a block of runs that another process has turned into `bytes` by serialise_stress_report().
StressReport report_from_bytes(std::string_view bytes, const StressTestRunBlockSource& blocks,
                               const StressTestRunBlock& block, const StressOptions& options);

}  // namespace switchyard
