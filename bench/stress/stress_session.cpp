#include "bench/stress/stress_session.hpp"

#include <fmt/format.h>

#include <new>
#include <numeric>
#include <utility>

#include "bench/stress/algorithm_case.hpp"
#include "bench/stress/program_case.hpp"

namespace switchyard {

std::shared_ptr<const StressCase> stress_case_for(const StressPlan& plan, std::size_t algorithm, std::uint64_t block) {
  if (plan.program) {
    return std::make_shared<NamedProgramStressTestCase>(
        ProgramRunSetup{plan.machine, plan.program->kind, plan.program->arguments, plan.program->launch});
  }
  return std::make_shared<AlgorithmStressTestCase>(
      AlgorithmRunSetup{plan.machine, plan.algorithms[algorithm],
                        make_matrix_of_sample(plan.pattern, plan.machine.node_count(), plan.message_bytes,
                                              plan.stress_options.seed, block),
                        plan.protocol});
}

std::uint64_t work_piece_number_of_stress_block(const StressTestRunBlock& block,
                                                const StressOptions& options) noexcept {
  return block.program_index * block_count_per_program(options) + block.number;
}

StressTestRunBlock stress_block_of_work_piece_number(std::uint64_t piece, const StressOptions& options) noexcept {
  return {static_cast<std::size_t>(piece / block_count_per_program(options)), piece % block_count_per_program(options)};
}

std::string stress_block_as_text(const StressPlan& plan, const StressTestRunBlock& block) {
  return fmt::format("{}, runs {} to {}", plan.algorithms[block.program_index].name,
                     index_of_first_run_in_block(block, plan.stress_options),
                     index_of_first_run_after_block(block, plan.stress_options) - 1);
}

StressSession::StressSession(StressPlan plan, std::ostream& progress, ProgressStyle style)
    : plan_(std::move(plan)),
      progress_display_(progress, style, kProgressPatience),
      stress_work_(
          [this](const StressTestRunBlock& block) {
            return stress_case_for(plan_, block.program_index, block.number)->make_stress_trial();
          },
          plan_.algorithms.size(), plan_.stress_options,
          [this](std::size_t algorithm, std::uint64_t runs) { show_progress(algorithm, runs); }),
      runs_done_by_algorithm_(plan_.algorithms.size()),
      shrunk_findings_(plan_.algorithms.size()) {}

void StressSession::carry_out_stress_test(const std::stop_token& stop) noexcept {
  progress_display_.begin_job(name_for_progress_display());
  const auto own_share = [&] {
    try {
      carry_out_stress_test_run_blocks(stress_work_, plan_.stress_options, stop);
    } catch (...) {  // The exception is kept; stress_error() returns it.
      stress_work_.add_failure({});
    }
    shrink_findings_of_done_algorithms(stop);
  };
  work_distributor_ ? work_distributor_->carry_out_shared_work(own_share, stop) : own_share();
  shrink_findings_of_done_algorithms(stop);
  if (stop.stop_requested() || stress_error()) return;
  progress_display_.rename_job("stress");
  progress_display_.end_current_job();
}

/// Shows the progress of the stress tests of all algorithms together, under the name of the first algorithm that is not
/// done.
void StressSession::show_progress(std::size_t algorithm, std::uint64_t runs) {
  runs_done_by_algorithm_[algorithm] = runs;
  while (shown_algorithm_ + 1 < runs_done_by_algorithm_.size() &&
         (runs_done_by_algorithm_[shown_algorithm_] == plan_.stress_options.runs ||
          stress_work_.has_too_many_expired_runs(shown_algorithm_))) {
    ++shown_algorithm_;
    progress_display_.rename_job(name_for_progress_display());
  }
  const std::uint64_t done =
      std::accumulate(runs_done_by_algorithm_.begin(), runs_done_by_algorithm_.end(), std::uint64_t{0});
  const auto all = static_cast<double>(plan_.algorithms.size() * plan_.stress_options.runs);
  progress_display_.update_display(
      {.done_fraction = static_cast<double>(done) / all, .done_items = done, .item_name = "runs"});
}

std::string StressSession::name_for_progress_display() const {
  return fmt::format("stress of {} ({} of {})", plan_.algorithms[shown_algorithm_].name, shown_algorithm_ + 1,
                     plan_.algorithms.size());
}

/// Shrinks the findings (failing runs) of each algorithm whose runs are all done.
void StressSession::shrink_findings_of_done_algorithms(const std::stop_token& stop) {
  for (std::size_t i = 0; i < shrunk_findings_.size() && !stop.stop_requested(); ++i) {
    if (shrunk_findings_[i] || !stress_work_.is_program_finished(i)) continue;
    shrink_runner_.carry_out_work_piece(
        i, stop,
        [&] {
          std::vector<FindingWithSmallestCase> shown =
              finding_before_shrinking(i, stress_work_.report_of_program(i).value_or(StressReport{}));
          for (FindingWithSmallestCase& finding : shown) shrink_failing_case(finding.smallest_failing_case, stop);
          const std::lock_guard lock(mutex_);
          shrunk_findings_[i] = std::move(shown);
        },
        [&] { return plan_.algorithms[i].name; });
  }
}

std::optional<std::uint64_t> StressSession::take_piece() {
  const auto block = stress_work_.take_block();
  if (!block) return std::nullopt;
  return work_piece_number_of_stress_block(*block, plan_.stress_options);
}

void StressSession::add_result(std::uint64_t piece, std::string_view result) {
  const StressTestRunBlock block = stress_block_of_work_piece_number(piece, plan_.stress_options);
  try {
    stress_work_.add_results_from_other_process(block,
                                                report_from_bytes(result, stress_work_, block, plan_.stress_options));
  } catch (...) {  // The exception is kept; stress_error() returns it.
    stress_work_.add_failure(block);
  }
}

void StressSession::add_failure(std::uint64_t piece, std::exception_ptr error) {
  try {
    std::rethrow_exception(std::move(error));
  } catch (...) {  // The exception is kept; stress_error() returns it.
    stress_work_.add_failure(stress_block_of_work_piece_number(piece, plan_.stress_options));
  }
}

/// Shrinks a failing case, that is, searches for a smaller case that fails in the same way. The case stays as it is if
/// the host has too little memory for the runs that shrinking needs.
void StressSession::shrink_failing_case(FailingCase& failing, const std::stop_token& stop) const {
  ShrinkLimits limits;
  limits.run = plan_.stress_options.limits;
  try {
    failing = shrink(failing, limits, stop);
  } catch (const HostError&) {
  } catch (const std::bad_alloc&) {
  }
}

FindingWithSmallestCase StressSession::finding_before_shrinking(std::size_t algorithm,
                                                                const FirstFailingRunWithOutcome& finding) const {
  return {finding,
          {stress_case_for(plan_, algorithm, finding.number / plan_.stress_options.runs_per_block), finding.run}};
}

std::vector<FindingWithSmallestCase> StressSession::finding_before_shrinking(std::size_t algorithm,
                                                                             const StressReport& report) const {
  std::vector<FindingWithSmallestCase> shown;
  for (const auto& [outcome, finding] : report.findings) shown.push_back(finding_before_shrinking(algorithm, finding));
  return shown;
}

std::vector<AlgorithmStressResult> StressSession::results() const {
  const std::lock_guard lock(mutex_);
  std::vector<AlgorithmStressResult> all;
  for (std::size_t i = 0; i < shrunk_findings_.size(); ++i) {
    auto report = stress_work_.report_of_program(i);
    if (!report) break;
    std::vector<FindingWithSmallestCase> findings =
        shrunk_findings_[i] ? *shrunk_findings_[i] : finding_before_shrinking(i, *report);
    all.push_back({std::move(*report), std::move(findings)});
  }
  return all;
}

std::exception_ptr StressSession::stress_error() const {
  if (auto error = stress_work_.first_failure()) return error;
  const auto failure = shrink_runner_.failure();
  return failure ? failure->error : nullptr;
}

std::set<std::uint64_t> StressSession::numbers_of_pieces_handed_out() const {
  return work_distributor_ ? work_distributor_->numbers_of_pieces_handed_out() : std::set<std::uint64_t>{};
}

}  // namespace switchyard
