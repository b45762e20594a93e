#pragma once
/// \file experiment_context.hpp
/// The context that the function of a published experiment works with: it provides the number of samples and their
/// seeds, makes runs on all cores, keeps values that several experiments use, and collects the results.

#include <any>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bench/experiment/published_experiment.hpp"
#include "runtime/ranks/shared_rounds.hpp"

namespace switchyard {

struct SessionOptions {
  std::uint64_t seed = 1;
  /// the number of random samples of each experiment; if empty, each experiment makes as many samples as its paper did
  std::optional<std::uint64_t> sample_count = std::nullopt;
  std::uint64_t parallel_job_count = 1;  ///< largest number of runs that go on at the same time
};

/// An estimate of what one run costs the host. It serves to predict the remaining time and to limit the number of runs
/// that go on at the same time.
struct RunCost {
  /// The host time of a run, in any unit that is the same for all runs of the experiment.
  double host_work = 1;
  /// the host memory of a run in bytes, by which the number of simultaneous runs is limited; 0 if it is negligible
  std::uint64_t memory_bytes = 0;
};

/// The progress of a published experiment. Work is counted in a unit that the experiment chooses.
struct ExperimentProgress {
  double done_work = 0;
  double expected_work = 0;  ///< estimated work of the whole experiment; 0 if the experiment has not set it
};

/// The exception that ends the function of a published experiment when the user asks the program to stop. The function
/// of the experiment must not catch it.
class ExperimentInterrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// The state that all published experiments of one command share: their options, the stop token that asks them to stop,
/// and values that one experiment has computed and others use, too.
class ExperimentSession {
 public:
  /// A function that is called after each run to show progress. Only one thread at a time calls it.
  using ProgressCallback = std::function<void(const ExperimentProgress&)>;
  /// `rounds` lets the ranks of an MPI job share the runs; it is null if this process makes all runs. All ranks that
  /// share runs must carry out the same experiments.
  explicit ExperimentSession(const SessionOptions& options, std::stop_token stop = {}, ProgressCallback tick = {},
                             WorkRoundsSharedByRanks* rounds = nullptr)
      : options_(options), stop_token_(std::move(stop)), progress_callback_(std::move(tick)), shared_rounds_(rounds) {}

 private:
  friend class ExperimentContext;
  SessionOptions options_;
  std::stop_token stop_token_;
  ProgressCallback progress_callback_;
  WorkRoundsSharedByRanks* shared_rounds_;
  std::map<std::string, std::any, std::less<>> computed_values_by_key_;
};

/// The context of one published experiment. The experiment's function gets the number of samples and their seeds from
/// it, makes its runs with it, and gives it the results. Only the thread of that function may call member functions,
/// except those that say that any thread may call them.
class ExperimentContext {
 public:
  explicit ExperimentContext(ExperimentSession& session) : session_(session) {}
  ExperimentContext(const ExperimentContext&) = delete;
  ExperimentContext& operator=(const ExperimentContext&) = delete;

  /// Returns the number of random samples to be made: the number that the user asks for, or else `published`, which is
  /// the number in the paper. The largest `published` of all calls so far counts as the number of samples that the
  /// experiment's claims need. Any thread may call this.
  std::uint64_t requested_or_published_sample_count(std::uint64_t published) const;

  /// Returns the seed for the random choices of one random sample. It depends on the user's seed, the name `stream` and
  /// the number of the sample. Experiments that need the same random choices use the same `stream`. Any thread may call
  /// this.
  std::uint64_t seed_of_random_stream(std::string_view stream, std::uint64_t sample) const;

  /// Sets the total work of the experiment, in the unit that the experiment chooses for the work of its runs, so that
  /// the remaining time can be predicted.
  void set_expected_work(double work);

  /// Returns the results of `run(0)` to `run(count - 1)`. Several of these calls go on at the same time, also on other
  /// MPI ranks if ranks share the runs. The result of a call must depend only on the call's argument. Results are
  /// copied from rank to rank byte by byte.
  ///
  /// Blocks until all calls of `run` have returned. Throws what a call of `run` throws, and ExperimentInterrupted.
  template <class Run>
  auto results_of_parallel_runs(std::uint64_t count, const Run& run, const RunCost& each = {}) {
    using Result = std::invoke_result_t<const Run&, std::uint64_t>;
    static_assert(std::is_trivially_copyable_v<Result>);
    std::vector<Result> results(count);
    share_runs_among_ranks(
        std::as_writable_bytes(std::span(results)), sizeof(Result),
        [&](std::uint64_t number) { results[number] = run(number); }, each);
    return results;
  }

  /// Calls `run(0)` to `run(count - 1)`, several at the same time. Each call must write only to memory that no other
  /// call uses, so that the results do not depend on the order of the calls. Every MPI rank makes all of the calls, so
  /// this function is for quick runs whose results results_of_parallel_runs() cannot copy between ranks.
  ///
  /// Blocks until all calls of `run` have returned. Throws what a call of `run` throws, and ExperimentInterrupted.
  void for_each_run_in_parallel(std::uint64_t count, const std::function<void(std::uint64_t)>& run,
                                const RunCost& each = {});

  /// Returns the value that is stored under `key` for all experiments of the session. If there is none yet, `make`
  /// computes it, and it is stored. `work` is the cost of computing it, in the unit that the experiment chooses for the
  /// work of its runs; it is counted as done even if the value was stored already. If `make` throws, no value is
  /// stored.
  template <class Value>
  const Value& compute_once(const std::string& key, double work, const std::function<Value()>& make);

  void add(ResultCell cell);
  /// Adds a claim to the results. Records in the claim the number of samples of the experiment and the number of
  /// samples that the claim needs, which is the largest number that has been passed to
  /// requested_or_published_sample_count() so far.
  void add(PaperClaim claim);
  void add_note(std::string note);
  void add_chart(std::string chart);

  /// Records that the function of the experiment has returned, so that the experiment's results are complete.
  void mark_experiment_complete();
  /// Returns the experiment's results so far. Any thread may call this.
  ExperimentOutcome outcome() const;

 private:
  void share_runs_among_ranks(std::span<std::byte> results, std::size_t bytes_each,
                              const std::function<void(std::uint64_t)>& run, const RunCost& each);
  std::uint64_t job_count_for(const RunCost& each) const;
  void add_done_work(double work);

  ExperimentSession& session_;
  mutable std::mutex mutex_;  // This mutex guards all members that are declared after it.
  ExperimentOutcome outcome_;
  ExperimentProgress progress_;
  // The largest number of samples that has been passed to requested_or_published_sample_count() so far.
  mutable std::uint64_t needed_sample_count_ = 0;
};

template <class Value>
const Value& ExperimentContext::compute_once(const std::string& key, double work, const std::function<Value()>& make) {
  if (const auto found = session_.computed_values_by_key_.find(key); found != session_.computed_values_by_key_.end()) {
    add_done_work(work);
    return std::any_cast<const Value&>(found->second);
  }
  return std::any_cast<const Value&>(session_.computed_values_by_key_.emplace(key, make()).first->second);
}

}  // namespace switchyard
