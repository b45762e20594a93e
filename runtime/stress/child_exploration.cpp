#include "runtime/stress/child_exploration.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <utility>

#include "runtime/stress/child_run.hpp"

namespace switchyard {
namespace {

/// The numbers of an ExhaustiveSearchReport, in memory shared with the child process, so that the parent can read them
/// even after the child has crashed.
struct SharedExplorationCounts {
  std::atomic<std::uint64_t> order_count = 0;
  std::uint64_t redundant_run_count = 0, events_of_longest_run = 0, orders_with_truncated_polling = 0;
  std::array<std::uint64_t, kOutcomes.size()> orders_by_outcome{};

  void copy_counts_from_report(const ExhaustiveSearchReport& report) noexcept {
    order_count = report.order_count;
    redundant_run_count = report.redundant_run_count;
    events_of_longest_run = report.events_of_longest_run;
    orders_with_truncated_polling = report.orders_with_truncated_polling;
    for (const auto& [outcome, count] : report.orders_by_outcome)
      orders_by_outcome[static_cast<std::size_t>(outcome)] = count;
  }
  void add_to_report(ExhaustiveSearchReport& report) const {
    report.order_count = order_count;
    report.redundant_run_count = redundant_run_count;
    report.events_of_longest_run = events_of_longest_run;
    report.orders_with_truncated_polling = orders_with_truncated_polling;
    for (const RunOutcome outcome : kOutcomes) {
      const std::uint64_t count = orders_by_outcome[static_cast<std::size_t>(outcome)];
      if (count > 0) report.orders_by_outcome[outcome] = count;
    }
  }
};

struct ExplorationProgress {
  SharedExplorationCounts exploration_counts;
  SharedRunRecord shared_run_record;
  std::atomic<bool> is_stop_requested = false;
};

/// The kinds of records that the child process sends to its parent.
enum class ExplorationRecordKind : char { finding, report, estimate };

using ExploreFunction = ExhaustiveSearchReport(StressTrial&, const ExhaustiveOptions&, const std::stop_token&);

class ChildExploration {
 public:
  ChildExploration(StressTrial& trial, const ExhaustiveOptions& options) : trial_(trial), options_(options) {}

  ExhaustiveSearchReport explore(ExploreFunction& orders, const std::stop_token& stop) {
    run_work_in_child([&](const RecordSink& parent) { explore_in_child(orders, parent); }, stop);
    if (run_that_ended_child_) exploration_progress_->exploration_counts.add_to_report(exhaustive_report_);
    return std::move(exhaustive_report_);
  }

  std::optional<ExhaustiveEstimate> estimate() {
    run_work_in_child([this](const RecordSink& parent) { send_order_estimate(parent); }, {});
    return order_estimate_;
  }

  /// Returns the run during which the child process crashed or was killed, or nothing if the child ended normally.
  std::optional<StressedRun>& run_that_ended_child() noexcept { return run_that_ended_child_; }

 private:
  ExhaustiveOptions options_for_child_process() const {
    ExhaustiveOptions options = options_;
    options.limits.isolated = false;
    options.limits.notes = &exploration_progress_->shared_run_record;
    options.on_progress = {};
    return options;
  }

  /// Runs in the child process: explores the possible orders of events, and sends findings (first failing runs) and the
  /// final report to the parent.
  void explore_in_child(ExploreFunction& orders, const RecordSink& parent) {
    std::stop_source stop;
    std::size_t sent = 0;
    ExhaustiveOptions options = options_for_child_process();
    options.on_order_done = [&](const ExhaustiveSearchReport& so_far) {
      exploration_progress_->exploration_counts.copy_counts_from_report(so_far);
      if (exploration_progress_->is_stop_requested) stop.request_stop();
      if (so_far.findings.size() > sent) send_findings(so_far, parent);
      sent = so_far.findings.size();
    };
    const ExhaustiveSearchReport report = orders(trial_, options, stop.get_token());
    exploration_progress_->exploration_counts.copy_counts_from_report(report);
    RecordWriter record;
    record.add(ExplorationRecordKind::report).add(report.has_run_all_orders).add(report.order_count > 0);
    record.add(report.proof_that_one_order_suffices.is_one_order_proven_sufficient)
        .add_text(report.proof_that_one_order_suffices.explanation);
    parent.send(record.bytes());
  }

  static void send_findings(const ExhaustiveSearchReport& report, const RecordSink& parent) {
    for (const auto& [outcome, finding] : report.findings) {
      RecordWriter record;
      record.add(ExplorationRecordKind::finding).add(finding.number);
      write_run_to(record, finding.run);
      parent.send(record.bytes());
    }
  }

  void send_order_estimate(const RecordSink& parent) const {
    RecordWriter record;
    record.add(ExplorationRecordKind::estimate).add(estimate_orders(trial_, options_for_child_process()));
    parent.send(record.bytes());
  }

  /// Runs in the parent process: makes a child process that carries out `its_work`, handles the records that the child
  /// sends, and waits for the child's end.
  void run_work_in_child(const std::function<void(const RecordSink&)>& its_work, const std::stop_token& stop) {
    using WaitResult = ChildProcess::WaitResult;
    ChildProcess child(its_work);
    OverlongRunDetector watch(options_.limits, exploration_progress_->shared_run_record);
    std::string record;
    for (WaitResult heard = WaitResult::no_record_yet; heard != WaitResult::no_more_records;) {
      heard = child.wait_for_record(record, kIntervalBetweenOverlongRunChecks);
      if (stop.stop_requested()) exploration_progress_->is_stop_requested = true;
      if (heard == WaitResult::one_record_received) handle_record_from_child_process(record);
      if (heard == WaitResult::no_record_yet && watch.has_run_taken_too_long()) break;
      show_progress();
    }
    const auto how = child.wait_for_child_end();
    if (!how) return;
    run_that_ended_child_ = planned_run(trial_.machine(), StressStrategy::random, options_.seed);
    watch.store_child_process_end_in_run(*run_that_ended_child_, *how);
  }

  void show_progress() {
    constexpr std::uint64_t kOrdersBetween = 1000;
    const std::uint64_t orders = exploration_progress_->exploration_counts.order_count;
    if (!options_.on_progress || orders < shown_order_count_ + kOrdersBetween) return;
    shown_order_count_ = orders;
    options_.on_progress(orders);
  }

  void handle_record_from_child_process(const std::string& record) {
    RecordReader reader(record);
    switch (reader.read_value<ExplorationRecordKind>()) {
      case ExplorationRecordKind::finding: {
        const auto number = reader.read_value<std::uint64_t>();
        StressedRun run = planned_run(trial_.machine(), StressStrategy::random, options_.seed);
        read_run_from(reader, run);
        const RunOutcome outcome = run.outcome;
        exhaustive_report_.findings.try_emplace(outcome, FirstFailingRunWithOutcome{number, std::move(run)});
        break;
      }
      case ExplorationRecordKind::report:
        exhaustive_report_.has_run_all_orders = reader.read_value<bool>();
        if (reader.read_value<bool>()) {
          exploration_progress_->exploration_counts.add_to_report(exhaustive_report_);
        } else {
          // A report that contains no orders of events says that the exploration of the programs' choices was given up.
          exhaustive_report_.findings.clear();
        }
        exhaustive_report_.proof_that_one_order_suffices.is_one_order_proven_sufficient = reader.read_value<bool>();
        exhaustive_report_.proof_that_one_order_suffices.explanation = reader.read_text();
        break;
      case ExplorationRecordKind::estimate:
        order_estimate_ = reader.read_value<ExhaustiveEstimate>();
        break;
    }
  }

  StressTrial& trial_;
  const ExhaustiveOptions& options_;
  ValueSharedWithChildProcesses<ExplorationProgress> exploration_progress_;
  ExhaustiveSearchReport exhaustive_report_;
  std::optional<ExhaustiveEstimate> order_estimate_;
  std::optional<StressedRun> run_that_ended_child_;
  std::uint64_t shown_order_count_ = 0;
};

}  // namespace

ExhaustiveSearchReport explore_choices_in_child(StressTrial& trial, const ExhaustiveOptions& options,
                                                const std::stop_token& stop) {
  ChildExploration exploration(trial, options);
  ExhaustiveSearchReport report = exploration.explore(explore_choices, stop);
  if (!exploration.run_that_ended_child()) return report;
  StressedRun& run = *exploration.run_that_ended_child();
  ExhaustiveSearchReport refused;
  if (report.order_count == 0) {
    add_run_as_new_order(refused, std::move(run));
  } else {
    refused.proof_that_one_order_suffices = {false, other_outcome_text(run)};
  }
  return refused;
}

ExhaustiveSearchReport explore_all_orders_in_child(StressTrial& trial, const ExhaustiveOptions& options,
                                                   const std::stop_token& stop) {
  ExhaustiveSearchReport of_choices;
  if (options.tries_one_order_per_choice_set_first) of_choices = explore_choices_in_child(trial, options, stop);
  if (of_choices.has_run_all_orders || !of_choices.findings.empty()) return of_choices;
  ExhaustiveOptions rest = options;
  rest.tries_one_order_per_choice_set_first = false;
  ChildExploration exploration(trial, rest);
  ExhaustiveSearchReport report = exploration.explore(explore_all_orders, stop);
  report.proof_that_one_order_suffices = of_choices.proof_that_one_order_suffices;
  if (exploration.run_that_ended_child()) add_run_as_new_order(report, std::move(*exploration.run_that_ended_child()));
  return report;
}

std::optional<ExhaustiveEstimate> estimate_orders_in_child(StressTrial& trial, const ExhaustiveOptions& options,
                                                           StressedRun& ended) {
  ChildExploration exploration(trial, options);
  const auto estimate = exploration.estimate();
  if (exploration.run_that_ended_child()) ended = std::move(*exploration.run_that_ended_child());
  return estimate;
}

}  // namespace switchyard
