#include "runtime/stress/child_blocks.hpp"

#include <string>
#include <utility>

namespace switchyard {
namespace {

/// The number of runs after which a child process is replaced by another one, so that memory
/// leaked by a program does not accumulate.
constexpr std::uint64_t kMostRunsOfAChild = 20'000;

/// The kinds of records that a child process sends: one finding, or how many runs of a finished
/// block ended with each outcome.
enum class BlockRecord : char { finding, block };

}  // namespace

void OutcomeCounts::add(const StressedRun& run) noexcept {
  ++counts[static_cast<std::size_t>(run.strategy)][static_cast<std::size_t>(run.outcome)];
  if (run.expired) ++expired;
}

void OutcomeCounts::add_to(StressReport& report) const {
  for (const Strategy strategy : kStrategies) {
    for (const Outcome outcome : kOutcomes) {
      const std::uint64_t count = counts[static_cast<std::size_t>(strategy)][static_cast<std::size_t>(outcome)];
      if (count > 0) report.tally[strategy][outcome] += count;
    }
  }
  report.expired += expired;
}

OutcomeCounts tally_of(const StressReport& report) noexcept {
  OutcomeCounts tally;
  for (const auto& [strategy, outcomes] : report.tally) {
    for (const auto& [outcome, count] : outcomes) {
      tally.counts[static_cast<std::size_t>(strategy)][static_cast<std::size_t>(outcome)] = count;
    }
  }
  tally.expired = report.expired;
  return tally;
}

ChildBlocks::ChildBlocks(StressBlocks& blocks, const StressOptions& options, const std::atomic<bool>& stops)
    : blocks_(blocks), options_(options), stops_(stops) {
  ::sem_init(&now_->offers, 1, 0);  // 1: for several processes
}

// --- functions that run in the child process ------------------------------------------------------------------------

void ChildBlocks::carry_out_blocks_in_child(const RecordSink& parent) {
  const std::uint64_t begun = now_->notes.begun();
  if (now_->next < now_->end) finish_block(parent);  // the block that an earlier child has left undone
  while (now_->notes.begun() - begun < kMostRunsOfAChild && take_offered_block()) finish_block(parent);
}

/// Waits for the next block of runs and makes it the current block. Returns false if there are no
/// more blocks.
bool ChildBlocks::take_offered_block() {
  // The loop waits until `offer` shows a block of runs. It does not trust the semaphore's count, because an earlier
  // child process may have been killed after it decremented the semaphore and before it took the block.
  while (now_->offer == Offer::empty) ::sem_wait(&now_->offers);
  if (stops_ || now_->offer == Offer::no_more) return false;
  ::sem_trywait(&now_->offers);  // an offer that was there at once has posted, too
  now_->block = now_->offered;
  now_->next = first_run(now_->block, options_);
  now_->end = end_of_runs(now_->block, options_);
  now_->steps = kFirstGuess;
  now_->offer = Offer::empty;
  return true;
}

void ChildBlocks::finish_block(const RecordSink& parent) {
  const auto trial = blocks_.trial(now_->block);
  while (now_->next < now_->end && !is_over()) carry_out_run(*trial, parent);
  RecordWriter record;
  record.add(BlockRecord::block).add(now_->block).add(std::exchange(now_->tally, {}));
  parent.send(record.bytes());
}

void ChildBlocks::carry_out_run(Trial& trial, const RecordSink& parent) {
  const std::uint64_t number = now_->next;
  RunLimits limits = options_.limits;
  limits.isolated = false;
  limits.notes = &now_->notes;
  StressedRun run = run_disturbed(trial, strategy_of(options_, number), seed_of(options_, number), now_->steps, limits);
  if (run.steps > 0) now_->steps = run.steps;
  if (run.expired) blocks_.note_expired(now_->block.program);
  now_->tally.add(run);
  ++now_->next;
  StressReport& known = known_[now_->block.program];
  if (!known.would_keep_finding(number, run)) return;
  RecordWriter record;
  record.add(BlockRecord::finding).add(now_->block).add(number);
  add_to(record, run);
  parent.send(record.bytes());
  known.add_finding({number, std::move(run)});
}

// --- functions that run in the parent process -----------------------------------------------------------------------

/// Offers the child another block. While the child is still busy with a block, it gets another one
/// only if enough blocks remain for all jobs.
void ChildBlocks::offer_block_of_runs() {
  if (now_->offer != Offer::empty) return;
  if (stops_) return set_offer_to_child(Offer::no_more);
  if (unfinished_ > 0 && blocks_.blocks_left() <= job_count_of(options_)) return;
  if (const auto block = blocks_.take()) {
    ++unfinished_;
    now_->offered = *block;
    set_offer_to_child(Offer::full);
  } else if (blocks_.is_over()) {
    set_offer_to_child(Offer::no_more);
  }
}

void ChildBlocks::set_offer_to_child(Offer offer) {
  now_->offer = offer;
  ::sem_post(&now_->offers);
}

bool ChildBlocks::start_child() {
  offer_block_of_runs();
  const bool is_left = (now_->next < now_->end && !is_over()) || now_->offer != Offer::no_more;
  if (stops_ || !is_left) {
    if (now_->next < now_->end) add_block(now_->block);  // what is done of a block that no child will finish
    return false;
  }
  child_.emplace([this](const RecordSink& parent) { carry_out_blocks_in_child(parent); });
  overlong_run_detector_.emplace(options_.limits, now_->notes);
  return true;
}

bool ChildBlocks::continue_with_child() {
  using WaitResult = ChildProcess::WaitResult;
  std::string record;
  WaitResult heard{};
  while ((heard = child_->wait_for_record(record, ChildProcess::Milliseconds{0})) == WaitResult::record)
    handle_child_record(record);
  offer_block_of_runs();
  if (heard == WaitResult::silence && !overlong_run_detector_->has_run_taken_too_long()) return true;
  if (const auto how = child_->end()) note_crash(*how);
  child_.reset();
  return start_child();
}

void ChildBlocks::handle_child_record(const std::string& record) {
  RecordReader reader(record);
  const auto kind = reader.take_value<BlockRecord>();
  const auto block = reader.take_value<StressBlock>();
  if (kind == BlockRecord::finding) {
    const auto number = reader.take_value<std::uint64_t>();
    StressedRun run = planned_run(blocks_, block, options_, number);
    read_run_from(reader, run);
    return found_.add_finding({number, std::move(run)});
  }
  reader.take_value<OutcomeCounts>().add_to(found_);
  add_block(block);
}

/// Counts the run during which the child process ended, and the runs before it in its block. If
/// that run was the last one of the block, the block is finished.
void ChildBlocks::note_crash(const std::string& how) {
  now_->notes.end();
  if (now_->next < now_->end) {
    StressedRun run = planned_run(blocks_, now_->block, options_, now_->next);
    overlong_run_detector_->fill_in_ended_run(run, how);
    if (run.expired) blocks_.note_expired(now_->block.program);
    now_->tally.add(run);
    found_.add_finding({now_->next++, std::move(run)});
  }
  std::exchange(now_->tally, {}).add_to(found_);
  if (now_->end > 0 && now_->next == now_->end) add_block(now_->block);
}

/// Adds the results of a finished block. Later calls for the same block have no effect.
void ChildBlocks::add_block(const StressBlock& block) {
  if (added_ == block) return;
  added_ = block;
  --unfinished_;
  blocks_.add(block, std::exchange(found_, {}));
}

}  // namespace switchyard
