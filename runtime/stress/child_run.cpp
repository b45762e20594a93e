#include "runtime/stress/child_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <utility>

namespace switchyard {
namespace {

/// A child process is killed when its present run has taken more than twice the limit of host time plus this delay. The
/// delay allows for a busy host.
constexpr std::chrono::seconds kKillDelay{1};

}  // namespace

void write_run_to(RecordWriter& record, const StressedRun& run) {
  record.add(run.outcome).add(run.expired).add(run.steps).add(run.trace_hash).add(run.arbiter_decisions.size());
  for (const ArbiterDecision& decision : run.arbiter_decisions) record.add(decision);
  record.add_text(run.text);
}

void read_run_from(RecordReader& record, StressedRun& run) {
  run.outcome = record.read_value<RunOutcome>();
  run.expired = record.read_value<bool>();
  run.steps = record.read_value<std::uint64_t>();
  run.trace_hash = record.read_value<std::uint64_t>();
  run.arbiter_decisions.resize(record.read_value<std::size_t>());
  for (ArbiterDecision& decision : run.arbiter_decisions) decision = record.read_value<ArbiterDecision>();
  run.text = record.read_text();
}

OverlongRunDetector::OverlongRunDetector(const RunLimits& limits, const SharedRunRecord& notes)
    : run_limits_(limits), shared_run_record_(notes) {}

bool OverlongRunDetector::has_run_taken_too_long() {
  if (!shared_run_record_.is_running() || shared_run_record_.begun() != watched_run_number_) {
    watched_run_number_ = shared_run_record_.begun();
    run_begin_time_ = Clock::now();
  }
  has_run_taken_too_long_ =
      run_limits_.host_limit && Clock::now() - run_begin_time_ > 2 * *run_limits_.host_limit + kKillDelay;
  return has_run_taken_too_long_;
}

void OverlongRunDetector::store_child_process_end_in_run(StressedRun& run, const std::string& how) const {
  run.arbiter_decisions = shared_run_record_.arbiter_decisions();
  run.outcome = has_run_taken_too_long_ ? RunOutcome::unfinished : RunOutcome::program_error;
  run.expired = has_run_taken_too_long_;
  run.text = how;
  if (!has_run_taken_too_long_) return;
  run.text = fmt::format(
      "not finished within {:g} s of the host's time: a node has not made a call since, so that its process was ended",
      std::chrono::duration<double>(*run_limits_.host_limit).count());
}

RunSeriesResult run_series_in_children(const RunSeries& series, const RunLimits& limits, const std::stop_token& stop) {
  struct RunSeriesStateSharedWithChild {
    SharedRunRecord run_record;
    std::atomic<std::uint64_t> number = 0;  ///< number of the run of the series that is under way
  };
  const ValueSharedWithChildProcesses<RunSeriesStateSharedWithChild> notes;
  RunSeriesResult result;
  while (notes->number < series.run_count && !stop.stop_requested()) {
    ChildProcess child([&](const RecordSink& parent) {
      RunLimits noted = limits;
      noted.isolated = false;
      noted.notes = &notes->run_record;
      for (; notes->number < series.run_count; ++notes->number) {
        const StressedRun run = series.carry_out_run(notes->number, noted);
        if (!series.is_wanted_run(run)) continue;
        RecordWriter record;
        write_run_to(record, run);
        return parent.send(record.bytes());
      }
    });
    OverlongRunDetector watch(limits, notes->run_record);
    std::string record;
    for (auto heard = ChildProcess::WaitResult::no_record_yet;
         heard != ChildProcess::WaitResult::no_more_records && !watch.has_run_taken_too_long();) {
      heard = child.wait_for_record(record, kIntervalBetweenOverlongRunChecks);
      if (stop.stop_requested()) return result;
      if (heard != ChildProcess::WaitResult::one_record_received) continue;
      result.run_that_ended_series = series.make_planned_run(notes->number);
      RecordReader reader(record);
      read_run_from(reader, *result.run_that_ended_series);
    }
    const auto how = child.wait_for_child_end();
    result.carried_out_run_count = std::min(notes->number + 1, series.run_count);
    if (!how) break;
    StressedRun run = series.make_planned_run(notes->number);
    watch.store_child_process_end_in_run(run, *how);
    result.run_that_ended_series.reset();
    if (series.is_wanted_run(run)) result.run_that_ended_series = std::move(run);
    if (result.run_that_ended_series) break;
    ++notes->number;
  }
  return result;
}

}  // namespace switchyard
