#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runtime/stress/choices.hpp"
#include "runtime/stress/choices_of_finished_runs.hpp"
#include "runtime/stress/exhaustive.hpp"
#include "runtime/stress/undisturbed_order.hpp"

namespace switchyard {
namespace {

/// Searches through all sets of choices that programs can make (such as which message a receive from any node gets),
/// and runs one order of events for each set.
class ChoiceSearch {
 public:
  ChoiceSearch(StressTrial& trial, const ExhaustiveOptions& options) : trial_(trial), options_(options) {}

  ExhaustiveSearchReport run_all_choice_sets(const std::stop_token& stop) {
    pending_branches_.emplace_back();
    while (!pending_branches_.empty() && !stop.stop_requested()) {
      const ChoiceSet next = pending_branches_.back().to_choice_set();
      pending_branches_.pop_back();
      if (exhaustive_report_.order_count > 0 &&
          (choices_of_finished_runs_.has_run_with_choices(next.order_independent_choices) ||
           !tried_choice_sets_.insert(next.order_independent_choices).second))
        continue;
      if (!run_with_choices(next.arbiter_choices)) return report_without_orders();
    }
    exhaustive_report_.has_run_all_orders = pending_branches_.empty();
    return std::move(exhaustive_report_);
  }

 private:
  /// Runs one order of events in which the programs make the choices in `settled`. Returns false if this run does not
  /// stand for all orders of events with the same choices.
  bool run_with_choices(const Choices& settled) {
    ProgramLog log(trial_.machine().node_count());
    DefaultEventOrderArbiter undisturbed(log, settled);
    StressedRun run = run_with_arbiter(trial_, undisturbed, options_.seed, options_.limits);
    if (run.outcome != RunOutcome::completed) {
      // Only the first run certainly shows a possible order of events. The choices of a later run are prescribed, and
      // perhaps no order of events leads to them, so that a failure of a later run is not reported as a finding.
      exhaustive_report_.proof_that_one_order_suffices = {
          false, exhaustive_report_.order_count == 0 ? std::string() : other_outcome_text(run)};
      return false;
    }
    const auto order = order_of_run(log);
    exhaustive_report_.proof_that_one_order_suffices =
        check_that_one_order_suffices(log, order ? &*order : nullptr, trial_.machine().model());
    if (!exhaustive_report_.proof_that_one_order_suffices.is_one_order_proven_sufficient ||
        has_too_many_choice_sets(*order))
      return false;
    add_run(*order, std::move(run));
    return true;
  }

  /// Returns whether there are more sets of choices than the options allow. After the first run the number of sets is
  /// estimated; later the runs are counted.
  bool has_too_many_choice_sets(const PartiallyOrderedRun& order) {
    const auto most = static_cast<double>(options_.max_choice_set_count);
    const double ways = exhaustive_report_.order_count == 0 ? estimated_choice_set_count(order)
                                                            : static_cast<double>(exhaustive_report_.order_count + 1);
    if (ways <= most) return false;
    exhaustive_report_.proof_that_one_order_suffices = {false,
                                                        fmt::format("there are about {:.2g} ways to choose", ways)};
    return true;
  }

  void add_run(const PartiallyOrderedRun& order, StressedRun run) {
    constexpr std::uint64_t kRunsBetween = 1000;
    add_run_as_new_order(exhaustive_report_, std::move(run));
    if (options_.on_order_done) options_.on_order_done(exhaustive_report_);
    if (options_.on_progress && exhaustive_report_.order_count % kRunsBetween == 0)
      options_.on_progress(exhaustive_report_.order_count);
    choices_of_finished_runs_.add(all_choices_of_run(order, message_set_numbers_).order_independent_choices);
    RunChoices(order, message_set_numbers_).add_exploration_branches_to(pending_branches_);
  }

  ExhaustiveSearchReport report_without_orders() const {
    ExhaustiveSearchReport report;
    report.proof_that_one_order_suffices = exhaustive_report_.proof_that_one_order_suffices;
    return report;
  }

  StressTrial& trial_;
  const ExhaustiveOptions& options_;
  ExhaustiveSearchReport exhaustive_report_;
  std::vector<StoredBranch> pending_branches_;
  UnorderedChoiceSets tried_choice_sets_;
  MessageSetNumbering message_set_numbers_;
  ChoicesOfFinishedRuns choices_of_finished_runs_;
};

}  // namespace

std::string other_outcome_text(const StressedRun& run) {
  return std::string("with other choices a run ends as ") + name_of(run.outcome);
}

ExhaustiveSearchReport explore_choices(StressTrial& trial, const ExhaustiveOptions& options,
                                       const std::stop_token& stop) {
  return ChoiceSearch(trial, options).run_all_choice_sets(stop);
}

}  // namespace switchyard
