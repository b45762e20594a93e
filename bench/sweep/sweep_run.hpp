#pragma once
/// \file sweep_run.hpp
/// Carries a declared experiment out on all cores.

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <tuple>

#include "bench/sweep/results_file.hpp"
#include "bench/sweep/sweep_plan.hpp"
#include "runtime/clock/wall/pace.hpp"

namespace switchyard::sweep {

/// Numbers 0 to count-1, each once, so that any few of them that follow each other are spread over all: whenever a
/// sweep ends, all of the experiment is equally far, and the time that is left can be told from the time that has
/// passed.
///
/// Multiples of a stride near the golden section of the count (Fibonacci hashing: Knuth, vol. 3, sec. 6.4).
class SpreadOrder {
 public:
  explicit SpreadOrder(std::uint64_t count);
  std::uint64_t operator()(std::uint64_t place) const noexcept;

 private:
  std::uint64_t count_, stride_;
};

/// The error that ended a sweep, or the first one where it went on.
struct SweepFailure {
  std::string where;  ///< the run; empty where it is not about one
  std::exception_ptr error;
};

class SweepRun {
 public:
  /// `tick` is called after each run with how many are done and how many are to be done; by any thread, one at a time.
  using Tick = std::function<void(std::uint64_t done, std::uint64_t all)>;

  /// Plan and file must outlive this. As many runs at once as `jobs` says and half of the host's memory holds;
  /// under the clock wall one, and each machine, pattern and size has its dilation measured before its first run.
  SweepRun(const SweepPlan& plan, const Shard& shard, ResultsFile& file, std::uint64_t jobs, Tick tick);

  /// From here on a run that fails only lacks its row. Before carry_out.
  void keep_going() noexcept { keeps_going_ = true; }
  /// Runs what the file does not have, until all is done, a run fails, or a stop is asked for; then the current runs
  /// are still finished. At most once. Nothing is thrown: see failure().
  void carry_out(const std::stop_token& stop);

  std::uint64_t to_do() const noexcept { return to_do_; }
  std::uint64_t done() const;
  /// Runs that failed.
  std::uint64_t failed() const;
  std::optional<SweepFailure> failure() const;

 private:
  using PaceKey = std::tuple<const NamedMachine*, const cli::Pattern*, std::optional<std::uint64_t>>;  // with bytes

  void run_place(std::uint64_t place, const std::stop_token& stop);
  ExchangeOptions options_for(const SweepCell& cell);
  PaceOptions pace_for(const SweepCell& cell);
  bool is_over(const std::stop_token& stop) const;
  void fail(std::string where);

  const SweepPlan& plan_;
  const Shard shard_;
  ResultsFile& file_;
  const std::uint64_t jobs_;
  const Tick tick_;
  const std::uint64_t to_do_;
  const SpreadOrder order_;
  bool keeps_going_ = false;
  std::map<PaceKey, PaceOptions> paces_;  ///< of the clock wall, which has one job
  mutable std::mutex mutex_;              // guards all below
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
  std::optional<SweepFailure> failure_;
};

}  // namespace switchyard::sweep
