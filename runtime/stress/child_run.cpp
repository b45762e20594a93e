#include "runtime/stress/child_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <string>

namespace switchyard {
namespace {

/// The host time that a run may take beyond twice its limit before its process is killed, as the host may be busy.
constexpr std::chrono::seconds kGrace{1};

}  // namespace

void add_to(RecordWriter& record, const StressedRun& run) {
  record.add(run.outcome).add(run.expired).add(run.steps).add(run.trace_hash).add(run.decisions.size());
  for (const Decision& decision : run.decisions) record.add(decision);
  record.add_text(run.text);
}

void take_from(RecordReader& record, StressedRun& run) {
  run.outcome = record.take<Outcome>();
  run.expired = record.take<bool>();
  run.steps = record.take<std::uint64_t>();
  run.trace_hash = record.take<std::uint64_t>();
  run.decisions.resize(record.take<std::size_t>());
  for (Decision& decision : run.decisions) decision = record.take<Decision>();
  run.text = record.take_text();
}

OverlongRunDetector::OverlongRunDetector(const RunLimits& limits, const RunNotes& notes)
    : limits_(limits), notes_(notes) {}

bool OverlongRunDetector::is_too_long() {
  if (!notes_.is_running() || notes_.begun() != begun_) {
    begun_ = notes_.begun();
    since_ = Clock::now();
  }
  is_too_long_ = limits_.host_limit && Clock::now() - since_ > 2 * *limits_.host_limit + kGrace;
  return is_too_long_;
}

void OverlongRunDetector::fill_in(StressedRun& run, const std::string& how) const {
  run.decisions = notes_.decisions();
  run.outcome = is_too_long_ ? Outcome::unfinished : Outcome::program_error;
  run.expired = is_too_long_;
  run.text = how;
  if (!is_too_long_) return;
  run.text = fmt::format(
      "not finished within {:g} s of the host's time: a node has not made a call since, so that its process was ended",
      std::chrono::duration<double>(*limits_.host_limit).count());
}

void carry_out_in_child(StressedRun& run, const RunLimits& limits,
                        const std::function<void(StressedRun& run, const RunLimits& limits)>& carry_out) {
  const SharedWithChildren<RunNotes> notes;
  ChildProcess child([&](const RecordSink& parent) {
    RunLimits noted = limits;
    noted.notes = &*notes;
    carry_out(run, noted);
    RecordWriter record;
    add_to(record, run);
    parent.send(record.bytes());
  });
  OverlongRunDetector watch(limits, *notes);
  std::string record;
  for (auto heard = ChildProcess::Heard::silence; heard != ChildProcess::Heard::end && !watch.is_too_long();) {
    heard = child.listen(record, kTick);
    if (heard != ChildProcess::Heard::record) continue;
    RecordReader reader(record);
    take_from(reader, run);
  }
  if (const auto how = child.end()) watch.fill_in(run, *how);
}

}  // namespace switchyard
