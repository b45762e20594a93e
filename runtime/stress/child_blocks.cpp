#include "runtime/stress/child_blocks.hpp"

#include <string>
#include <utility>

namespace switchyard {
namespace {

/// The number of runs after which a child process is replaced by another one, so that memory
/// leaked by a program does not accumulate.
constexpr std::uint64_t kMostRunsPerChild = 20'000;

/// The kinds of records that a child process sends: one finding, or how many runs of a finished
/// block ended with each outcome.
enum class BlockRecord : char { first_failure, finished_block };

}  // namespace

void OutcomeCounts::count_run(const StressedRun& run) noexcept {
  ++run_counts_by_outcome[static_cast<std::size_t>(run.strategy)][static_cast<std::size_t>(run.outcome)];
  if (run.expired) ++expired_run_count;
}

void OutcomeCounts::add_to_report(StressReport& report) const {
  for (const Strategy strategy : kStrategies) {
    for (const Outcome outcome : kOutcomes) {
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

ChildBlocks::ChildBlocks(StressBlocks& blocks, const StressOptions& options, const std::atomic<bool>& stops)
    : blocks_(blocks), options_(options), stop_requested_(stops) {
  ::sem_init(&block_under_way_->offer_changes, 1, 0);  // the argument 1 makes the semaphore usable by several processes
}

// --- functions that run in the child process ------------------------------------------------------------------------

void ChildBlocks::carry_out_blocks_in_child(const RecordSink& parent) {
  const std::uint64_t begun = block_under_way_->run_notes.begun();
  if (block_under_way_->next_run_number < block_under_way_->end_run_number)
    finish_block(parent);  // first finishes the block that an earlier child process has left undone
  while (block_under_way_->run_notes.begun() - begun < kMostRunsPerChild && take_offered_block()) finish_block(parent);
}

/// Waits for the next block of runs and makes it the current block. Returns false if there are no
/// more blocks.
bool ChildBlocks::take_offered_block() {
  // The loop waits until `offer_state` shows a block of runs. It does not trust the semaphore's count, because an
  // earlier child process may have been killed after it decremented the semaphore and before it took the block.
  while (block_under_way_->offer_state == OfferState::no_block) ::sem_wait(&block_under_way_->offer_changes);
  if (stop_requested_ || block_under_way_->offer_state == OfferState::no_more_blocks) return false;
  // Removes the count that the parent has posted for an offer that the child took without waiting.
  ::sem_trywait(&block_under_way_->offer_changes);
  block_under_way_->block = block_under_way_->offered_block;
  block_under_way_->next_run_number = number_of_first_run(block_under_way_->block, options_);
  block_under_way_->end_run_number = number_behind_last_run(block_under_way_->block, options_);
  block_under_way_->expected_event_count = kFirstGuess;
  block_under_way_->offer_state = OfferState::no_block;
  return true;
}

void ChildBlocks::finish_block(const RecordSink& parent) {
  const auto trial = blocks_.make_trial(block_under_way_->block);
  while (block_under_way_->next_run_number < block_under_way_->end_run_number && !must_stop_runs())
    carry_out_run(*trial, parent);
  RecordWriter record;
  record.add(BlockRecord::finished_block)
      .add(block_under_way_->block)
      .add(std::exchange(block_under_way_->counts_of_unsent_runs, {}));
  parent.send(record.bytes());
}

void ChildBlocks::carry_out_run(Trial& trial, const RecordSink& parent) {
  const std::uint64_t number = block_under_way_->next_run_number;
  RunLimits limits = options_.limits;
  limits.isolated = false;
  limits.notes = &block_under_way_->run_notes;
  StressedRun run = run_disturbed(trial, strategy_of(options_, number), seed_of(options_, number),
                                  block_under_way_->expected_event_count, limits);
  if (run.steps > 0) block_under_way_->expected_event_count = run.steps;
  if (run.expired) blocks_.count_expired_run(block_under_way_->block.program_index);
  block_under_way_->counts_of_unsent_runs.count_run(run);
  ++block_under_way_->next_run_number;
  StressReport& known = findings_sent_by_program_[block_under_way_->block.program_index];
  if (!known.would_keep_finding(number, run)) return;
  RecordWriter record;
  record.add(BlockRecord::first_failure).add(block_under_way_->block).add(number);
  add_to(record, run);
  parent.send(record.bytes());
  known.add_finding({number, std::move(run)});
}

// --- functions that run in the parent process -----------------------------------------------------------------------

/// Offers the child process another block of runs. While the child is still busy with a block, it gets another one only
/// if more blocks remain than there are jobs, so that no job runs out of work.
void ChildBlocks::offer_block_of_runs() {
  if (block_under_way_->offer_state != OfferState::no_block) return;
  if (stop_requested_) return set_offer_to_child(OfferState::no_more_blocks);
  if (unfinished_block_count_ > 0 && blocks_.unbegun_block_count() <= job_count_of(options_)) return;
  if (const auto block = blocks_.take_block()) {
    ++unfinished_block_count_;
    block_under_way_->offered_block = *block;
    set_offer_to_child(OfferState::block_offered);
  } else if (blocks_.has_no_more_blocks()) {
    set_offer_to_child(OfferState::no_more_blocks);
  }
}

void ChildBlocks::set_offer_to_child(OfferState offer) {
  block_under_way_->offer_state = offer;
  ::sem_post(&block_under_way_->offer_changes);
}

bool ChildBlocks::start_child() {
  offer_block_of_runs();
  const bool is_left = (block_under_way_->next_run_number < block_under_way_->end_run_number && !must_stop_runs()) ||
                       block_under_way_->offer_state != OfferState::no_more_blocks;
  if (stop_requested_ || !is_left) {
    if (block_under_way_->next_run_number < block_under_way_->end_run_number)
      add_results_of_block(
          block_under_way_->block);  // adds the results of a block that was begun and that no child will finish
    return false;
  }
  child_.emplace([this](const RecordSink& parent) { carry_out_blocks_in_child(parent); });
  overlong_run_detector_.emplace(options_.limits, block_under_way_->run_notes);
  return true;
}

bool ChildBlocks::continue_with_child() {
  using WaitResult = ChildProcess::WaitResult;
  std::string record;
  WaitResult heard{};
  while ((heard = child_->wait_for_record(record, ChildProcess::Milliseconds{0})) == WaitResult::record_received)
    handle_child_record(record);
  offer_block_of_runs();
  if (heard == WaitResult::no_record_yet && !overlong_run_detector_->has_run_taken_too_long()) return true;
  if (const auto how = child_->wait_for_child_end()) note_crash(*how);
  child_.reset();
  return start_child();
}

void ChildBlocks::handle_child_record(const std::string& record) {
  RecordReader reader(record);
  const auto kind = reader.read_value<BlockRecord>();
  const auto block = reader.read_value<StressBlock>();
  if (kind == BlockRecord::first_failure) {
    const auto number = reader.read_value<std::uint64_t>();
    StressedRun run = planned_run(blocks_, block, options_, number);
    read_run_from(reader, run);
    return received_results_.add_finding({number, std::move(run)});
  }
  reader.read_value<OutcomeCounts>().add_to_report(received_results_);
  add_results_of_block(block);
}

/// Counts the run during which the child process ended, and the runs before it in its block. If
/// that run was the last one of the block, the block is finished.
void ChildBlocks::note_crash(const std::string& how) {
  block_under_way_->run_notes.end();
  if (block_under_way_->next_run_number < block_under_way_->end_run_number) {
    StressedRun run = planned_run(blocks_, block_under_way_->block, options_, block_under_way_->next_run_number);
    overlong_run_detector_->fill_in_ended_run(run, how);
    if (run.expired) blocks_.count_expired_run(block_under_way_->block.program_index);
    block_under_way_->counts_of_unsent_runs.count_run(run);
    received_results_.add_finding({block_under_way_->next_run_number++, std::move(run)});
  }
  std::exchange(block_under_way_->counts_of_unsent_runs, {}).add_to_report(received_results_);
  if (block_under_way_->end_run_number > 0 && block_under_way_->next_run_number == block_under_way_->end_run_number)
    add_results_of_block(block_under_way_->block);
}

/// Adds the results of a finished block of runs to those of the whole stress. Later calls for the same block have no
/// effect.
void ChildBlocks::add_results_of_block(const StressBlock& block) {
  if (last_added_block_ == block) return;
  last_added_block_ = block;
  --unfinished_block_count_;
  blocks_.add_results(block, std::exchange(received_results_, {}));
}

}  // namespace switchyard
