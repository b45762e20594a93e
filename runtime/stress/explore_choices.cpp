#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "runtime/stress/choices.hpp"
#include "runtime/stress/exhaustive.hpp"
#include "runtime/stress/undisturbed_order.hpp"

namespace switchyard {
namespace {

/// Runs one order for each way to choose.
class ChoiceSearch {
 public:
  ChoiceSearch(Trial& trial, const ExhaustiveOptions& options) : trial_(trial), options_(options) {}

  ExhaustiveReport search(const std::stop_token& stop) {
    to_do_.emplace_back();
    while (!to_do_.empty() && !stop.stop_requested()) {
      const Choices settled = std::move(to_do_.back());
      to_do_.pop_back();
      if (!run(settled)) return refused();
    }
    report_.complete = to_do_.empty();
    return std::move(report_);
  }

 private:
  /// False if the run does not stand for all orders with its choices.
  bool run(const Choices& settled) {
    ProgramLog log(trial_.machine().node_count());
    UndisturbedOrder undisturbed(log, settled);
    StressedRun run = run_arbitrated(trial_, undisturbed, options_.seed, options_.limits);
    if (run.outcome != Outcome::completed) {
      report_.one_order = {false, ended_otherwise(run)};
      return false;
    }
    const auto order = order_run(log);
    report_.one_order = one_order(log, order, trial_.machine().model());
    if (!report_.one_order.is_proven) return false;
    note(*order, std::move(run));
    return true;
  }

  /// The first run is an order of its own; of another one it is not known whether events can lead there.
  std::string ended_otherwise(const StressedRun& run) const {
    return report_.orders == 0 ? std::string()
                               : std::string("with other choices a run ends as ") + name_of(run.outcome);
  }

  void note(const RunOrder& order, StressedRun run) {
    constexpr std::uint64_t kRunsBetween = 1000;
    if (!done_.insert(choices_of(order)).second) {
      ++report_.redundant;
      return;
    }
    add_order(report_, std::move(run));
    if (options_.progress && report_.orders % kRunsBetween == 0) options_.progress(report_.orders);
    Branches branches = branches_of(order);
    known_.insert(std::make_move_iterator(branches.taken.begin()), std::make_move_iterator(branches.taken.end()));
    for (Choices& other : branches.other) {
      if (known_.insert(other).second) to_do_.push_back(std::move(other));
    }
  }

  ExhaustiveReport refused() const {
    ExhaustiveReport report;
    report.one_order = report_.one_order;
    return report;
  }

  Trial& trial_;
  const ExhaustiveOptions& options_;
  ExhaustiveReport report_;
  std::vector<Choices> to_do_;
  std::set<Choices> known_;  ///< done or to be done
  std::set<Choices> done_;   ///< all choices of each run
};

}  // namespace

ExhaustiveReport explore_choices(Trial& trial, const ExhaustiveOptions& options, const std::stop_token& stop) {
  return ChoiceSearch(trial, options).search(stop);
}

}  // namespace switchyard
