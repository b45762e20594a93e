#pragma once
/// \file child_blocks.hpp
/// The blocks of a stress in child processes. A child takes one block after another, so that a run costs no process;
/// one that crashes is followed by another, which goes on with the next run.

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

/// What all children of one stress have in common.
struct SharedStress {
  std::atomic<std::uint64_t> next_block = 0;
  std::atomic<std::uint64_t> expired = 0;  ///< runs that ended at the limit of the host's time
  std::atomic<bool> stops = false;
  bool is_over() const noexcept { return stops || expired >= kMostExpired; }
};

/// Runs without the findings.
struct Tally {
  std::array<std::array<std::uint64_t, kOutcomes.size()>, kStrategies.size()> counts{};
  std::uint64_t expired = 0;

  void add(const StressedRun& run) noexcept;
  void add_to(StressReport& report) const;
};

/// One child at a time, until no block is left. All of one stress are used by one thread: a child has a copy of the
/// memory, locks included, so that it must not be made while another thread allocates.
class ChildBlocks {
 public:
  /// `merge` is given what each block has shown. All three outlive it.
  ChildBlocks(const TrialFactory& factory, const StressOptions& options, SharedStress& shared,
              std::function<void(StressReport)> merge);
  /// Makes a child. False if it would have nothing to do. Throws HostError if there can be no child.
  bool begin();
  /// ChildProcess::file() of the present child.
  int file() const noexcept { return child_->file(); }
  /// Takes what the child has sent, without waiting for more, and makes another one if it has ended. False if nothing
  /// is left to do. Throws what the factory and the runs throw of UsageError and HostError, and as `begin` does.
  bool go_on();

 private:
  /// The block under way, as its child notes it. The parent reads it when the child has ended.
  struct UnderWay {
    std::uint64_t block = 0;
    std::uint64_t next = 0;  ///< the run under way, or the next one
    std::uint64_t end = 0;   ///< behind the last run of the block
    std::uint64_t steps = 0;
    Tally tally;  ///< since the last record of a block
    RunNotes notes;
  };

  // In the child.
  void work(const RecordSink& parent);
  bool take_block();
  void finish_block(const RecordSink& parent);
  void carry_out_run(Trial& trial, const RecordSink& parent);

  // In the parent.
  void take(const std::string& record);
  StressedRun planned(std::uint64_t number) const;
  void note_crash(const std::string& how);

  const TrialFactory& factory_;
  const StressOptions& options_;
  SharedStress& shared_;
  const std::function<void(StressReport)> merge_;
  SharedWithChildren<UnderWay> now_;
  StressReport known_;  ///< in the child: the findings that it has sent
  StressReport found_;  ///< in the parent: of the block under way
  std::optional<ChildProcess> child_;
  std::optional<RunWatch> watch_;
};

}  // namespace switchyard
