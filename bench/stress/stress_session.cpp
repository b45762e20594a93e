#include "bench/stress/stress_session.hpp"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "bench/stress/algorithm_case.hpp"
#include "bench/stress/program_case.hpp"

namespace switchyard {

std::shared_ptr<const StressCase> case_of(const StressPlan& plan, std::size_t algorithm, std::uint64_t block) {
  if (plan.program) {
    return std::make_shared<NamedProgramCase>(
        ProgramWork{plan.machine, plan.program->kind, plan.program->arguments, plan.program->launch});
  }
  return std::make_shared<AlgorithmCase>(AlgorithmWork{
      plan.machine, plan.algorithms[algorithm],
      sample_matrix(plan.pattern, plan.machine.node_count(), plan.bytes, plan.options.seed, block), plan.protocol});
}

void StressSession::carry_out(const std::stop_token& stop) noexcept {
  for (std::size_t i = 0; i < plan_.algorithms.size(); ++i) {
    runner_.attempt(
        i, stop, [&] { stress_one(i, stop); }, [&] { return plan_.algorithms[i].name; });
  }
}

void StressSession::stress_one(std::size_t algorithm, const std::stop_token& stop) {
  auto run = std::make_unique<StressRun>(
      [this, algorithm](std::uint64_t block) { return case_of(plan_, algorithm, block)->trial(); }, plan_.options,
      [this](std::uint64_t runs) {
        progress_.show(static_cast<double>(runs) / static_cast<double>(plan_.options.runs));
      });
  StressRun& under_way = *run;
  {
    const std::lock_guard lock(mutex_);
    runs_.push_back(std::move(run));
  }
  progress_.begin(fmt::format("{}: {} runs", plan_.algorithms[algorithm].name, plan_.options.runs));
  under_way.carry_out(stop);
  std::vector<ShownFinding> shown;
  for (const auto& [outcome, finding] : under_way.report().findings) {
    shown.push_back(unshrunk(algorithm, finding));
    make_smaller(shown.back().smallest, stop);
  }
  progress_.done();
  const std::lock_guard lock(mutex_);
  shrunk_.push_back(std::move(shown));
}

/// Shrinks a failing case. Leaves it as it is if the host has too little memory for the runs that this takes.
void StressSession::make_smaller(FailingCase& failing, const std::stop_token& stop) const {
  ShrinkLimits limits;
  limits.run = plan_.options.limits;
  try {
    failing = shrink(failing, limits, stop);
  } catch (const HostError&) {
  } catch (const std::bad_alloc&) {
  }
}

ShownFinding StressSession::unshrunk(std::size_t algorithm, const Finding& finding) const {
  return {finding, {case_of(plan_, algorithm, finding.number / plan_.options.runs_of_a_trial), finding.run}};
}

std::vector<AlgorithmStress> StressSession::results() const {
  const std::lock_guard lock(mutex_);
  std::vector<AlgorithmStress> all;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    AlgorithmStress& one = all.emplace_back(AlgorithmStress{runs_[i]->report(), {}});
    if (i < shrunk_.size()) {
      one.findings = shrunk_[i];
      continue;
    }
    for (const auto& [outcome, finding] : one.report.findings) one.findings.push_back(unshrunk(i, finding));
  }
  return all;
}

std::exception_ptr StressSession::error() const {
  const auto failure = runner_.failure();
  return failure ? failure->error : nullptr;
}

}  // namespace switchyard
