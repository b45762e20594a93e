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
  std::optional<std::uint64_t> samples = std::nullopt;  ///< instead of as many as the paper has
  std::uint64_t jobs = 1;                               ///< runs that go on at once, at most
};

/// What a run costs the host.
struct RunCost {
  double work = 1;          ///< time, in a unit of the experiment's choice
  std::uint64_t bytes = 0;  ///< memory, where it is much: fewer runs then go on at once
};

/// How far an experiment is, in its unit of work.
struct ExperimentProgress {
  double done = 0;
  double expected = 0;  ///< 0: the experiment has not said
};

/// Thrown out of an experiment when a stop is asked for. Experiments let it pass.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// What the experiments of one command share.
class ExperimentSession {
 public:
  /// Called after each run, by one thread at a time.
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

/// One experiment under way. Its experiment's thread only, unless it says otherwise.
class ExperimentContext {
 public:
  explicit ExperimentContext(ExperimentSession& session) : session_(session) {}
  ExperimentContext(const ExperimentContext&) = delete;
  ExperimentContext& operator=(const ExperimentContext&) = delete;

  /// As many samples as the paper has, unless the user asks for another number. Any thread.
  /// The claims of the experiment need the largest number that it asks for.
  std::uint64_t samples(std::uint64_t published) const;

  /// The seed of one random choice: a function of the user's seed, of what is chosen, and of the sample. What must be
  /// equal in several cells, or in several experiments, uses one `stream`. Any thread.
  std::uint64_t seed_of(std::string_view stream, std::uint64_t sample) const;

  /// Says how much work there will be in all, for the time that is left.
  void expect_work(double work);

  /// Calls `run(0)` to `run(count - 1)`, several at once. A run writes only to its own place, so that nothing depends
  /// on their order or number.
  ///
  /// Blocks: until all are done. Throws: what a run throws; Interrupted.
  void for_each_run(std::uint64_t count, const std::function<void(std::uint64_t)>& run, const RunCost& each = {});

  /// The value that `make` gave when the key was first asked for, by any experiment of the session. `work`: what it
  /// takes to make it; it counts as done when the value is there already. A value whose `make` threw is not kept.
  template <class Value>
  const Value& once(const std::string& key, double work, const std::function<Value()>& make);

  void add(ResultCell cell);
  /// Notes in the claim how many samples the experiment has and needs, by what it has asked for so far.
  void add(Claim claim);
  void add_note(std::string note);
  void add_chart(std::string chart);

  /// The experiment has returned.
  void set_complete();
  /// What there is so far. Any thread.
  ExperimentOutcome outcome() const;

 private:
  void count_done(double work);

  ExperimentSession& session_;
  mutable std::mutex mutex_;  // guards all below
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
