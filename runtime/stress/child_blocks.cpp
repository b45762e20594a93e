#include "runtime/stress/child_blocks.hpp"

#include <string>
#include <utility>

namespace switchyard {
namespace {

/// The number of runs after which a child process is replaced by a new one, so that memory leaked by the tested program
/// does not accumulate.
constexpr std::uint64_t kMostRunsPerChild = 20'000;

/// The kinds of records that a child process sends to its parent: the first failing run with some outcome, or the
/// number of runs of a finished block that ended with each outcome.
enum class ChildProcessRecordKind : char { first_failure, finished_block };

}  // namespace

void OutcomeCounts::count_run(const StressedRun& run) noexcept {
  ++run_counts_by_outcome[static_cast<std::size_t>(run.strategy)][static_cast<std::size_t>(run.outcome)];
  if (run.expired) ++expired_run_count;
}

void OutcomeCounts::add_to_report(StressReport& report) const {
  for (const StressStrategy strategy : kStrategies) {
    for (const RunOutcome outcome : kOutcomes) {
      const std::uint64_t count =
          run_counts_by_outcome[static_cast<std::size_t>(strategy)][static_cast<std::size_t>(outcome)];
      if (count > 0) report.tally[strategy][outcome] += count;
    }
  }
  report.expired += expired_run_count;
}

OutcomeCounts outcome_counts_of(const StressReport& report) noexcept {
  OutcomeCounts tally;
  for (const auto& [strategy, outcomes] : report.tally) {
    for (const auto& [outcome, count] : outcomes) {
      tally.run_counts_by_outcome[static_cast<std::size_t>(strategy)][static_cast<std::size_t>(outcome)] = count;
    }
  }
  tally.expired_run_count = report.expired;
  return tally;
}

ChildProcessStressTestRunner::ChildProcessStressTestRunner(StressTestRunBlockSource& blocks,
                                                           const StressOptions& options, const std::atomic<bool>& stops)
    : blocks_(blocks), options_(options), stop_requested_(stops) {
  ::sem_init(&child_progress_->semaphore_for_changed_run_block_offer, 1,
             0);  // the argument 1 makes the semaphore usable by several processes
}

// --- functions that run in the child process ------------------------------------------------------------------------

void ChildProcessStressTestRunner::carry_out_run_blocks_in_child_process(const RecordSink& parent) {
  const std::uint64_t begun = child_progress_->shared_run_record.begun();
  if (child_progress_->next_run_number < child_progress_->first_run_number_after_block)
    finish_block(parent);  // first finishes the block of runs that an earlier child process has left unfinished
  while (child_progress_->shared_run_record.begun() - begun < kMostRunsPerChild && take_offered_block())
    finish_block(parent);
}

/// Waits until the parent process offers a block of runs, and makes it the current block. Returns false if there are no
/// more blocks.
bool ChildProcessStressTestRunner::take_offered_block() {
  // The loop waits until `block_offer_state` shows that a block of runs is offered. It does not trust the semaphore's
  // count, because an earlier child process may have been killed after it decremented the semaphore and before it took
  // the block.
  while (child_progress_->block_offer_state == RunBlockOfferState::no_run_block_offered)
    ::sem_wait(&child_progress_->semaphore_for_changed_run_block_offer);
  if (stop_requested_ || child_progress_->block_offer_state == RunBlockOfferState::no_more_blocks) return false;
  // If the child found the offer without waiting, removes the count that the parent has added to the semaphore for this
  // offer.
  ::sem_trywait(&child_progress_->semaphore_for_changed_run_block_offer);
  child_progress_->block = child_progress_->run_block_offered_to_child;
  child_progress_->next_run_number = index_of_first_run_in_block(child_progress_->block, options_);
  child_progress_->first_run_number_after_block = index_of_first_run_after_block(child_progress_->block, options_);
  child_progress_->expected_event_count = kFirstEventCountGuess;
  child_progress_->block_offer_state = RunBlockOfferState::no_run_block_offered;
  return true;
}

void ChildProcessStressTestRunner::finish_block(const RecordSink& parent) {
  const auto trial = blocks_.make_trial(child_progress_->block);
  while (child_progress_->next_run_number < child_progress_->first_run_number_after_block && !must_stop_runs())
    carry_out_run(*trial, parent);
  RecordWriter record;
  record.add(ChildProcessRecordKind::finished_block)
      .add(child_progress_->block)
      .add(std::exchange(child_progress_->unsent_outcome_counts, {}));
  parent.send(record.bytes());
}

void ChildProcessStressTestRunner::carry_out_run(StressTrial& trial, const RecordSink& parent) {
  const std::uint64_t number = child_progress_->next_run_number;
  RunLimits limits = options_.limits;
  limits.isolated = false;
  limits.notes = &child_progress_->shared_run_record;
  StressedRun run = carry_out_disturbed_run(trial, strategy_of(options_, number), seed_of_run(options_, number),
                                            child_progress_->expected_event_count, limits);
  if (run.steps > 0) child_progress_->expected_event_count = run.steps;
  if (run.expired) blocks_.count_run_that_hit_host_time_limit(child_progress_->block.program_index);
  child_progress_->unsent_outcome_counts.count_run(run);
  ++child_progress_->next_run_number;
  StressReport& known = findings_sent_by_program_[child_progress_->block.program_index];
  if (!known.is_first_failing_run_with_outcome(number, run)) return;
  RecordWriter record;
  record.add(ChildProcessRecordKind::first_failure).add(child_progress_->block).add(number);
  write_run_to(record, run);
  parent.send(record.bytes());
  known.add_finding({number, std::move(run)});
}

// --- functions that run in the parent process -----------------------------------------------------------------------

/// Offers the child process another block of runs. While the child is still busy with a block, it gets another one only
/// if more blocks remain than there are jobs (child processes at work at the same time), so that no job runs out of
/// work.
void ChildProcessStressTestRunner::offer_run_block_to_child_process() {
  if (child_progress_->block_offer_state != RunBlockOfferState::no_run_block_offered) return;
  if (stop_requested_) return set_run_block_offer_state(RunBlockOfferState::no_more_blocks);
  if (unfinished_block_count_ > 0 && blocks_.unstarted_block_count() <= job_count_of(options_)) return;
  if (const auto block = blocks_.take_block()) {
    ++unfinished_block_count_;
    child_progress_->run_block_offered_to_child = *block;
    set_run_block_offer_state(RunBlockOfferState::run_block_offered);
  } else if (blocks_.has_no_more_blocks()) {
    set_run_block_offer_state(RunBlockOfferState::no_more_blocks);
  }
}

void ChildProcessStressTestRunner::set_run_block_offer_state(RunBlockOfferState offer) {
  child_progress_->block_offer_state = offer;
  ::sem_post(&child_progress_->semaphore_for_changed_run_block_offer);
}

bool ChildProcessStressTestRunner::start_child() {
  offer_run_block_to_child_process();
  const bool is_left =
      (child_progress_->next_run_number < child_progress_->first_run_number_after_block && !must_stop_runs()) ||
      child_progress_->block_offer_state != RunBlockOfferState::no_more_blocks;
  if (stop_requested_ || !is_left) {
    if (child_progress_->next_run_number < child_progress_->first_run_number_after_block)
      add_results_of_block(
          child_progress_->block);  // adds the results of a block of runs that was begun and that no child will finish
    return false;
  }
  child_.emplace([this](const RecordSink& parent) { carry_out_run_blocks_in_child_process(parent); });
  overlong_run_detector_.emplace(options_.limits, child_progress_->shared_run_record);
  return true;
}

bool ChildProcessStressTestRunner::advance_child_process() {
  using WaitResult = ChildProcess::WaitResult;
  std::string record;
  WaitResult heard{};
  while ((heard = child_->wait_for_record(record, ChildProcess::Milliseconds{0})) == WaitResult::one_record_received)
    handle_child_record(record);
  offer_run_block_to_child_process();
  if (heard == WaitResult::no_record_yet && !overlong_run_detector_->has_run_taken_too_long()) return true;
  if (const auto how = child_->wait_for_child_end()) note_crash(*how);
  child_.reset();
  return start_child();
}

void ChildProcessStressTestRunner::handle_child_record(const std::string& record) {
  RecordReader reader(record);
  const auto kind = reader.read_value<ChildProcessRecordKind>();
  const auto block = reader.read_value<StressTestRunBlock>();
  if (kind == ChildProcessRecordKind::first_failure) {
    const auto number = reader.read_value<std::uint64_t>();
    StressedRun run = planned_run(blocks_, block, options_, number);
    read_run_from(reader, run);
    return received_results_.add_finding({number, std::move(run)});
  }
  reader.read_value<OutcomeCounts>().add_to_report(received_results_);
  add_results_of_block(block);
}

/// Counts the run during which the child process ended, and the runs of the same block before it. If that run was the
/// last one of the block, the block is finished.
void ChildProcessStressTestRunner::note_crash(const std::string& how) {
  child_progress_->shared_run_record.end();
  if (child_progress_->next_run_number < child_progress_->first_run_number_after_block) {
    StressedRun run = planned_run(blocks_, child_progress_->block, options_, child_progress_->next_run_number);
    overlong_run_detector_->store_child_process_end_in_run(run, how);
    if (run.expired) blocks_.count_run_that_hit_host_time_limit(child_progress_->block.program_index);
    child_progress_->unsent_outcome_counts.count_run(run);
    received_results_.add_finding({child_progress_->next_run_number++, std::move(run)});
  }
  std::exchange(child_progress_->unsent_outcome_counts, {}).add_to_report(received_results_);
  if (child_progress_->first_run_number_after_block > 0 &&
      child_progress_->next_run_number == child_progress_->first_run_number_after_block)
    add_results_of_block(child_progress_->block);
}

/// Adds the results of a finished block of runs to those of the whole stress test. A second call for the same block has
/// no effect.
void ChildProcessStressTestRunner::add_results_of_block(const StressTestRunBlock& block) {
  if (last_added_block_ == block) return;
  last_added_block_ = block;
  --unfinished_block_count_;
  blocks_.add_results(block, std::exchange(received_results_, {}));
}

}  // namespace switchyard
