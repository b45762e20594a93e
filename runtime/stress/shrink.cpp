#include "runtime/stress/shrink.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "runtime/random.hpp"
#include "runtime/stress/child_run.hpp"

namespace switchyard {
namespace {

using StressCasePointer = std::shared_ptr<const StressCase>;
using CasePartNumbers = std::vector<std::size_t>;

constexpr std::uint64_t kShrinkSeedStream = 201;
constexpr unsigned kMostBufferHalvingsToTry = 24;

/// Removes parts of the list `items` as long as does_reduced_case_still_fail(rest) returns true for the remaining
/// items. The parts to be removed become smaller and smaller. It is `does_reduced_case_still_fail` that stores the
/// remaining items as the result.
template <class T>
void remove_items_not_needed_to_fail(std::vector<T> items,
                                     const std::function<bool(const std::vector<T>&)>& does_reduced_case_still_fail) {
  for (std::size_t part = (items.size() + 1) / 2; part > 0 && !items.empty();) {
    bool removed = false;
    for (std::size_t first = 0; first < items.size();) {
      std::vector<T> rest = items;
      const std::size_t end = std::min(first + part, items.size());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first), rest.begin() + static_cast<std::ptrdiff_t>(end));
      if (does_reduced_case_still_fail(rest)) {
        items = std::move(rest);
        removed = true;
      } else {
        first += part;
      }
    }
    if (!removed) part /= 2;
    part = std::min(part, items.size());
  }
}

/// Returns all numbers below `count` that are not in `without`, in ascending order.
CasePartNumbers complement_of_part_numbers(std::size_t count, const CasePartNumbers& without) {
  CasePartNumbers rest(count);
  std::iota(rest.begin(), rest.end(), std::size_t{0});
  std::erase_if(rest, [&](std::size_t number) { return std::ranges::find(without, number) != without.end(); });
  return rest;
}

/// Returns the number of nodes to try after `nodes`: up to 8 each number in turn, and then powers of two, which all
/// machines can have.
std::uint32_t next_node_count(std::uint32_t nodes) { return nodes < 8 ? nodes + 1 : std::bit_ceil(nodes + 1); }

class Shrinker {
 public:
  Shrinker(FailingCase failing, const ShrinkLimits& limits, const std::stop_token& stop)
      : smallest_failing_case_(std::move(failing)),
        wanted_outcome_(smallest_failing_case_.run.outcome),
        shrink_limits_(limits),
        stop_token_(stop),
        runs_left_(limits.runs) {}

  FailingCase shrink() {
    remove_parts_or_nodes_from_case();
    halve_buffers();
    halve_part_sizes();
    find_fewest_failing_nodes();
    drop_unneeded_decisions();
    return std::move(smallest_failing_case_);
  }

 private:
  std::uint32_t node_count() const { return smallest_failing_case_.stress_test_case->machine().node_count(); }
  bool must_stop() const { return runs_left_ == 0 || stop_token_.stop_requested(); }

  /// Stores a test case with its run as the smallest failing one so far if the run has the same outcome as the first
  /// failing run. Returns whether it was stored.
  bool store_case_if_outcome_is_unchanged(const StressCasePointer& stressed, StressedRun run) {
    if (run.outcome != wanted_outcome_) return false;
    smallest_failing_case_ = {stressed, std::move(run)};
    return true;
  }

  bool does_reduced_case_still_fail(const StressCasePointer& stressed) {
    return does_reduced_case_still_fail(stressed, smallest_failing_case_.run.halvings);
  }
  /// Returns whether a smaller test case still has the outcome of the first failure. The case is run undisturbed, then
  /// with the decisions about the order of events that made the larger case fail, and then with other decisions.
  bool does_reduced_case_still_fail(const StressCasePointer& stressed, unsigned halvings) {
    if (!stressed || must_stop()) return false;
    try {
      const auto trial = stressed->make_stress_trial();
      const StressedRun larger = smallest_failing_case_.run;
      const auto planned = [&](std::uint64_t number) {
        StressedRun run{.machine = with_halved_buffers(trial->machine(), halvings), .halvings = halvings};
        // The strategies random, pct and starve, the first three, leave the machine's buffers unchanged.
        run.strategy = number < 2 ? larger.strategy : kStrategies[number % 3];
        run.seed = number < 2 ? larger.seed : split_seed(split_seed(larger.seed, kShrinkSeedStream), number);
        return run;
      };
      const auto carry_out = [&](std::uint64_t number, const RunLimits& limits) {
        const StressedRun run = planned(number);
        const std::span<const ArbiterDecision> decisions(larger.arbiter_decisions.data(),
                                                         number == 0 ? 0 : larger.arbiter_decisions.size());
        if (number < 2) return rerun_with_decisions(*trial, halvings, run.strategy, run.seed, decisions, limits);
        const std::uint64_t steps = std::max<std::uint64_t>(larger.steps, 1);
        return carry_out_disturbed_run(*trial, run.strategy, run.seed, steps, limits, halvings);
      };
      const auto is_wanted = [this](const StressedRun& run) { return run.outcome == wanted_outcome_; };
      const RunSeriesResult result =
          run_until_wanted_outcome({std::min(shrink_limits_.runs_per_case, runs_left_), planned, carry_out, is_wanted});
      runs_left_ -= result.carried_out_run_count;
      return result.run_that_ended_series &&
             store_case_if_outcome_is_unchanged(stressed, *result.run_that_ended_series);
    } catch (const UsageError&) {  // a test case that cannot be run counts as one that does not fail
    }
    return false;
  }
  RunSeriesResult run_until_wanted_outcome(const RunSeries& series) const {
    if (shrink_limits_.run.isolated) return run_series_in_children(series, shrink_limits_.run, stop_token_);
    RunSeriesResult result;
    while (!result.run_that_ended_series && result.carried_out_run_count < series.run_count &&
           !stop_token_.stop_requested()) {
      StressedRun run = series.carry_out_run(result.carried_out_run_count++, shrink_limits_.run);
      if (series.is_wanted_run(run)) result.run_that_ended_series = std::move(run);
    }
    return result;
  }
  bool spend_one_run_of_shrink_budget() {
    if (must_stop()) return false;
    --runs_left_;
    return true;
  }

  /// Returns the amount of work in the smallest failing test case so far: its number of parts (such as messages), or of
  /// nodes if it has no parts. Smaller buffers are accepted only if they reduce this amount.
  std::size_t part_or_node_count() const {
    const std::size_t parts = smallest_failing_case_.stress_test_case->part_count();
    return parts > 0 ? parts : node_count();
  }
  bool is_case_irreducible() const {
    return smallest_failing_case_.stress_test_case->part_count() == 0 &&
           node_count() <= smallest_failing_case_.stress_test_case->fewest_nodes();
  }
  void remove_parts_or_nodes_from_case() {
    smallest_failing_case_.stress_test_case->part_count() > 0 ? drop_parts_not_needed_to_fail()
                                                              : find_fewest_failing_nodes();
  }

  void drop_parts_not_needed_to_fail() {
    for (std::size_t kept = 0; kept < smallest_failing_case_.stress_test_case->groups_of_test_case_parts().size();) {
      const CasePartNumbers rest =
          complement_of_part_numbers(smallest_failing_case_.stress_test_case->part_count(),
                                     smallest_failing_case_.stress_test_case->groups_of_test_case_parts()[kept]);
      if (!does_reduced_case_still_fail(smallest_failing_case_.stress_test_case->make_test_case_with_given_parts(rest)))
        ++kept;
    }
    const StressCasePointer whole = smallest_failing_case_.stress_test_case;
    remove_items_not_needed_to_fail<std::size_t>(
        complement_of_part_numbers(whole->part_count(), {}), [&](const CasePartNumbers& rest) {
          return does_reduced_case_still_fail(whole->make_test_case_with_given_parts(rest));
        });
  }

  /// Tries smaller and smaller message buffers, in order to make a failing test case smaller. Keeps smaller buffers
  /// only if a case with less work (parts or nodes) then still fails.
  void halve_buffers() {
    const FailingCase with_usual = smallest_failing_case_;
    if (is_case_irreducible() || !with_usual.stress_test_case->machine().model().with_halved_buffers(1)) return;
    for (unsigned times = 1; times <= kMostBufferHalvingsToTry && !must_stop(); ++times) {
      const FailingCase before = smallest_failing_case_;
      const std::size_t least = part_or_node_count();
      smallest_failing_case_ = with_usual;
      if (does_reduced_case_still_fail(with_usual.stress_test_case,
                                       std::min(with_usual.run.halvings + times, kMostBufferHalvings)))
        remove_parts_or_nodes_from_case();
      if (part_or_node_count() >= least) smallest_failing_case_ = before;
    }
  }

  void halve_part_sizes() {
    while (!must_stop() &&
           does_reduced_case_still_fail(smallest_failing_case_.stress_test_case->case_with_smaller_parts()))
      continue;
  }

  /// Looks for the smallest number of nodes on which the test case still fails.
  void find_fewest_failing_nodes() {
    const StressCasePointer whole = smallest_failing_case_.stress_test_case;
    for (std::uint32_t nodes = whole->fewest_nodes(); nodes < node_count() && !must_stop();
         nodes = next_node_count(nodes)) {
      const auto model = whole->machine().model().with_nodes(nodes);
      if (!model) continue;
      const StressCasePointer fewer = whole->case_on_machine(Machine(model));
      if (!is_program_unfit_for_fewer_nodes(fewer, whole) && does_reduced_case_still_fail(fewer)) return;
    }
  }
  /// Returns whether the program is simply not made for so few nodes: without disturbance it fails on the fewer nodes,
  /// but not on all nodes.
  bool is_program_unfit_for_fewer_nodes(const StressCasePointer& fewer, const StressCasePointer& whole) {
    return whole->part_count() == 0 && does_case_fail_in_default_event_order(fewer) &&
           !does_case_fail_in_default_event_order(whole);
  }
  bool does_case_fail_in_default_event_order(const StressCasePointer& stressed) {
    if (!stressed || !spend_one_run_of_shrink_budget()) return false;
    try {
      const StressedRun& run = smallest_failing_case_.run;
      const auto trial = stressed->make_stress_trial();
      return rerun_with_decisions(*trial, run.halvings, run.strategy, run.seed, {}, shrink_limits_.run).outcome ==
             wanted_outcome_;
    } catch (const UsageError&) {  // a test case that cannot be run counts as one that does not fail
      return false;
    }
  }

  void drop_unneeded_decisions() {
    const StressCasePointer stressed = smallest_failing_case_.stress_test_case;
    const StressedRun whole = smallest_failing_case_.run;
    const auto trial = stressed->make_stress_trial();
    remove_items_not_needed_to_fail<ArbiterDecision>(
        whole.arbiter_decisions, [&](const std::vector<ArbiterDecision>& rest) {
          if (!spend_one_run_of_shrink_budget()) return false;
          return store_case_if_outcome_is_unchanged(
              stressed,
              rerun_with_decisions(*trial, whole.halvings, whole.strategy, whole.seed, rest, shrink_limits_.run));
        });
  }

  FailingCase smallest_failing_case_;
  const RunOutcome wanted_outcome_;
  const ShrinkLimits shrink_limits_;
  const std::stop_token stop_token_;
  std::uint64_t runs_left_;
};

}  // namespace

FailingCase shrink(FailingCase failing, const ShrinkLimits& limits, const std::stop_token& stop) {
  if (failing.run.strategy == StressStrategy::threads || failing.run.expired) return failing;
  return Shrinker(std::move(failing), limits, stop).shrink();
}

}  // namespace switchyard
