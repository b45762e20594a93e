#include "runtime/stress/stress.hpp"

#include <oneapi/tbb/info.h>

#include <algorithm>
#include <utility>

#include "runtime/random.hpp"
#include "runtime/stress/parallel_runs.hpp"
#include "runtime/stress/replay.hpp"

namespace switchyard {
namespace {

/// How long a trial's first run is taken to be.
constexpr std::uint64_t kFirstGuess = 500;

/// A race of real threads can neither be had again for sure nor be made smaller, so that it comes last.
bool comes_before(const Finding& a, const Finding& b) {
  const auto rank = [](const Finding& finding) {
    return std::pair(finding.run.strategy == Strategy::threads, finding.number);
  };
  return rank(a) < rank(b);
}

}  // namespace

std::uint64_t jobs_of(const StressOptions& options) {
  return options.jobs > 0 ? options.jobs : static_cast<std::uint64_t>(tbb::info::default_concurrency());
}

std::uint64_t StressReport::runs() const noexcept {
  std::uint64_t sum = 0;
  for (const Outcome outcome : kOutcomes) sum += count(outcome);
  return sum;
}

std::uint64_t StressReport::count(Outcome outcome) const noexcept {
  std::uint64_t sum = 0;
  for (const auto& [strategy, outcomes] : tally) {
    const auto found = outcomes.find(outcome);
    if (found != outcomes.end()) sum += found->second;
  }
  return sum;
}

void StressReport::merge(StressReport other) {
  for (const auto& [strategy, outcomes] : other.tally) {
    for (const auto& [outcome, count] : outcomes) tally[strategy][outcome] += count;
  }
  expired += other.expired;
  for (auto& [outcome, finding] : other.findings) add_finding(std::move(finding));
}

void StressReport::add(std::uint64_t number, StressedRun run) {
  ++tally[run.strategy][run.outcome];
  if (run.expired) ++expired;
  if (run.outcome != Outcome::completed) add_finding({number, std::move(run)});
}

void StressReport::add_finding(Finding finding) {
  const auto known = findings.find(finding.run.outcome);
  if (known == findings.end()) {
    findings.emplace(finding.run.outcome, std::move(finding));
  } else if (comes_before(finding, known->second)) {
    known->second = std::move(finding);
  }
}

StressRun::StressRun(TrialFactory factory, StressOptions options, std::function<void(std::uint64_t)> progress)
    : factory_(std::move(factory)), options_(std::move(options)), progress_(std::move(progress)) {
  if (options_.strategies.empty()) throw UsageError("a stress needs at least one strategy");
  if (options_.runs_of_a_trial == 0) throw UsageError("a trial must be run at least once");
}

std::uint64_t StressRun::block_count() const noexcept {
  return (options_.runs + options_.runs_of_a_trial - 1) / options_.runs_of_a_trial;
}

void StressRun::carry_out(const std::stop_token& stop) {
  parallel_runs(block_count(), jobs_of(options_), [&](std::uint64_t block) { run_block(block, stop); });
}

void StressRun::run_block(std::uint64_t block, const std::stop_token& stop) {
  const auto is_over = [&] { return stop.stop_requested() || expired_.load() >= kMostExpired; };
  if (is_over()) return;
  const auto trial = factory_(block);
  StressReport found;
  std::uint64_t steps = kFirstGuess;
  const std::uint64_t first = block * options_.runs_of_a_trial;
  const std::uint64_t end = std::min(options_.runs, first + options_.runs_of_a_trial);
  for (std::uint64_t number = first; number < end && !is_over(); ++number) {
    const Strategy strategy = options_.strategies[number % options_.strategies.size()];
    StressedRun run = run_disturbed(*trial, strategy, split_seed(options_.seed, number), steps, options_.limits);
    steps = run.steps > 0 ? run.steps : steps;
    if (run.expired) ++expired_;
    found.add(number, std::move(run));
  }
  const std::lock_guard lock(mutex_);
  report_.merge(std::move(found));
  if (progress_) progress_(report_.runs());
}

StressReport StressRun::report() const {
  const std::lock_guard lock(mutex_);
  return report_;
}

StressReport stress(const TrialFactory& factory, const StressOptions& options, const std::stop_token& stop) {
  StressRun run(factory, options);
  run.carry_out(stop);
  return run.report();
}

StressReport stress(const Machine& machine, const NodeProgram& program, const StressOptions& options,
                    const std::stop_token& stop) {
  if (!options.replay.empty()) {
    StressReport report;
    report.add(0, replay(machine, program, options.replay, options.limits));
    return report;
  }
  return stress([&](std::uint64_t) { return std::make_unique<ProgramTrial>(machine, program); }, options, stop);
}

}  // namespace switchyard
