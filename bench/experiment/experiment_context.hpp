#pragma once
/// \file experiment_context.hpp
/// The context with which the function of a published experiment works: it has the number of
/// samples and their seeds, makes runs on all cores, keeps values that other experiments have
/// measured, and collects the results.

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
  std::optional<std::uint64_t> samples = std::nullopt;  ///< number of samples; if empty, as many as the paper has
  std::uint64_t jobs = 1;                               ///< largest number of runs at once
};

/// The cost of one run for the host, by which the time left is predicted and the number of runs at
/// once is limited.
struct RunCost {
  double work = 1;          ///< host time of a run, in a unit that the experiment chooses
  std::uint64_t bytes = 0;  ///< memory of a run in bytes, if it is large: then fewer runs go on at once
};

/// The progress of a published experiment, in the unit of work that the experiment has chosen.
struct ExperimentProgress {
  double done = 0;
  double expected = 0;  ///< work of the whole experiment; 0 if the experiment has not set it
};

/// Thrown through the function of a published experiment when a stop is asked for. The function
/// must not catch it.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// The state that the published experiments of one command share: options, stop token, and values measured once for
/// all.
class ExperimentSession {
 public:
  /// A function that is called after each run, by one thread at a time.
  using ReportProgress = std::function<void(const ExperimentProgress&)>;
  /// `rounds` is how the ranks of an MPI job share the runs. It is null if this process makes all runs. All ranks that
  /// share runs must carry out the same experiments.
  explicit ExperimentSession(const SessionOptions& options, std::stop_token stop = {}, ReportProgress tick = {},
                             SharedRounds* rounds = nullptr)
      : options_(options), stop_(std::move(stop)), report_progress_(std::move(tick)), rounds_(rounds) {}

 private:
  friend class ExperimentContext;
  SessionOptions options_;
  std::stop_token stop_;
  ReportProgress report_progress_;
  SharedRounds* rounds_;
  std::map<std::string, std::any, std::less<>> computed_once_;
};

/// The context of one published experiment, from which its function gets samples, seeds and runs, and to which it gives
/// results. Only the thread of that function may call it, unless a member function says otherwise.
class ExperimentContext {
 public:
  explicit ExperimentContext(ExperimentSession& session) : session_(session) {}
  ExperimentContext(const ExperimentContext&) = delete;
  ExperimentContext& operator=(const ExperimentContext&) = delete;

  /// Returns the number of samples that the experiment uses: the one that the user asks for, or
  /// else `published`, the paper's number. The claims of the experiment need the largest
  /// `published` of all calls. Any thread may call this.
  std::uint64_t sample_count_or(std::uint64_t published) const;

  /// Returns the seed of one random choice: a function of the user's seed, the name `stream` and the sample. Cells or
  /// experiments that need equal choices use the same `stream`. Any thread may call this.
  std::uint64_t seed_of_random_stream(std::string_view stream, std::uint64_t sample) const;

  /// Sets how much work the experiment will do in all, so that the time left can be predicted.
  void set_expected_work(double work);

  /// Returns the results of `run(0)` to `run(count - 1)`. Several of these calls go on at once,
  /// also on other MPI ranks if ranks share the runs. A result must depend only on the number; it
  /// is copied from rank to rank as it is in memory.
  ///
  /// Blocks until all calls of `run` have returned. Throws what such a call throws, and Interrupted.
  template <class Run>
  auto results_of_parallel_runs(std::uint64_t count, const Run& run, const RunCost& each = {}) {
    using Result = std::invoke_result_t<const Run&, std::uint64_t>;
    static_assert(std::is_trivially_copyable_v<Result>);
    std::vector<Result> results(count);
    share_runs(
        std::as_writable_bytes(std::span(results)), sizeof(Result),
        [&](std::uint64_t number) { results[number] = run(number); }, each);
    return results;
  }

  /// Calls `run(0)` to `run(count - 1)`, several at once. Each call must write only to an entry of
  /// its own, so that the results depend neither on the order of the calls nor on how many go on
  /// at once. Each MPI rank makes all the calls, so use this for quick runs whose results
  /// results_of_parallel_runs() cannot copy.
  ///
  /// Blocks until all calls of `run` have returned. Throws what such a call throws, and Interrupted.
  void for_each_run(std::uint64_t count, const std::function<void(std::uint64_t)>& run, const RunCost& each = {});

  /// Returns the value with this key, which `make` computes when any experiment of the session
  /// asks for the key first. `work` is the cost of computing the value, which counts as done even
  /// if the value is there already. If `make` throws, no value is kept.
  template <class Value>
  const Value& compute_once(const std::string& key, double work, const std::function<Value()>& make);

  void add(ResultCell cell);
  /// Adds a claim to the results. Notes in it how many samples the experiment has and how many the
  /// claim needs, by the calls of sample_count_or() so far.
  void add(Claim claim);
  void add_note(std::string note);
  void add_chart(std::string chart);

  /// Records that the experiment's function has returned, so that its results are complete.
  void mark_experiment_complete();
  /// Returns the experiment's results so far. Any thread may call this.
  ExperimentOutcome outcome() const;

 private:
  void share_runs(std::span<std::byte> results, std::size_t bytes_each, const std::function<void(std::uint64_t)>& run,
                  const RunCost& each);
  std::uint64_t job_count_for(const RunCost& each) const;
  void add_done_work(double work);

  ExperimentSession& session_;
  mutable std::mutex mutex_;  // guards the members below
  ExperimentOutcome outcome_;
  ExperimentProgress progress_;
  mutable std::uint64_t needed_samples_ = 0;  // the largest number in the calls of sample_count_or()
};

template <class Value>
const Value& ExperimentContext::compute_once(const std::string& key, double work, const std::function<Value()>& make) {
  if (const auto found = session_.computed_once_.find(key); found != session_.computed_once_.end()) {
    add_done_work(work);
    return std::any_cast<const Value&>(found->second);
  }
  return std::any_cast<const Value&>(session_.computed_once_.emplace(key, make()).first->second);
}

}  // namespace switchyard
