#include "bench/cli/stress_session.hpp"

#include <fmt/format.h>

#include <utility>

namespace switchyard::cli {

StressCase StressSession::case_of(std::size_t algorithm, std::uint64_t block) const {
  return {plan_.machine, plan_.algorithms[algorithm],
          sample_matrix(plan_.pattern, plan_.machine.node_count(), plan_.bytes, plan_.options.seed, block),
          plan_.protocol};
}

void StressSession::carry_out(const std::stop_token& stop) noexcept {
  try {
    for (std::size_t i = 0; i < plan_.algorithms.size() && !stop.stop_requested(); ++i) stress_one(i, stop);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    error_ = std::current_exception();
  }
}

void StressSession::stress_one(std::size_t algorithm, const std::stop_token& stop) {
  auto run = std::make_unique<StressRun>(
      [this, algorithm](std::uint64_t block) { return std::make_unique<AlgorithmTrial>(case_of(algorithm, block)); },
      plan_.options,
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
    ShrinkLimits limits;
    limits.run = plan_.options.limits;
    shown.back().smallest = shrink(std::move(shown.back().smallest), limits, stop);
  }
  progress_.done();
  const std::lock_guard lock(mutex_);
  shrunk_.push_back(std::move(shown));
}

ShownFinding StressSession::unshrunk(std::size_t algorithm, const Finding& finding) const {
  StressCase stressed = case_of(algorithm, finding.number / plan_.options.runs_of_a_trial);
  stressed.machine = finding.run.machine;
  return {finding, {std::move(stressed), finding.run}};
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
  const std::lock_guard lock(mutex_);
  return error_;
}

}  // namespace switchyard::cli
