#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/stress/choices.hpp"
#include "runtime/stress/exhaustive.hpp"
#include "runtime/stress/undisturbed_order.hpp"

namespace switchyard {
namespace {

/// Searches through all sets of choices that programs can make, and runs one order of events for each set.
class ChoiceSearch {
 public:
  ChoiceSearch(Trial& trial, const ExhaustiveOptions& options) : trial_(trial), options_(options) {}

  ExhaustiveReport search(const std::stop_token& stop) {
    to_do_.emplace_back();
    while (!to_do_.empty() && !stop.stop_requested()) {
      const Branch next = to_do_.back().branch();
      to_do_.pop_back();
      if (report_.orders > 0 && (runs_.has_run_with_choices(next.order_independent_choices) ||
                                 !tried_.insert(next.order_independent_choices).second))
        continue;
      if (!run(next.settled)) return report_of_refusal();
    }
    report_.complete = to_do_.empty();
    return std::move(report_);
  }

 private:
  /// Runs one order of events in which the programs make the choices in `settled`. Returns false if this run does not
  /// stand for all orders of events with the same choices.
  bool run(const Choices& settled) {
    ProgramLog log(trial_.machine().node_count());
    UndisturbedOrder undisturbed(log, settled);
    StressedRun run = run_with_arbiter(trial_, undisturbed, options_.seed, options_.limits);
    if (run.outcome != Outcome::completed) {
      // Only the first run certainly shows a possible order of events. A later run has prescribed choices, to which
      // perhaps no order of events leads, so that its failure is not reported as a finding.
      report_.one_order = {false, report_.orders == 0 ? std::string() : other_outcome_text(run)};
      return false;
    }
    const auto order = order_of_run(log);
    report_.one_order = check_that_one_order_suffices(log, order ? &*order : nullptr, trial_.machine().model());
    if (!report_.one_order.is_proven || are_choices_too_many(*order)) return false;
    add_run(*order, std::move(run));
    return true;
  }

  /// Returns whether there are more sets of choices than the options allow. After the first run
  /// this is estimated; later the runs are counted.
  bool are_choices_too_many(const RunOrder& order) {
    const auto most = static_cast<double>(options_.most_choices);
    const double ways =
        report_.orders == 0 ? estimated_choice_set_count(order) : static_cast<double>(report_.orders + 1);
    if (ways <= most) return false;
    report_.one_order = {false, fmt::format("there are about {:.2g} ways to choose", ways)};
    return true;
  }

  void add_run(const RunOrder& order, StressedRun run) {
    constexpr std::uint64_t kRunsBetween = 1000;
    add_order(report_, std::move(run));
    if (options_.note) options_.note(report_);
    if (options_.progress && report_.orders % kRunsBetween == 0) options_.progress(report_.orders);
    runs_.add(all_choices_of_run(order, earlier_).order_independent_choices);
    std::ranges::move(branches_of(order, earlier_), std::back_inserter(to_do_));
  }

  ExhaustiveReport report_of_refusal() const {
    ExhaustiveReport report;
    report.one_order = report_.one_order;
    return report;
  }

  Trial& trial_;
  const ExhaustiveOptions& options_;
  ExhaustiveReport report_;
  std::vector<StoredBranch> to_do_;
  std::set<Choices> tried_;
  MessageSetNumbers earlier_;
  ChosenRuns runs_;
};

}  // namespace

std::string other_outcome_text(const StressedRun& run) {
  return std::string("with other choices a run ends as ") + name_of(run.outcome);
}

ExhaustiveReport explore_choices(Trial& trial, const ExhaustiveOptions& options, const std::stop_token& stop) {
  return ChoiceSearch(trial, options).search(stop);
}

}  // namespace switchyard
