#include "runtime/stress/survival.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "runtime/stress/replay.hpp"
#include "runtime/stress/shrink.hpp"

namespace switchyard {
namespace {

/// The largest number of runs spent on making a failing case smaller, so that a failing test does not take much longer
/// than a passing one.
constexpr std::uint64_t kMostShrinkRuns = 2000;

std::string text_of_repeated_run(const StressReport& report, const std::string& replay) {
  const auto& [outcome, finding] = *report.findings.begin();
  return fmt::format("the run {} fails\n{}: {}", replay, name_of(outcome), finding.run.text);
}

std::string finding_text(const Machine& machine, const NodeProgram& program, const StressOptions& options,
                         const FirstFailingRunWithOutcome& finding, std::uint64_t times) {
  const ShrinkLimits limits{.runs = kMostShrinkRuns, .run = options.limits};
  const FailingCase small = shrink({std::make_shared<ProgramCase>(machine, program), finding.run}, limits);
  const std::string key = replay_string(small.run, options.limits);
  return fmt::format(
      "\n{}, {} times, first in run {} (strategy {}, {} decisions); on {} nodes with {} decisions: {}\n"
      "replay: .replay = \"{}\" in StressOptions, or {}={} in the environment",
      name_of(finding.run.outcome), times, finding.number, name_of(finding.run.strategy),
      finding.run.arbiter_decisions.size(), small.run.machine.node_count(), small.run.arbiter_decisions.size(),
      small.run.text, key, kReplayEnvironmentVariable, key);
}

}  // namespace

std::optional<std::string> stress_failure(const Machine& machine, const NodeProgram& program,
                                          const StressOptions& options) {
  StressOptions used = options;
  const char* const variable = std::getenv(kReplayEnvironmentVariable);
  if (used.replay.empty() && variable != nullptr) used.replay = variable;
  const StressReport report = stress(machine, program, used);
  if (report.findings.empty()) return std::nullopt;
  if (!used.replay.empty()) return text_of_repeated_run(report, used.replay);
  std::string text = fmt::format("{} of {} disturbed runs of seed {} fail",
                                 report.runs() - report.count(RunOutcome::completed), report.runs(), used.seed);
  for (const auto& [outcome, finding] : report.findings) {
    text += finding_text(machine, program, used, finding, report.count(outcome));
  }
  return text;
}

}  // namespace switchyard
