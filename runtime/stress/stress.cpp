#include "runtime/stress/stress.hpp"

#include <oneapi/tbb/info.h>

#include <exception>
#include <memory>
#include <utility>

#include "runtime/random.hpp"
#include "runtime/stress/replay.hpp"
#include "runtime/stress/stress_blocks.hpp"

namespace switchyard {
namespace {

/// Returns the rank of a failing run among runs with the same outcome; the run with the lowest rank is reported as the
/// finding. A run on real threads ranks last, because its race can neither be repeated reliably nor be made smaller.
std::pair<bool, std::uint64_t> finding_priority(std::uint64_t number, const StressedRun& run) {
  return {run.strategy == StressStrategy::threads, number};
}

}  // namespace

std::uint64_t job_count_of(const StressOptions& options) {
  return options.jobs > 0 ? options.jobs : static_cast<std::uint64_t>(tbb::info::default_concurrency());
}

StressStrategy strategy_of(const StressOptions& options, std::uint64_t number) {
  return options.strategies[number % options.strategies.size()];
}

std::uint64_t seed_of_run(const StressOptions& options, std::uint64_t number) noexcept {
  return split_seed(options.seed, number);
}

std::uint64_t StressReport::runs() const noexcept {
  std::uint64_t sum = 0;
  for (const RunOutcome outcome : kOutcomes) sum += count(outcome);
  return sum;
}

std::uint64_t StressReport::count(RunOutcome outcome) const noexcept {
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

bool StressReport::is_first_failing_run_with_outcome(std::uint64_t number, const StressedRun& run) const {
  if (run.outcome == RunOutcome::completed) return false;
  const auto known = findings.find(run.outcome);
  return known == findings.end() ||
         finding_priority(number, run) < finding_priority(known->second.number, known->second.run);
}

void StressReport::add_finding(FirstFailingRunWithOutcome finding) {
  if (is_first_failing_run_with_outcome(finding.number, finding.run))
    findings.insert_or_assign(finding.run.outcome, std::move(finding));
}

StressRun::StressRun(TrialFactory factory, StressOptions options, std::function<void(std::uint64_t)> progress)
    : stress_block_dispatcher_(std::make_unique<StressBlockDispatcher>(
          [factory = std::move(factory)](const StressTestRunBlock& block) { return factory(block.number); }, 1,
          std::move(options),
          [progress = std::move(progress)](std::size_t /*program*/, std::uint64_t runs) {
            if (progress) progress(runs);
          })) {}

StressRun::~StressRun() = default;

void StressRun::carry_out_all_runs(const std::stop_token& stop) {
  carry_out_stress_test_run_blocks(*stress_block_dispatcher_, stress_block_dispatcher_->options(), stop);
  if (const auto failure = stress_block_dispatcher_->first_failure()) std::rethrow_exception(failure);
}

StressReport StressRun::report() const {
  return stress_block_dispatcher_->report_of_program(0).value_or(StressReport{});
}

StressReport stress(const TrialFactory& factory, const StressOptions& options, const std::stop_token& stop) {
  StressRun run(factory, options);
  run.carry_out_all_runs(stop);
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
