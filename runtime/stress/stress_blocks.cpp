#include "runtime/stress/stress_blocks.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "runtime/stress/child_blocks.hpp"
#include "runtime/stress/parallel_runs.hpp"

namespace switchyard {
namespace {

/// The time for which a thread sleeps before it asks again for a block of runs, if no block is available.
constexpr std::chrono::microseconds kBlockPollInterval{100};

/// Carries out one block of runs (consecutive runs of one program) in this process, and returns their report.
StressReport run_block(StressTestRunBlockSource& blocks, const StressTestRunBlock& block, const StressOptions& options,
                       const std::stop_token& stop) {
  const auto trial = blocks.make_trial(block);
  StressReport found;
  std::uint64_t steps = kFirstEventCountGuess;
  const auto is_over = [&] { return stop.stop_requested() || blocks.has_too_many_expired_runs(block.program_index); };
  for (std::uint64_t number = index_of_first_run_in_block(block, options);
       number < index_of_first_run_after_block(block, options) && !is_over(); ++number) {
    StressedRun run = carry_out_disturbed_run(*trial, strategy_of(options, number), seed_of_run(options, number), steps,
                                              options.limits);
    steps = run.steps > 0 ? run.steps : steps;
    if (run.expired) blocks.count_run_that_hit_host_time_limit(block.program_index);
    found.add(number, std::move(run));
  }
  return found;
}

void run_blocks_on_threads(StressTestRunBlockSource& blocks, const StressOptions& options,
                           const std::stop_token& stop) {
  run_in_parallel(job_count_of(options), job_count_of(options), [&](std::uint64_t /*job*/) {
    while (!stop.stop_requested()) {
      const auto block = blocks.take_block();
      if (!block) {
        if (blocks.has_no_more_blocks()) return;
        std::this_thread::sleep_for(kBlockPollInterval);
        continue;
      }
      try {
        blocks.add_results(*block, run_block(blocks, *block, options, stop));
      } catch (...) {  // the exception is noted in `blocks`, whose owner reports it
        blocks.add_failure(*block);
      }
    }
  });
}

/// Waits until one of the child processes has sent something or has ended, but no longer than
/// kIntervalBetweenOverlongRunChecks.
void wait_for_any_child(const std::vector<std::unique_ptr<ChildProcessStressTestRunner>>& at_work) {
  std::vector<pollfd> files;
  files.reserve(at_work.size());
  for (const auto& child : at_work) files.push_back({child->descriptor_to_poll(), POLLIN, 0});
  ::poll(files.data(), files.size(), static_cast<int>(kIntervalBetweenOverlongRunChecks.count()));
}

/// Calls the function `step` of `child`, which is start_child() or advance_child_process(). Returns false if the child
/// process has no run left to do, or if the call throws; the exception is then noted as a failure.
bool try_step_of_child_process(StressTestRunBlockSource& blocks, ChildProcessStressTestRunner& child,
                               bool (ChildProcessStressTestRunner::*step)()) {
  try {
    return (child.*step)();
  } catch (...) {  // the exception is noted in `blocks`, whose owner reports it
    blocks.add_failure(child.current_block());
    return false;
  }
}

void run_blocks_in_children(StressTestRunBlockSource& blocks, const StressOptions& options,
                            const std::stop_token& stop) {
  const ValueSharedWithChildProcesses<std::atomic<bool>> stops;
  std::vector<std::unique_ptr<ChildProcessStressTestRunner>> at_work;
  for (std::uint64_t job = std::min(job_count_of(options), blocks.program_count() * block_count_per_program(options));
       job > 0; --job) {
    auto child = std::make_unique<ChildProcessStressTestRunner>(blocks, options, *stops);
    if (try_step_of_child_process(blocks, *child, &ChildProcessStressTestRunner::start_child))
      at_work.push_back(std::move(child));
  }
  while (!at_work.empty()) {
    wait_for_any_child(at_work);
    if (stop.stop_requested()) *stops = true;
    std::erase_if(at_work, [&](const auto& child) {
      return !try_step_of_child_process(blocks, *child, &ChildProcessStressTestRunner::advance_child_process);
    });
  }
}

}  // namespace

std::uint64_t block_count_per_program(const StressOptions& options) noexcept {
  return (options.runs + options.runs_per_block - 1) / options.runs_per_block;
}

std::uint64_t index_of_first_run_in_block(const StressTestRunBlock& block, const StressOptions& options) noexcept {
  return block.number * options.runs_per_block;
}

std::uint64_t index_of_first_run_after_block(const StressTestRunBlock& block, const StressOptions& options) noexcept {
  return std::min(options.runs, index_of_first_run_in_block(block, options) + options.runs_per_block);
}

StressTestRunBlockSource::StressTestRunBlockSource(TrialFactoryForRunBlock trial, std::size_t programs)
    : make_block_trial_(std::move(trial)), expired_run_counts_(programs) {}

StressBlockDispatcher::StressBlockDispatcher(TrialFactoryForRunBlock trial, std::size_t programs, StressOptions options,
                                             ProgressCallback progress)
    : StressTestRunBlockSource(std::move(trial), programs),
      options_(std::move(options)),
      on_progress_(std::move(progress)),
      blocks_by_program_(programs) {
  if (options_.strategies.empty()) throw UsageError("a stress needs at least one strategy");
  if (options_.runs_per_block == 0) throw UsageError("a trial must be run at least once");
}

std::optional<StressTestRunBlock> StressBlockDispatcher::take_block() {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < blocks_by_program_.size(); ++i) {
    if (unstarted_block_count_of(i) > 0) return StressTestRunBlock{i, blocks_by_program_[i].next_block_number++};
  }
  return std::nullopt;
}

std::uint64_t StressBlockDispatcher::unstarted_block_count_of(std::size_t program) const {
  if (failure_ || has_too_many_expired_runs(program)) return 0;
  return block_count_per_program(options_) - blocks_by_program_[program].next_block_number;
}

std::uint64_t StressBlockDispatcher::unstarted_block_count() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < blocks_by_program_.size(); ++i) sum += unstarted_block_count_of(i);
  return sum;
}

void StressBlockDispatcher::add_results(const StressTestRunBlock& block, StressReport found) {
  const std::lock_guard lock(mutex_);
  ProgramBlocks& program = blocks_by_program_[block.program_index];
  ++program.finished_block_count;
  program.report.merge(std::move(found));
  if (on_progress_) on_progress_(block.program_index, program.report.runs());
}

void StressBlockDispatcher::add_results_from_other_process(const StressTestRunBlock& block, StressReport found) {
  for (std::uint64_t i = 0; i < found.expired; ++i) count_run_that_hit_host_time_limit(block.program_index);
  add_results(block, std::move(found));
}

void StressBlockDispatcher::add_failure(const StressTestRunBlock& /*block*/) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::current_exception();
}

bool StressBlockDispatcher::is_program_finished(std::size_t program) const {
  const std::lock_guard lock(mutex_);
  return unstarted_block_count_of(program) == 0 &&
         blocks_by_program_[program].finished_block_count == blocks_by_program_[program].next_block_number;
}

std::optional<StressReport> StressBlockDispatcher::report_of_program(std::size_t program) const {
  const std::lock_guard lock(mutex_);
  if (blocks_by_program_[program].next_block_number == 0) return std::nullopt;
  return blocks_by_program_[program].report;
}

std::exception_ptr StressBlockDispatcher::first_failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void carry_out_stress_test_run_blocks(StressTestRunBlockSource& blocks, const StressOptions& options,
                                      const std::stop_token& stop) {
  options.limits.isolated ? run_blocks_in_children(blocks, options, stop)
                          : run_blocks_on_threads(blocks, options, stop);
}

StressedRun planned_run(const StressTestRunBlockSource& blocks, const StressTestRunBlock& block,
                        const StressOptions& options, std::uint64_t number) {
  return planned_run(blocks.make_trial(block)->machine(), strategy_of(options, number), seed_of_run(options, number));
}

std::string serialise_stress_report(const StressReport& report) {
  RecordWriter record;
  record.add(outcome_counts_of(report)).add(report.findings.size());
  for (const auto& [outcome, finding] : report.findings) {
    record.add(finding.number);
    write_run_to(record, finding.run);
  }
  return record.bytes();
}

StressReport report_from_bytes(std::string_view bytes, const StressTestRunBlockSource& blocks,
                               const StressTestRunBlock& block, const StressOptions& options) {
  StressReport report;
  RecordReader record(bytes);
  record.read_value<OutcomeCounts>().add_to_report(report);
  for (auto left = record.read_value<std::size_t>(); left > 0; --left) {
    const auto number = record.read_value<std::uint64_t>();
    StressedRun run = planned_run(blocks, block, options, number);
    read_run_from(record, run);
    report.add_finding({number, std::move(run)});
  }
  return report;
}

}  // namespace switchyard
