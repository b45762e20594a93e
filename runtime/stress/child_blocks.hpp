#pragma once
/// \file child_blocks.hpp
/// Carries out the blocks of runs of a stress in child processes. A child takes one block after another, so that not
/// every run needs a process of its own. If a child crashes, another child goes on with the next run.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "runtime/stress/child_process.hpp"
#include "runtime/stress/child_run.hpp"
#include "runtime/stress/stress.hpp"

namespace switchyard {

/// State that all child processes of one stress share.
struct SharedStress {
  std::atomic<std::uint64_t> next_block = 0;
  std::atomic<std::uint64_t> expired = 0;  ///< number of runs that ended at the limit of host time
  std::atomic<bool> stops = false;
  bool is_over() const noexcept { return stops || expired >= kMostExpired; }
};

/// Numbers of runs by strategy and outcome, as in a StressReport, but without its findings.
struct Tally {
  std::array<std::array<std::uint64_t, kOutcomes.size()>, kStrategies.size()> counts{};
  std::uint64_t expired = 0;

  void add(const StressedRun& run) noexcept;
  void add_to(StressReport& report) const;
};

/// Carries out blocks in one child process at a time, until no block is left. All ChildBlocks of one stress are used by
/// one thread: a child has a copy of the memory with its locks, so that it must not be made while another thread
/// allocates memory.
class ChildBlocks {
 public:
  /// `merge` is called with the results of each block. The first three arguments must outlive the ChildBlocks.
  ChildBlocks(const TrialFactory& factory, const StressOptions& options, SharedStress& shared,
              std::function<void(StressReport)> merge);
  /// Makes a child process, and returns true; or returns false if no run is left to do. Throws HostError if no child
  /// can be made.
  bool begin();
  /// Returns ChildProcess::file() of the present child.
  int file() const noexcept { return child_->file(); }
  /// Takes the records that the child has sent, without waiting for more, and makes another child if this one has
  /// ended. Returns false if no run is left to do. Throws UsageError and HostError if the factory or a run in the child
  /// does, and what begin() throws.
  bool go_on();

 private:
  /// The block under way, as its child notes it in shared memory. The parent reads it when the child has ended.
  struct UnderWay {
    std::uint64_t block = 0;
    std::uint64_t next = 0;  ///< number of the run under way, or of the next one
    std::uint64_t end = 0;   ///< number behind that of the block's last run
    std::uint64_t steps = 0;
    Tally tally;  ///< runs that the child has not sent to the parent yet
    RunNotes notes;
  };

  // The next functions run in the child process.
  void work(const RecordSink& parent);
  bool take_block();
  void finish_block(const RecordSink& parent);
  void carry_out_run(Trial& trial, const RecordSink& parent);

  // The next functions run in the parent process.
  void take(const std::string& record);
  StressedRun planned(std::uint64_t number) const;
  void note_crash(const std::string& how);

  const TrialFactory& factory_;
  const StressOptions& options_;
  SharedStress& shared_;
  const std::function<void(StressReport)> merge_;
  SharedWithChildren<UnderWay> now_;
  StressReport known_;  ///< in the child: the findings that it has sent to the parent
  StressReport found_;  ///< in the parent: what it has received about the block under way
  std::optional<ChildProcess> child_;
  std::optional<OverlongRunDetector> watch_;
};

}  // namespace switchyard
