#pragma once
/// \file experiment_context.hpp
/// What an experiment works with: its samples and seeds, all cores, what other experiments have already measured, and
/// where its results go.

#include <any>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard {

struct SessionOptions {
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> samples = std::nullopt;  ///< number of samples; if empty, as many as the paper has
  std::uint64_t jobs = 1;                               ///< largest number of runs at once
};

/// The cost of a run for the host.
struct RunCost {
  double work = 1;          ///< time, in a unit that the experiment chooses
  std::uint64_t bytes = 0;  ///< memory, if it is large: then fewer runs go on at once
};

/// The progress of an experiment, in its own unit of work.
struct ExperimentProgress {
  double done = 0;
  double expected = 0;  ///< all of the work; 0: the experiment has not said how much
};

/// Thrown out of an experiment when a stop is asked for. Experiments let it pass.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// The state that the experiments of one command share.
class ExperimentSession {
 public:
  /// A function that is called after each run, by one thread at a time.
  using Tick = std::function<void(const ExperimentProgress&)>;
  explicit ExperimentSession(const SessionOptions& options, std::stop_token stop = {}, Tick tick = {})
      : options_(options), stop_(std::move(stop)), tick_(std::move(tick)) {}

 private:
  friend class ExperimentContext;
  SessionOptions options_;
  std::stop_token stop_;
  Tick tick_;
  std::map<std::string, std::any, std::less<>> memo_;
};

/// The context of one experiment. Only the experiment's thread may call it, unless a function says otherwise.
class ExperimentContext {
 public:
  explicit ExperimentContext(ExperimentSession& session) : session_(session) {}
  ExperimentContext(const ExperimentContext&) = delete;
  ExperimentContext& operator=(const ExperimentContext&) = delete;

  /// Returns the paper's number of samples, unless the user asks for another number. The claims of the experiment need
  /// the largest number that it asks for. Any thread may call this.
  std::uint64_t samples(std::uint64_t published) const;

  /// Returns the seed of one random choice: a function of the user's seed, the name `stream` and the sample. Cells or
  /// experiments that need equal choices use the same `stream`. Any thread may call this.
  std::uint64_t seed_of(std::string_view stream, std::uint64_t sample) const;

  /// Tells how much work there will be in all, to predict the time that is left.
  void expect_work(double work);

  /// Calls `run(0)` to `run(count - 1)`, several at once. A run writes only to its own place, so that nothing depends
  /// on their order or number.
  ///
  /// Blocks: until all are done. Throws: what a run throws; Interrupted.
  void for_each_run(std::uint64_t count, const std::function<void(std::uint64_t)>& run, const RunCost& each = {});

  /// Returns the value that `make` gave when any experiment of the session first asked for the key. `work` is the cost
  /// of making it, and counts as done if the value is there already. If `make` throws, no value is kept.
  template <class Value>
  const Value& once(const std::string& key, double work, const std::function<Value()>& make);

  void add(ResultCell cell);
  /// Notes in the claim how many samples the experiment has and needs, by what it has asked for so far.
  void add(Claim claim);
  void add_note(std::string note);
  void add_chart(std::string chart);

  /// Tells that the experiment has returned.
  void set_complete();
  /// Returns the results so far. Any thread may call this.
  ExperimentOutcome outcome() const;

 private:
  void count_done(double work);

  ExperimentSession& session_;
  mutable std::mutex mutex_;  // guards the members below
  ExperimentOutcome outcome_;
  ExperimentProgress progress_;
  mutable std::uint64_t needed_samples_ = 0;  // the most that samples() was asked for
};

template <class Value>
const Value& ExperimentContext::once(const std::string& key, double work, const std::function<Value()>& make) {
  if (const auto found = session_.memo_.find(key); found != session_.memo_.end()) {
    count_done(work);
    return std::any_cast<const Value&>(found->second);
  }
  return std::any_cast<const Value&>(session_.memo_.emplace(key, make()).first->second);
}

}  // namespace switchyard
