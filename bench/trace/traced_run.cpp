#include "bench/trace/traced_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "bench/experiment/program_options.hpp"
#include "bench/report/table.hpp"
#include "bench/stress/algorithm_case.hpp"
#include "bench/stress/program_case.hpp"
#include "runtime/build_info.hpp"
#include "runtime/stress/trial.hpp"
#include "runtime/values.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {
namespace {

/// Describes a recorded run as an exchange that can be drawn. The exchange of a program has an
/// empty matrix, because a program's messages are not known beforehand.
TracedExchange exchange_of_replay(const RunToRepeat& known, const std::string& text) {
  const StressCase& stressed = *known.replay.stress_test_case;
  const Machine& machine = known.replay.run.machine;
  if (const AlgorithmRunSetup* work = algorithm_setup_of_case(stressed))
    return {machine, work->algorithm, work->matrix, {}, text};
  const ProgramRunSetup& work = *program_setup_of_case(stressed);
  return {machine,
          algorithm_running_program({work.program, work.arguments, work.launch}),
          CommunicationMatrix::from_triplets(machine.node_count(), {}),
          {},
          text};
}

/// Returns the nodes of the first cycle in the wait-for graph of a deadlock. If there is no cycle,
/// returns the nodes that wait for something that can never come.
StuckNodes stuck_nodes(const WaitGraph& graph) {
  if (!graph.cycles().empty()) return {graph.cycles().front(), true};
  StuckNodes stuck;
  for (const Waiter& waiter : graph.waiters()) {
    // A node that is in a cycle, although the graph has no cycle of several nodes, waits for itself.
    if (waiter.is_in_wait_cycle()) return {{waiter.node}, true};
    if (waiter.place == RelationToWaitCycle::for_ever) stuck.nodes.push_back(waiter.node);
  }
  return stuck;
}

/// Returns the nodes that are stuck if `error` is a deadlock. Returns no nodes if it is another error or null.
StuckNodes stuck_nodes(const std::exception_ptr& error) {
  try {
    if (error) std::rethrow_exception(error);
  } catch (const DeadlockError& deadlock) {
    return stuck_nodes(deadlock.graph());
    // Another failure of the run leaves no nodes stuck; it is reported later.
  } catch (...) {
  }
  return {};
}

/// A trial that runs another trial and, if a deadlock ends the run, stores which nodes are stuck. The result of a run
/// under stress testing would hold only the text of the deadlock report.
class DeadlockRecordingTrial final : public StressTrial {
 public:
  explicit DeadlockRecordingTrial(std::unique_ptr<StressTrial> inner) : observed_trial_(std::move(inner)) {}
  const Machine& machine() const override { return observed_trial_->machine(); }
  RunReport run(const Machine& machine, const RunOptions& options) override {
    try {
      return observed_trial_->run(machine, options);
    } catch (const DeadlockError& deadlock) {
      stuck_nodes_ = stuck_nodes(deadlock.graph());
      throw;
    }
  }
  const StuckNodes& stuck_in_deadlock() const noexcept { return stuck_nodes_; }

 private:
  std::unique_ptr<StressTrial> observed_trial_;
  StuckNodes stuck_nodes_;
};

double percentage(Duration part, Duration whole) {
  return whole.count() > 0 ? 100 * static_cast<double>(part.count()) / static_cast<double>(whole.count()) : 0;
}

/// Adds rows to the table that show how the time of the nodes, or of the transfers, is divided among their activities
/// or states. `who` names them in the rows.
template <std::size_t N, class TextOf>
void add_time_share_rows(TextTable& table, const char* who, const std::array<Duration, N>& times, Duration whole,
                         TextOf text_of) {
  for (std::size_t i = 0; i < N; ++i) {
    if (times[i] == Duration::zero()) continue;
    table.add_row({who, text_of(i), format_fixed(times[i], std::chrono::microseconds{1}, 3),
                   fmt::format("{:.1f}", percentage(times[i], whole))});
  }
}

}  // namespace

TraceTask task_of_replay(RunToRepeat known, const std::string& replay) {
  if (known.replay.run.strategy == StressStrategy::threads) {
    throw UsageError({.place = "--replay",
                      .value = replay,
                      .reason = fmt::format("{} is of a race of real threads, which has no virtual time to draw",
                                            switchyard::quoted(replay)),
                      .remedy = "give a finding of another strategy"});
  }
  TracedExchange exchange = exchange_of_replay(known, fmt::format("replay of {}", replay));
  exchange.exchange_options.run.seed = known.replay.run.seed;
  return {std::move(exchange), std::move(known)};
}

void TracedRun::run_and_set_results() noexcept {
  try {
    if (task_to_trace.recorded_run) {
      run_replay();
    } else {
      error = task_to_trace.exchange.run_and_record_timeline(timeline).error;
      stuck_in_deadlock = stuck_nodes(error);
    }
  } catch (...) {
    error = std::current_exception();
  }
}

void TracedRun::run_replay() {
  TimelineRecorder recorder(task_to_trace.exchange.machine.node_count());
  const StressedRun& run = task_to_trace.recorded_run->replay.run;
  RunLimits limits = task_to_trace.recorded_run->replay.limits;
  limits.observer = &recorder;
  DeadlockRecordingTrial trial(task_to_trace.recorded_run->replay.stress_test_case->make_stress_trial());
  repeated_run = rerun_with_decisions(trial, run.halvings, run.strategy, run.seed, run.arbiter_decisions, limits);
  stuck_in_deadlock = trial.stuck_in_deadlock();
  timeline = recorder.take();
  task_to_trace.exchange.set_phases(timeline);
}

Parameters parameters_of(const TraceTask& task_to_trace) {
  const TracedExchange& exchange = task_to_trace.exchange;
  return {{"machine", fmt::format("{}, {} nodes", exchange.machine.name(), exchange.machine.node_count())},
          {"constants", changed_constants_text(exchange.machine)},
          {"algorithm", exchange.algorithm.name},
          {"messages", exchange.message_description},
          {"version", fmt::format("{}", build_info().version)}};
}

void print_time_shares(std::ostream& out, const TracedRun& run) {
  const Timeline& timeline = run.timeline;
  TextTable table(
      {{"of", TextAlignment::left_aligned}, {"spent", TextAlignment::left_aligned}, {"total_us"}, {"percent"}});
  table.set_title("where the time goes: sums over all nodes, and over all transfers");
  table.add_parameters(parameters_of(run.task_to_trace));
  table.add_parameter("makespan", format_duration_rounded(timeline.end.time_since_epoch()));
  table.add_parameter("transfers", fmt::format("{}", timeline.transfers.size()));
  std::array<Duration, kActivityCount> node_times{};
  for (const NodeActivityInterval& slice : timeline.node_slices) {
    node_times[static_cast<std::size_t>(slice.state.activity)] += slice.to - slice.from;
  }
  std::array<Duration, kStateCount> states{};
  Duration all{};
  for (const RecordedTransfer& transfer : timeline.transfers) {
    all += transfer.to - transfer.from;
    for (const TransferSlice& slice : transfer.slices)
      states[static_cast<std::size_t>(slice.state)] += slice.to - slice.from;
  }
  add_time_share_rows(table, "nodes", node_times, timeline.end.time_since_epoch() * timeline.nodes,
                      [](std::size_t i) { return node_activity_as_text(static_cast<NodeActivity>(i)); });
  table.add_separator();
  add_time_share_rows(table, "transfers", states, all,
                      [](std::size_t i) { return transfer_state_as_text(static_cast<TransferState>(i)); });
  table.print(out);
}

}  // namespace switchyard
