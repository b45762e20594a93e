#pragma once
/// \file shared_sweep.hpp
/// A sweep that several processes share: the first rank owns the table of results and hands out runs to the other
/// ranks, which carry them out and send the rows back.
///
/// Runs are handed out in batches that take a rank about a twentieth of a second, so that few messages are needed and
/// no rank waits long for another at the end. A rank asks for the next batch before it needs it. A row is sent as soon
/// as its run has ended.

#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>

#include "bench/sweep/sweep_run.hpp"
#include "runtime/ranks/rank_job.hpp"

namespace switchyard::sweep {

/// Hands out the runs of a sweep to the other ranks, on a thread of its own. First rank only.
class RunDistributor {
 public:
  RunDistributor(SweepRun& run, RankJob& job) : run_(run), job_(job) {}

  /// Carries out the sweep together with the other ranks, as SweepRun::carry_out() does on one, and returns when all
  /// ranks have ended. After a request to stop it does not wait for them.
  void carry_out(const std::stop_token& stop);
  /// Returns the numbers of runs that were handed out to other ranks and whose rows have not come back.
  std::set<std::uint64_t> handed_out() const;

 private:
  void serve(const std::stop_token& stop);
  void answer(const RankMessage& message);
  void hand_out(std::uint32_t rank, std::uint64_t wanted);
  std::uint64_t batch_for(std::uint64_t wanted) const;
  void take_back(std::uint64_t cell);

  SweepRun& run_;
  RankJob& job_;
  std::uint32_t ended_ = 0;   ///< number of other ranks that have ended
  mutable std::mutex mutex_;  // guards the cells
  std::set<std::uint64_t> handed_out_;
};

/// Carries out runs that the first rank hands out, on all cores, until there are none left or a stop is requested.
/// Other ranks only. Throws nothing: failures of runs are reported by the first rank.
void help_with_sweep(const SweepPlan& plan, std::uint64_t jobs, RankJob& job, const std::stop_token& stop);

}  // namespace switchyard::sweep
