#include "bench/stress/exhaustive_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "bench/experiment/parameters.hpp"
#include "bench/report/table.hpp"
#include "bench/stress/stress_report.hpp"

namespace switchyard {
namespace {

constexpr std::uint32_t kMostExhaustedNodes = 4;
/// an estimate, which is too low by a factor of ten or more for a large number of orders
constexpr double kMostOrders = 3e5;

std::string time_text(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} minutes", seconds / 60);
  if (seconds < 172'800) return fmt::format("{:.0f} hours", seconds / 3600);
  return fmt::format("{:.3g} days", seconds / 86'400);
}

/// Formats an algorithm and its traffic, such as "ac with 12 messages".
std::string text_of(const StressPlan& plan, std::size_t algorithm, const StressCase& stressed) {
  const std::string& name = plan.algorithms[algorithm].name;
  return plan.program ? name : fmt::format("{} with {} messages", name, stressed.part_count());
}

void refuse_what_would_not_end(const StressPlan& plan, std::size_t algorithm, const ExhaustiveOptions& options) {
  const auto stressed = case_of(plan, algorithm, 0);
  if (plan.machine.node_count() > kMostExhaustedNodes) {
    throw UsageError({.place = "--exhaustive",
                      .reason = fmt::format("{} nodes have too many orders of events", plan.machine.node_count()),
                      .remedy = fmt::format("use at most {}, or leave it out", kMostExhaustedNodes)});
  }
  const ExhaustiveEstimate estimate = estimate_orders(*stressed->trial(), options);
  if (estimate.orders <= kMostOrders) return;
  throw UsageError(
      {.place = "--exhaustive",
       .reason = fmt::format("{} has about {:.2g} orders of events, which take {} or more here",
                             text_of(plan, algorithm, *stressed), estimate.orders, time_text(estimate.seconds)),
       .remedy =
           fmt::format("give a case of at most about {:.0g}: {}", kMostOrders,
                       plan.program ? "fewer nodes or calls" : "fewer nodes, a lower density or smaller messages")});
}

std::string verdict(const StressPlan& plan, const Algorithm& algorithm, const ExhaustiveReport& report) {
  if (!report.complete) return fmt::format("{}: not all orders are done, so nothing is proven", algorithm.name);
  if (report.proves()) {
    return fmt::format("{}: proven for {}: no order has a deadlock or loses data", algorithm.name,
                       plan.program ? "these nodes" : "this matrix");
  }
  if (report.findings.empty()) {
    return fmt::format(
        "{}: not proven: no order fails; but in {} of {} a node polls many times in vain while something "
        "is still to come, and orders in which it goes on polling are not run",
        algorithm.name, report.polls_cut, report.orders);
  }
  return fmt::format(
      "{}: {} of {} orders do not complete", algorithm.name,
      report.orders - (report.tally.contains(Outcome::completed) ? report.tally.at(Outcome::completed) : 0),
      report.orders);
}

std::string how_many_are_needed(const Algorithm& algorithm, const ExhaustiveReport& report) {
  const OneOrder& one = report.one_order;
  const std::string orders = !one.is_proven       ? "one order does not stand for all"
                             : report.orders == 1 ? "one order stands for all"
                                                  : "one order for each choice stands for all";
  return fmt::format("{}: {}, as {}", algorithm.name, orders, one.reason);
}

}  // namespace

void ExhaustiveSession::carry_out(const std::stop_token& stop) noexcept {
  const std::size_t count = plan_.algorithms.size();
  for (std::size_t i = 0; i < count; ++i) {
    runner_.attempt(
        i, stop, [&] { explore_choices_of(i, stop); }, [&] { return plan_.algorithms[i].name; });
  }
  // Also done after a stop, so that the orders explored so far are shown.
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    runner_.attempt(
        count + i, {}, [&] { exhaust(i, stop); }, [&] { return plan_.algorithms[i].name; });
  }
}

/// Explores one order for each choice; this is quick, and comes before the search of all orders.
void ExhaustiveSession::explore_choices_of(std::size_t algorithm, const std::stop_token& stop) {
  ExhaustiveOptions options{.seed = plan_.options.seed, .limits = plan_.options.limits};
  bool takes_long = false;
  options.progress = [&](std::uint64_t orders) {
    if (!std::exchange(takes_long, true)) progress_.begin(plan_.algorithms[algorithm].name);
    progress_.show(0, orders, "orders");
  };
  const auto trial = case_of(plan_, algorithm, 0)->trial();
  if (plan_.program && plan_.program->launch) {
    StressedRun first = first_run_apart(*trial);
    if (first.expired) return add_order(choices_.emplace_back(), std::move(first));
  }
  choices_.push_back(explore_choices(*trial, options, stop));
  if (takes_long) progress_.done();
  if (!choices_.back().complete && !stop.stop_requested()) refuse_what_would_not_end(plan_, algorithm, options);
}

/// Makes the first run in a child process: a C or C++ program that does not end would never return, and the search
/// itself runs in this process.
StressedRun ExhaustiveSession::first_run_apart(Trial& trial) const {
  RunLimits limits = plan_.options.limits;
  limits.isolated = true;
  return run_decided(trial, 0, Strategy::random, plan_.options.seed, {}, limits);
}

ExhaustiveReport ExhaustiveSession::explore(const std::string& name, Trial& trial, const std::stop_token& stop) {
  ExhaustiveOptions options{.seed = plan_.options.seed, .limits = plan_.options.limits, .try_choices = false};
  const ExhaustiveEstimate estimate = estimate_orders(trial, options);
  progress_.begin(fmt::format("{}: about {:.2g} orders or more", name, estimate.orders));
  options.progress = [&](std::uint64_t orders) {
    progress_.show(std::min(static_cast<double>(orders) / estimate.orders, 0.99));
  };
  ExhaustiveReport all = explore_all_orders(trial, options, stop);
  progress_.done();
  return all;
}

void ExhaustiveSession::exhaust(std::size_t algorithm, const std::stop_token& stop) {
  const auto stressed = case_of(plan_, algorithm, 0);
  ExhaustedAlgorithm done{std::move(choices_[algorithm]), {}};
  if (!done.report.complete && done.report.findings.empty() && !stop.stop_requested()) {
    const OneOrder one_order = std::move(done.report.one_order);
    done.report = explore(plan_.algorithms[algorithm].name, *stressed->trial(), stop);
    done.report.one_order = one_order;
  }
  for (const auto& [outcome, finding] : done.report.findings) {
    done.findings.push_back({finding, shrink({stressed, finding.run}, {.run = plan_.options.limits}, stop)});
  }
  const std::lock_guard lock(mutex_);
  results_.push_back(std::move(done));
}

std::vector<ExhaustedAlgorithm> ExhaustiveSession::results() const {
  const std::lock_guard lock(mutex_);
  return results_;
}

std::exception_ptr ExhaustiveSession::error() const {
  const auto failure = runner_.failure();
  return failure ? failure->error : nullptr;
}

void print_orders(std::ostream& out, const StressPlan& plan, const std::vector<ExhaustedAlgorithm>& results) {
  std::vector<Column> columns{{"algorithm", Align::left}, {"orders"}, {"repeated"}, {"events"}};
  for (const Outcome outcome : kOutcomes) columns.push_back({name_of(outcome)});
  Table table(std::move(columns));
  table.set_title("all orders of events, but for swaps of two that touch no node and link in common");
  table.add_parameter("machine", plan.machine.name());
  table.add_parameter("nodes", std::to_string(plan.machine.node_count()));
  table.add_parameter("constants", changed_constants(plan.machine));
  table.add_parameter("pattern", traffic_text(plan));
  table.add_parameter("seed", std::to_string(plan.options.seed));
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ExhaustiveReport& report = results[i].report;
    std::vector<Cell> row{plan.algorithms[i].name, std::to_string(report.orders), std::to_string(report.redundant),
                          std::to_string(report.longest)};
    for (const Outcome outcome : kOutcomes) {
      const auto found = report.tally.find(outcome);
      row.emplace_back(std::to_string(found == report.tally.end() ? 0 : found->second));
    }
    table.add_row(std::move(row));
    table.add_note(verdict(plan, plan.algorithms[i], report));
    if (!report.one_order.reason.empty()) table.add_note(how_many_are_needed(plan.algorithms[i], report));
  }
  table.print(out);
}

ExitCode exit_code_of(const StressPlan& plan, const std::vector<ExhaustedAlgorithm>& results) {
  std::vector<AlgorithmStress> all;
  for (const ExhaustedAlgorithm& one : results) {
    AlgorithmStress& stress = all.emplace_back();
    stress.report.tally[Strategy::random] = one.report.tally;
  }
  const ExitCode code = exit_code_of(plan, all, false);
  const bool unproven =
      std::ranges::any_of(results, [](const ExhaustedAlgorithm& one) { return one.report.polls_cut > 0; });
  return code == ExitCode::done && unproven ? ExitCode::unfinished : code;
}

}  // namespace switchyard
