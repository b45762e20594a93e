#pragma once
/// \file child_blocks.hpp
/// Carries out the blocks (groups of consecutive runs) of a stress test in child processes. A child carries out one
/// block after another, so that not every run needs a process of its own. If a child crashes, another child continues
/// with the next run.

#include <semaphore.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "runtime/stress/child_process.hpp"
#include "runtime/stress/child_run.hpp"
#include "runtime/stress/stress_blocks.hpp"

namespace switchyard {

/// The number of runs for each strategy and outcome: a StressReport without its findings.
struct OutcomeCounts {
  std::array<std::array<std::uint64_t, kOutcomes.size()>, kStrategies.size()> run_counts_by_outcome{};
  std::uint64_t expired_run_count = 0;

  void count_run(const StressedRun& run) noexcept;
  void add_to_report(StressReport& report) const;
};

OutcomeCounts outcome_counts_of(const StressReport& report) noexcept;

/// Carries out blocks of stress-test runs, in one child process at a time, until no block is left. All runners of a
/// stress test must be used by one and the same thread: a child gets a copy of memory with its locks, and a lock that
/// another thread holds at that moment would stay locked in the child. Locks of the C library are safe from this.
class ChildProcessStressTestRunner {
 public:
  /// `stops` is in memory that this process shares with its child processes. As soon as `stops` is true, no further run
  /// begins. The arguments must outlive the ChildProcessStressTestRunner.
  ChildProcessStressTestRunner(StressTestRunBlockSource& blocks, const StressOptions& options,
                               const std::atomic<bool>& stops);
  /// Makes a child process and returns true. Returns false, without making a child, if no run is left to do. Throws
  /// HostError if no child can be made.
  bool start_child();
  /// Returns the file descriptor that becomes readable when the present child process has sent something or has ended.
  int descriptor_to_poll() const noexcept { return child_->descriptor_to_poll(); }
  /// Handles the records that the child has sent so far, offers the child another block of runs, and replaces the child
  /// if it has ended. Returns false if no run is left to do. Throws the UsageError or HostError that the making of a
  /// trial or a run has thrown in the child, and whatever start_child() throws.
  bool advance_child_process();
  /// Returns the block of runs that the child process is carrying out, or its last block if it is carrying out none.
  StressTestRunBlock current_block() const noexcept { return child_progress_->block; }

 private:
  /// What the parent process offers to the child at present: no block of runs, a block of runs, or no more blocks after
  /// a stop. Only the parent changes `no_run_block_offered` to another value, and only the child changes
  /// `run_block_offered`.
  enum class RunBlockOfferState { no_run_block_offered, run_block_offered, no_more_blocks };
  /// The progress of a child process, in memory shared with its parent: the block of runs under way, noted by the child
  /// so that the parent can read it after a crash, and the next block, offered by the parent.
  struct ChildProgress {
    StressTestRunBlock block;
    std::uint64_t next_run_number = 0;  ///< number of the run that the child is carrying out or will carry out next
    std::uint64_t first_run_number_after_block = 0;  ///< number of the last run of the current block, plus 1
    std::uint64_t expected_event_count = 0;
    OutcomeCounts unsent_outcome_counts;  ///< for each outcome, the number of finished runs that the child has not
                                          ///< reported to the parent yet
    SharedRunRecord shared_run_record;
    StressTestRunBlock run_block_offered_to_child;  ///< the next block of runs, which the parent offers early so that
                                                    ///< the child need not wait for it
    std::atomic<RunBlockOfferState> block_offer_state = RunBlockOfferState::no_run_block_offered;
    /// Semaphore that the parent posts when it has changed `block_offer_state`; a child that sees
    /// `no_run_block_offered` waits for it.
    sem_t semaphore_for_changed_run_block_offer{};
  };
  bool must_stop_runs() const {
    return stop_requested_ || blocks_.has_too_many_expired_runs(child_progress_->block.program_index);
  }

  // The functions from carry_out_run_blocks_in_child_process() to carry_out_run() run in the child process.
  void carry_out_run_blocks_in_child_process(const RecordSink& parent);
  bool take_offered_block();
  void finish_block(const RecordSink& parent);
  void carry_out_run(StressTrial& trial, const RecordSink& parent);

  // The functions from offer_run_block_to_child_process() to add_results_of_block() run in the parent process.
  void offer_run_block_to_child_process();
  void set_run_block_offer_state(RunBlockOfferState offer);
  void handle_child_record(const std::string& record);
  void note_crash(const std::string& how);
  void add_results_of_block(const StressTestRunBlock& block);

  StressTestRunBlockSource& blocks_;
  const StressOptions& options_;
  const std::atomic<bool>& stop_requested_;
  ValueSharedWithChildProcesses<ChildProgress> child_progress_;
  /// Used in the child process: the findings (first failing runs) that it has already sent to the parent, by program.
  std::map<std::size_t, StressReport> findings_sent_by_program_;
  StressReport received_results_;  ///< used in the parent process: the results that it has received for the current
                                   ///< block of runs

  /// Used in the parent process: the number of blocks of runs that it has offered and whose results it has not added
  /// yet.
  std::uint64_t unfinished_block_count_ = 0;
  std::optional<StressTestRunBlock> last_added_block_;  ///< used in the parent process: the block of runs whose results
                                                        ///< were added last
  std::optional<ChildProcess> child_;
  std::optional<OverlongRunDetector> overlong_run_detector_;
};

}  // namespace switchyard
