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

/// The time for which a thread sleeps before it asks again for a block of runs, when none is available.
constexpr std::chrono::microseconds kBlockPollInterval{100};

/// Carries out one block of stress runs (consecutive runs of one program) in this process, and returns their report.
StressReport run_block(StressBlocks& blocks, const StressBlock& block, const StressOptions& options,
                       const std::stop_token& stop) {
  const auto trial = blocks.trial(block);
  StressReport found;
  std::uint64_t steps = kFirstGuess;
  const auto is_over = [&] { return stop.stop_requested() || blocks.has_too_many_expired_runs(block.program); };
  for (std::uint64_t number = first_run(block, options); number < end_of_runs(block, options) && !is_over(); ++number) {
    StressedRun run =
        run_disturbed(*trial, strategy_of(options, number), seed_of(options, number), steps, options.limits);
    steps = run.steps > 0 ? run.steps : steps;
    if (run.expired) blocks.note_expired(block.program);
    found.add(number, std::move(run));
  }
  return found;
}

void run_on_threads(StressBlocks& blocks, const StressOptions& options, const std::stop_token& stop) {
  run_in_parallel(job_count_of(options), job_count_of(options), [&](std::uint64_t /*job*/) {
    while (!stop.stop_requested()) {
      const auto block = blocks.take();
      if (!block) {
        if (blocks.is_over()) return;
        std::this_thread::sleep_for(kBlockPollInterval);
        continue;
      }
      try {
        blocks.add(*block, run_block(blocks, *block, options, stop));
      } catch (...) {  // the object that handed out the block reports the exception
        blocks.add_failure(*block);
      }
    }
  });
}

/// Waits until one of the child processes has sent something or has ended, but no longer than kOverlongCheckInterval.
void wait_for_any_child(const std::vector<std::unique_ptr<ChildBlocks>>& at_work) {
  std::vector<pollfd> files;
  files.reserve(at_work.size());
  for (const auto& child : at_work) files.push_back({child->file(), POLLIN, 0});
  ::poll(files.data(), files.size(), static_cast<int>(kOverlongCheckInterval.count()));
}

/// Calls one of the two functions start_child() and continue_with_child() of `child`. Returns false if the child
/// process has no run left to do, or if the call throws; the exception is then noted as a failure.
bool try_child_step(StressBlocks& blocks, ChildBlocks& child, bool (ChildBlocks::*step)()) {
  try {
    return (child.*step)();
  } catch (...) {  // the object that handed out the block reports the exception
    blocks.add_failure(child.block());
    return false;
  }
}

void run_in_children(StressBlocks& blocks, const StressOptions& options, const std::stop_token& stop) {
  const SharedWithChildren<std::atomic<bool>> stops;
  std::vector<std::unique_ptr<ChildBlocks>> at_work;
  for (std::uint64_t job = std::min(job_count_of(options), blocks.programs() * block_count(options)); job > 0; --job) {
    auto child = std::make_unique<ChildBlocks>(blocks, options, *stops);
    if (try_child_step(blocks, *child, &ChildBlocks::start_child)) at_work.push_back(std::move(child));
  }
  while (!at_work.empty()) {
    wait_for_any_child(at_work);
    if (stop.stop_requested()) *stops = true;
    std::erase_if(
        at_work, [&](const auto& child) { return !try_child_step(blocks, *child, &ChildBlocks::continue_with_child); });
  }
}

}  // namespace

std::uint64_t block_count(const StressOptions& options) noexcept {
  return (options.runs + options.runs_of_a_trial - 1) / options.runs_of_a_trial;
}

std::uint64_t first_run(const StressBlock& block, const StressOptions& options) noexcept {
  return block.number * options.runs_of_a_trial;
}

std::uint64_t end_of_runs(const StressBlock& block, const StressOptions& options) noexcept {
  return std::min(options.runs, first_run(block, options) + options.runs_of_a_trial);
}

StressBlocks::StressBlocks(BlockTrial trial, std::size_t programs)
    : make_block_trial_(std::move(trial)), expired_(programs) {}

StressWork::StressWork(BlockTrial trial, std::size_t programs, StressOptions options, Progress progress)
    : StressBlocks(std::move(trial), programs),
      options_(std::move(options)),
      progress_(std::move(progress)),
      blocks_by_program_(programs) {
  if (options_.strategies.empty()) throw UsageError("a stress needs at least one strategy");
  if (options_.runs_of_a_trial == 0) throw UsageError("a trial must be run at least once");
}

std::optional<StressBlock> StressWork::take() {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < blocks_by_program_.size(); ++i) {
    if (blocks_left_of(i) > 0) return StressBlock{i, blocks_by_program_[i].next_block++};
  }
  return std::nullopt;
}

std::uint64_t StressWork::blocks_left_of(std::size_t program) const {
  if (failure_ || has_too_many_expired_runs(program)) return 0;
  return block_count(options_) - blocks_by_program_[program].next_block;
}

std::uint64_t StressWork::blocks_left() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < blocks_by_program_.size(); ++i) sum += blocks_left_of(i);
  return sum;
}

void StressWork::add(const StressBlock& block, StressReport found) {
  const std::lock_guard lock(mutex_);
  ProgramBlocks& program = blocks_by_program_[block.program];
  ++program.added_block_count;
  program.report.merge(std::move(found));
  if (progress_) progress_(block.program, program.report.runs());
}

void StressWork::add_block_of_other_process(const StressBlock& block, StressReport found) {
  for (std::uint64_t i = 0; i < found.expired; ++i) note_expired(block.program);
  add(block, std::move(found));
}

void StressWork::add_failure(const StressBlock& /*block*/) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::current_exception();
}

bool StressWork::is_complete(std::size_t program) const {
  const std::lock_guard lock(mutex_);
  return blocks_left_of(program) == 0 &&
         blocks_by_program_[program].added_block_count == blocks_by_program_[program].next_block;
}

std::optional<StressReport> StressWork::report(std::size_t program) const {
  const std::lock_guard lock(mutex_);
  if (blocks_by_program_[program].next_block == 0) return std::nullopt;
  return blocks_by_program_[program].report;
}

std::exception_ptr StressWork::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void carry_out_blocks(StressBlocks& blocks, const StressOptions& options, const std::stop_token& stop) {
  options.limits.isolated ? run_in_children(blocks, options, stop) : run_on_threads(blocks, options, stop);
}

StressedRun planned_run(const StressBlocks& blocks, const StressBlock& block, const StressOptions& options,
                        std::uint64_t number) {
  return planned_run(blocks.trial(block)->machine(), strategy_of(options, number), seed_of(options, number));
}

std::string report_bytes(const StressReport& report) {
  RecordWriter record;
  record.add(tally_of(report)).add(report.findings.size());
  for (const auto& [outcome, finding] : report.findings) {
    record.add(finding.number);
    add_to(record, finding.run);
  }
  return record.bytes();
}

StressReport report_of(std::string_view bytes, const StressBlocks& blocks, const StressBlock& block,
                       const StressOptions& options) {
  StressReport report;
  RecordReader record(bytes);
  record.read_value<OutcomeCounts>().add_to(report);
  for (auto left = record.read_value<std::size_t>(); left > 0; --left) {
    const auto number = record.read_value<std::uint64_t>();
    StressedRun run = planned_run(blocks, block, options, number);
    read_run_from(record, run);
    report.add_finding({number, std::move(run)});
  }
  return report;
}

}  // namespace switchyard
