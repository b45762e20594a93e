#include "runtime/stress/stress.hpp"

#include <oneapi/tbb/info.h>
#include <poll.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/random.hpp"
#include "runtime/stress/child_blocks.hpp"
#include "runtime/stress/parallel_runs.hpp"
#include "runtime/stress/replay.hpp"

namespace switchyard {
namespace {

/// Ranks runs with the same outcome: the first in this order is kept as the finding. A run on real threads comes last,
/// because its race can neither be repeated for sure nor be made smaller.
std::pair<bool, std::uint64_t> rank(std::uint64_t number, const StressedRun& run) {
  return {run.strategy == Strategy::threads, number};
}

/// Waits until one of the child processes has sent something or has ended, but no longer than kTick.
void wait_for_one(const std::vector<std::unique_ptr<ChildBlocks>>& at_work) {
  std::vector<pollfd> files;
  files.reserve(at_work.size());
  for (const auto& blocks : at_work) files.push_back({blocks->file(), POLLIN, 0});
  ::poll(files.data(), files.size(), static_cast<int>(kTick.count()));
}

}  // namespace

std::uint64_t jobs_of(const StressOptions& options) {
  return options.jobs > 0 ? options.jobs : static_cast<std::uint64_t>(tbb::info::default_concurrency());
}

Strategy strategy_of(const StressOptions& options, std::uint64_t number) {
  return options.strategies[number % options.strategies.size()];
}

std::uint64_t seed_of(const StressOptions& options, std::uint64_t number) noexcept {
  return split_seed(options.seed, number);
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
  add_finding({number, std::move(run)});
}

bool StressReport::wants(std::uint64_t number, const StressedRun& run) const {
  if (run.outcome == Outcome::completed) return false;
  const auto known = findings.find(run.outcome);
  return known == findings.end() || rank(number, run) < rank(known->second.number, known->second.run);
}

void StressReport::add_finding(Finding finding) {
  if (wants(finding.number, finding.run)) findings.insert_or_assign(finding.run.outcome, std::move(finding));
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
  if (options_.limits.isolated) return run_in_children(stop);
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
    StressedRun run =
        run_disturbed(*trial, strategy_of(options_, number), seed_of(options_, number), steps, options_.limits);
    steps = run.steps > 0 ? run.steps : steps;
    if (run.expired) ++expired_;
    found.add(number, std::move(run));
  }
  merge(std::move(found));
}

void StressRun::run_in_children(const std::stop_token& stop) {
  const SharedWithChildren<SharedStress> shared;
  std::vector<std::unique_ptr<ChildBlocks>> at_work;
  for (std::uint64_t job = std::min(jobs_of(options_), block_count()); job > 0; --job) {
    auto blocks = std::make_unique<ChildBlocks>(factory_, options_, *shared,
                                                [this](StressReport found) { merge(std::move(found)); });
    if (blocks->begin()) at_work.push_back(std::move(blocks));
  }
  while (!at_work.empty()) {
    wait_for_one(at_work);
    if (stop.stop_requested()) shared->stops = true;
    std::erase_if(at_work, [](const auto& blocks) { return !blocks->go_on(); });
  }
}

void StressRun::merge(StressReport found) {
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
