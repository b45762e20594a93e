#include "bench/experiment/determinism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

struct ExecutionVariant {
  ExecutorKind executor;
  Placement placement;
  const char* variant_name;
};

constexpr ExecutionVariant kThreadsPlacedTogetherVariant{ExecutorKind::threads, Placement::together,
                                                         "threads together"};
constexpr ExecutionVariant kThreadsSpreadOverCoresVariant{ExecutorKind::threads, Placement::spread, "threads spread"};
constexpr ExecutionVariant kFiberVariant{ExecutorKind::fibers, Placement::together, "fibers"};

/// Returns the ways (executor and placement of the node threads on cores) in which a run is repeated to check that its
/// result does not change. The first way uses the executor `first`, which the user has chosen.
std::vector<ExecutionVariant> execution_variants(ExecutorKind first) {
  if (first == ExecutorKind::fibers)
    return {kFiberVariant, kThreadsPlacedTogetherVariant, kThreadsSpreadOverCoresVariant};
  return {kThreadsPlacedTogetherVariant, kFiberVariant, kThreadsSpreadOverCoresVariant};
}

bool is_same_event(const Event& a, const Event& b) {
  return a.time == b.time && a.node() == b.node() && a.kind == b.kind && a.subject_number == b.subject_number;
}

std::string event_text(const EventLog& log, std::size_t position) {
  if (position >= log.size()) return "nothing";
  const Event& event = log[position];
  return fmt::format("kind {} item {} of node {} at {}", event.kind, event.subject_number, index(event.node()),
                     format_duration(Duration{event.time}));
}

struct LoggedRun {
  ExchangeResult result;
  EventLog event_log;
};

/// Returns a text that describes the first difference between the events of two runs, or an empty text if all events
/// are equal.
std::string first_difference_text(const LoggedRun& one, const LoggedRun& other) {
  const auto [a, b] = std::mismatch(one.event_log.begin(), one.event_log.end(), other.event_log.begin(),
                                    other.event_log.end(), is_same_event);
  if (a != one.event_log.end() || b != other.event_log.end()) {
    const auto position = static_cast<std::size_t>(a - one.event_log.begin());
    return fmt::format("event {} is {}, was {}", position, event_text(other.event_log, position),
                       event_text(one.event_log, position));
  }
  const auto& times = one.result.report.finished;
  const auto& other_times = other.result.report.finished;
  const auto [c, d] = std::ranges::mismatch(times, other_times);
  if (c != times.end()) {
    return fmt::format("node {} finishes at {}, was {}", c - times.begin(), format_duration(d->time_since_epoch()),
                       format_duration(c->time_since_epoch()));
  }
  if (one.result.report.trace_hash == other.result.report.trace_hash) return {};
  return fmt::format("trace hash {:016x}, was {:016x}, of equal events", other.result.report.trace_hash,
                     one.result.report.trace_hash);
}

}  // namespace

ExchangeResult run_and_compare_repetitions(const Machine& machine, const Algorithm& algorithm, Workload& workload,
                                           const ExchangeOptions& options, std::uint64_t times) {
  const std::vector<ExecutionVariant> list = execution_variants(options.run.executor);
  const auto run_as = [&](const ExecutionVariant& variant) {
    LoggedRun outcome;
    ExchangeOptions changed = options;
    changed.run.executor = variant.executor;
    changed.run.placement = variant.placement;
    changed.run.log = &outcome.event_log;
    outcome.result = run_exchange(machine, algorithm, workload, changed);
    return outcome;
  };
  const LoggedRun first = run_as(list.front());
  for (std::uint64_t i = 1; i < times; ++i) {
    const ExecutionVariant& variant = list[i % list.size()];
    const std::string found = first_difference_text(first, run_as(variant));
    if (found.empty()) continue;
    throw Error(fmt::format("run {} ({}) differs from run 1 ({}): {}", i + 1, variant.variant_name,
                            list.front().variant_name, found));
  }
  return first.result;
}

}  // namespace switchyard
