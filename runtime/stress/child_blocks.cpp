#include "runtime/stress/child_blocks.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace switchyard {
namespace {

/// The number of runs after which a child process is replaced by another one, so that memory that a program leaks does
/// not pile up.
constexpr std::uint64_t kMostRunsOfAChild = 20'000;

/// The kinds of records that a child process sends: a finding, or the numbers of runs of a finished block.
enum class BlockRecord : char { finding, block };

}  // namespace

void Tally::add(const StressedRun& run) noexcept {
  ++counts[static_cast<std::size_t>(run.strategy)][static_cast<std::size_t>(run.outcome)];
  if (run.expired) ++expired;
}

void Tally::add_to(StressReport& report) const {
  for (const Strategy strategy : kStrategies) {
    for (const Outcome outcome : kOutcomes) {
      const std::uint64_t count = counts[static_cast<std::size_t>(strategy)][static_cast<std::size_t>(outcome)];
      if (count > 0) report.tally[strategy][outcome] += count;
    }
  }
  report.expired += expired;
}

ChildBlocks::ChildBlocks(const TrialFactory& factory, const StressOptions& options, SharedStress& shared,
                         std::function<void(StressReport)> merge)
    : factory_(factory), options_(options), shared_(shared), merge_(std::move(merge)) {}

// --- in the child ---------------------------------------------------------------------------------------------------

void ChildBlocks::work(const RecordSink& parent) {
  const std::uint64_t begun = now_->notes.begun();
  if (now_->next < now_->end) finish_block(parent);  // the block that an earlier child has left undone
  while (now_->notes.begun() - begun < kMostRunsOfAChild && take_block()) finish_block(parent);
}

bool ChildBlocks::take_block() {
  if (shared_.is_over()) return false;
  now_->block = shared_.next_block++;
  now_->next = now_->block * options_.runs_of_a_trial;
  now_->end = std::min(options_.runs, now_->next + options_.runs_of_a_trial);
  now_->steps = kFirstGuess;
  return now_->next < now_->end;
}

void ChildBlocks::finish_block(const RecordSink& parent) {
  const auto trial = factory_(now_->block);
  while (now_->next < now_->end && !shared_.is_over()) carry_out_run(*trial, parent);
  RecordWriter record;
  record.add(BlockRecord::block).add(std::exchange(now_->tally, {}));
  parent.send(record.bytes());
}

void ChildBlocks::carry_out_run(Trial& trial, const RecordSink& parent) {
  const std::uint64_t number = now_->next;
  RunLimits limits = options_.limits;
  limits.isolated = false;
  limits.notes = &now_->notes;
  StressedRun run = run_disturbed(trial, strategy_of(options_, number), seed_of(options_, number), now_->steps, limits);
  if (run.steps > 0) now_->steps = run.steps;
  if (run.expired) ++shared_.expired;
  now_->tally.add(run);
  ++now_->next;
  if (!known_.wants(number, run)) return;
  RecordWriter record;
  record.add(BlockRecord::finding).add(number);
  add_to(record, run);
  parent.send(record.bytes());
  known_.add_finding({number, std::move(run)});
}

// --- in the parent --------------------------------------------------------------------------------------------------

bool ChildBlocks::begin() {
  const bool is_left = now_->next < now_->end || shared_.next_block * options_.runs_of_a_trial < options_.runs;
  if (shared_.is_over() || !is_left) return false;
  child_.emplace([this](const RecordSink& parent) { work(parent); });
  watch_.emplace(options_.limits, now_->notes);
  return true;
}

bool ChildBlocks::go_on() {
  using Heard = ChildProcess::Heard;
  std::string record;
  Heard heard{};
  while ((heard = child_->listen(record, ChildProcess::Milliseconds{0})) == Heard::record) take(record);
  if (heard == Heard::silence && !watch_->is_too_long()) return true;
  if (const auto how = child_->end()) note_crash(*how);
  child_.reset();
  return begin();
}

StressedRun ChildBlocks::planned(std::uint64_t number) const {
  const auto trial = factory_(number / options_.runs_of_a_trial);
  return planned_run(trial->machine(), strategy_of(options_, number), seed_of(options_, number));
}

void ChildBlocks::take(const std::string& record) {
  RecordReader reader(record);
  if (reader.take<BlockRecord>() == BlockRecord::finding) {
    const auto number = reader.take<std::uint64_t>();
    StressedRun run = planned(number);
    take_from(reader, run);
    return found_.add_finding({number, std::move(run)});
  }
  reader.take<Tally>().add_to(found_);
  merge_(std::exchange(found_, {}));
}

/// Counts the run during which the child process has ended, and the runs before it in its block. If the child has ended
/// after the last run of a block, only the runs of the block are counted.
void ChildBlocks::note_crash(const std::string& how) {
  now_->notes.end();
  if (now_->next < now_->end) {
    StressedRun run = planned(now_->next);
    watch_->fill_in(run, how);
    if (run.expired) ++shared_.expired;
    now_->tally.add(run);
    found_.add_finding({now_->next++, std::move(run)});
  }
  std::exchange(now_->tally, {}).add_to(found_);
  merge_(std::exchange(found_, {}));
}

}  // namespace switchyard
