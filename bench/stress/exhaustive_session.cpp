#include "bench/stress/exhaustive_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "bench/experiment/parameters.hpp"
#include "bench/report/table.hpp"
#include "bench/stress/stress_report.hpp"
#include "runtime/stress/child_exploration.hpp"

namespace switchyard {
namespace {

constexpr std::uint32_t kMostNodesToExploreFully = 4;
/// The largest estimated number of orders of events of a test case (an algorithm on a matrix, or a program) with which
/// all of them are run; with more, the request is refused. Estimates are too low by a factor of ten or more if there
/// are many orders.
constexpr double kMostOrdersToExplore = 3e5;

std::string time_text(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} minutes", seconds / 60);
  if (seconds < 172'800) return fmt::format("{:.0f} hours", seconds / 3600);
  return fmt::format("{:.3g} days", seconds / 86'400);
}

/// Returns a text with the name of the algorithm and the number of its messages, such as "ac with 12 messages"; if a
/// program is run, the text has only the name.
std::string algorithm_and_traffic_text(const StressPlan& plan, std::size_t algorithm, const StressCase& stressed) {
  const std::string& name = plan.algorithms[algorithm].name;
  return plan.program ? name : fmt::format("{} with {} messages", name, stressed.part_count());
}

/// Throws UsageError if the estimated number of orders of events is so large that exploring all of them would take too
/// long.
void refuse_too_long_exploration(const StressPlan& plan, std::size_t algorithm, const StressCase& stressed,
                                 const ExhaustiveEstimate& estimate) {
  if (estimate.order_count <= kMostOrdersToExplore) return;
  throw UsageError({.place = "--exhaustive",
                    .reason = fmt::format("{} has about {:.2g} orders of events, which take {} or more here",
                                          algorithm_and_traffic_text(plan, algorithm, stressed), estimate.order_count,
                                          time_text(estimate.estimated_seconds)),
                    .remedy = fmt::format(
                        "give a case of at most about {:.0g}: {}", kMostOrdersToExplore,
                        plan.program ? "fewer nodes or calls" : "fewer nodes, a lower density or smaller messages")});
}

/// Explores one order of events for each set of choices that the programs can make, such as which message a receive
/// from any node gets. Does so in a child process if the options ask for isolation.

ExhaustiveSearchReport run_choice_exploration(StressTrial& trial, const ExhaustiveOptions& options,
                                              const std::stop_token& stop) {
  return options.limits.isolated ? explore_choices_in_child(trial, options, stop)
                                 : explore_choices(trial, options, stop);
}
/// Explores all orders of events in which a trial (an algorithm on a matrix, or a program) can run. Does so in a child
/// process if the options ask for isolation.
ExhaustiveSearchReport run_order_exploration(StressTrial& trial, const ExhaustiveOptions& options,
                                             const std::stop_token& stop) {
  return options.limits.isolated ? explore_all_orders_in_child(trial, options, stop)
                                 : explore_all_orders(trial, options, stop);
}
/// Estimates in how many orders of events a trial (an algorithm on a matrix, or a program) can run. If a random order
/// crashes the child process in which it runs, returns nothing and adds that run to `found`.
std::optional<ExhaustiveEstimate> estimate_event_order_count(StressTrial& trial, const ExhaustiveOptions& options,
                                                             ExhaustiveSearchReport& found) {
  if (!options.limits.isolated) return estimate_orders(trial, options);
  StressedRun ended{.machine = trial.machine()};
  const auto estimated = estimate_orders_in_child(trial, options, ended);
  if (!estimated) add_run_as_new_order(found, std::move(ended));
  return estimated;
}

std::string describe_proof_over_all_event_orders(const StressPlan& plan, const Algorithm& algorithm,
                                                 const ExhaustiveSearchReport& report) {
  if (!report.has_run_all_orders)
    return fmt::format("{}: not all orders are done, so nothing is proven", algorithm.name);
  if (report.proves_no_failure()) {
    return fmt::format("{}: proven for {}: no order has a deadlock or loses data", algorithm.name,
                       plan.program ? "these nodes" : "this matrix");
  }
  if (report.findings.empty()) {
    return fmt::format(
        "{}: not proven: no order fails; but in {} of {} a node polls many times in vain while something "
        "is still to come, and orders in which it goes on polling are not run",
        algorithm.name, report.orders_with_truncated_polling, report.order_count);
  }
  return fmt::format("{}: {} of {} orders do not complete", algorithm.name,
                     report.order_count - (report.orders_by_outcome.contains(RunOutcome::completed)
                                               ? report.orders_by_outcome.at(RunOutcome::completed)
                                               : 0),
                     report.order_count);
}

std::string text_on_whether_one_order_suffices(const Algorithm& algorithm, const ExhaustiveSearchReport& report) {
  const ProofThatOneOrderSuffices& one = report.proof_that_one_order_suffices;
  const std::string orders = !one.is_one_order_proven_sufficient ? "one order does not stand for all"
                             : report.order_count == 1           ? "one order stands for all"
                                                                 : "one order for each choice stands for all";
  return fmt::format("{}: {}, as {}", algorithm.name, orders, one.explanation);
}

}  // namespace

void ExhaustiveSession::explore_orders_of_all_algorithms(const std::stop_token& stop) noexcept {
  const std::size_t count = plan_.algorithms.size();
  for (std::size_t i = 0; i < count; ++i) {
    work_runner_.carry_out_work_piece(
        i, stop, [&] { explore_choices_of_algorithm(i, stop); }, [&] { return plan_.algorithms[i].name; });
  }
  // Even after a request to stop, explore_orders_and_shrink() is called for each algorithm, so that the results of the
  // orders of events that were explored until then are shown.
  for (std::size_t i = 0; i < choice_explorations_.size(); ++i) {
    work_runner_.carry_out_work_piece(
        count + i, {}, [&] { explore_orders_and_shrink(i, stop); }, [&] { return plan_.algorithms[i].name; });
  }
}

/// Explores one order of events for each set of choices that the programs can make, such as which message a receive
/// from any node gets. This exploration is quick and precedes that of all orders of events.
void ExhaustiveSession::explore_choices_of_algorithm(std::size_t algorithm, const std::stop_token& stop) {
  ExhaustiveOptions options{.seed = plan_.stress_options.seed, .limits = plan_.stress_options.limits};
  progress_display_.begin_job(plan_.algorithms[algorithm].name);
  options.on_progress = [&](std::uint64_t orders) {
    progress_display_.update_display({.done_items = orders, .item_name = "orders"});
  };
  const auto trial = stress_case_for(plan_, algorithm, 0)->make_stress_trial();
  choice_explorations_.push_back(run_choice_exploration(*trial, options, stop));
  progress_display_.end_current_job();
  const ExhaustiveSearchReport& found = choice_explorations_.back();
  if (!found.has_run_all_orders && found.findings.empty() && !stop.stop_requested()) refuse_too_many_orders(algorithm);
}

/// Throws UsageError if an algorithm has too many orders of events to explore them all. If an order crashes its process
/// while the number of orders is being estimated, this run becomes a finding instead.
void ExhaustiveSession::refuse_too_many_orders(std::size_t algorithm) {
  if (plan_.machine.node_count() > kMostNodesToExploreFully) {
    throw UsageError({.place = "--exhaustive",
                      .reason = fmt::format("{} nodes have too many orders of events", plan_.machine.node_count()),
                      .remedy = fmt::format("use at most {}, or leave it out", kMostNodesToExploreFully)});
  }
  const auto stressed = stress_case_for(plan_, algorithm, 0);
  const ExhaustiveOptions options{.seed = plan_.stress_options.seed, .limits = plan_.stress_options.limits};
  const auto estimated =
      estimate_event_order_count(*stressed->make_stress_trial(), options, choice_explorations_.back());
  if (estimated) refuse_too_long_exploration(plan_, algorithm, *stressed, *estimated);
}

ExhaustiveSearchReport ExhaustiveSession::explore_all_orders_of_trial(const std::string& name, StressTrial& trial,
                                                                      const std::stop_token& stop) {
  ExhaustiveOptions options{.seed = plan_.stress_options.seed,
                            .limits = plan_.stress_options.limits,
                            .tries_one_order_per_choice_set_first = false};
  ExhaustiveSearchReport all;
  const auto estimated = estimate_event_order_count(trial, options, all);
  if (!estimated) return all;
  progress_display_.begin_job(fmt::format("{}: about {:.2g} orders or more", name, estimated->order_count));
  options.on_progress = [&](std::uint64_t orders) {
    const double fraction = std::min(static_cast<double>(orders) / estimated->order_count, 0.99);
    progress_display_.update_display({.done_fraction = fraction, .done_items = orders, .item_name = "orders"});
  };
  all = run_order_exploration(trial, options, stop);
  progress_display_.end_current_job();
  return all;
}

void ExhaustiveSession::explore_orders_and_shrink(std::size_t algorithm, const std::stop_token& stop) {
  const auto stressed = stress_case_for(plan_, algorithm, 0);
  ExploredAlgorithm done{std::move(choice_explorations_[algorithm]), {}};
  if (!done.report.has_run_all_orders && done.report.findings.empty() && !stop.stop_requested()) {
    const ProofThatOneOrderSuffices one_order = std::move(done.report.proof_that_one_order_suffices);
    done.report = explore_all_orders_of_trial(plan_.algorithms[algorithm].name, *stressed->make_stress_trial(), stop);
    done.report.proof_that_one_order_suffices = one_order;
  }
  for (const auto& [outcome, finding] : done.report.findings) {
    done.findings.push_back({finding, shrink({stressed, finding.run}, {.run = plan_.stress_options.limits}, stop)});
  }
  const std::lock_guard lock(mutex_);
  results_.push_back(std::move(done));
}

std::vector<ExploredAlgorithm> ExhaustiveSession::results_so_far() const {
  const std::lock_guard lock(mutex_);
  return results_;
}

std::exception_ptr ExhaustiveSession::exploration_error() const {
  const auto failure = work_runner_.failure();
  return failure ? failure->error : nullptr;
}

void print_orders_table(std::ostream& out, const StressPlan& plan, const std::vector<ExploredAlgorithm>& results) {
  std::vector<TextColumn> columns{{"algorithm", TextAlignment::left_aligned}, {"orders"}, {"repeated"}, {"events"}};
  for (const RunOutcome outcome : kOutcomes) columns.push_back({name_of(outcome)});
  TextTable table(std::move(columns));
  table.set_title("all orders of events, but for swaps of two that touch no node and link in common");
  table.add_parameter("machine", plan.machine.name());
  table.add_parameter("nodes", std::to_string(plan.machine.node_count()));
  table.add_parameter("constants", changed_constants_text(plan.machine));
  table.add_parameter("pattern", traffic_text(plan));
  table.add_parameter("seed", std::to_string(plan.stress_options.seed));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ExhaustiveSearchReport& report = results[i].report;
    std::vector<TextTableCell> row{plan.algorithms[i].name, std::to_string(report.order_count),
                                   std::to_string(report.redundant_run_count),
                                   std::to_string(report.events_of_longest_run)};
    for (const RunOutcome outcome : kOutcomes) {
      const auto found = report.orders_by_outcome.find(outcome);
      row.emplace_back(std::to_string(found == report.orders_by_outcome.end() ? 0 : found->second));
    }
    table.add_row(std::move(row));
    table.add_note(describe_proof_over_all_event_orders(plan, plan.algorithms[i], report));
    if (!report.proof_that_one_order_suffices.explanation.empty())
      table.add_note(text_on_whether_one_order_suffices(plan.algorithms[i], report));
  }
  table.print(out);
}

ExitCode exit_code_of(const StressPlan& plan, const std::vector<ExploredAlgorithm>& results) {
  std::vector<AlgorithmStressResult> all;
  for (const ExploredAlgorithm& one : results) {
    AlgorithmStressResult& stress = all.emplace_back();
    stress.report.tally[StressStrategy::random] = one.report.orders_by_outcome;
  }
  const ExitCode code = exit_code_of(plan, all, false);
  const bool unproven = std::ranges::any_of(
      results, [](const ExploredAlgorithm& one) { return one.report.orders_with_truncated_polling > 0; });
  return code == ExitCode::done && unproven ? ExitCode::unfinished : code;
}

}  // namespace switchyard
