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

/// Removes parts of the list `items` as long as still_fails(rest) returns true for the remaining items. The parts to be
/// removed become smaller and smaller. It is `still_fails` that stores the remaining items as the result.
template <class T>
void remove_unneeded_items(std::vector<T> items, const std::function<bool(const std::vector<T>&)>& still_fails) {
  for (std::size_t part = (items.size() + 1) / 2; part > 0 && !items.empty();) {
    bool removed = false;
    for (std::size_t first = 0; first < items.size();) {
      std::vector<T> rest = items;
      const std::size_t end = std::min(first + part, items.size());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first), rest.begin() + static_cast<std::ptrdiff_t>(end));
      if (still_fails(rest)) {
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
CasePartNumbers part_numbers_without(std::size_t count, const CasePartNumbers& without) {
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
    drop_parts_or_nodes();
    halve_buffers();
    halve_part_sizes();
    find_fewest_failing_nodes();
    drop_unneeded_decisions();
    return std::move(smallest_failing_case_);
  }

 private:
  std::uint32_t node_count() const { return smallest_failing_case_.stressed->machine().node_count(); }
  bool must_stop() const { return runs_left_ == 0 || stop_token_.stop_requested(); }

  /// Stores a test case with its run as the smallest failing one so far if the run has the same outcome as the first
  /// failing run. Returns whether it was stored.
  bool store_if_same_outcome(const StressCasePointer& stressed, StressedRun run) {
    if (run.outcome != wanted_outcome_) return false;
    smallest_failing_case_ = {stressed, std::move(run)};
    return true;
  }

  bool still_fails(const StressCasePointer& stressed) {
    return still_fails(stressed, smallest_failing_case_.run.halvings);
  }
  /// Returns whether a smaller test case still has the outcome of the first failure. The case is run undisturbed, then
  /// with the decisions about the order of events that made the larger case fail, and then with other decisions.
  bool still_fails(const StressCasePointer& stressed, unsigned halvings) {
    if (!stressed || must_stop()) return false;
    try {
      const auto trial = stressed->trial();
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
        const std::span<const ArbiterDecision> decisions(larger.decisions.data(),
                                                         number == 0 ? 0 : larger.decisions.size());
        if (number < 2) return rerun_with_decisions(*trial, halvings, run.strategy, run.seed, decisions, limits);
        const std::uint64_t steps = std::max<std::uint64_t>(larger.steps, 1);
        return run_disturbed(*trial, run.strategy, run.seed, steps, limits, halvings);
      };
      const auto is_wanted = [this](const StressedRun& run) { return run.outcome == wanted_outcome_; };
      const SeriesResult result =
          run_until_wanted_outcome({std::min(shrink_limits_.runs_per_case, runs_left_), planned, carry_out, is_wanted});
      runs_left_ -= result.carried_out_run_count;
      return result.wanted_run && store_if_same_outcome(stressed, *result.wanted_run);
    } catch (const UsageError&) {  // a test case that cannot be run counts as one that does not fail
    }
    return false;
  }
  SeriesResult run_until_wanted_outcome(const RunSeries& series) const {
    if (shrink_limits_.run.isolated) return run_series_in_children(series, shrink_limits_.run, stop_token_);
    SeriesResult result;
    while (!result.wanted_run && result.carried_out_run_count < series.run_count && !stop_token_.stop_requested()) {
      StressedRun run = series.carry_out_run(result.carried_out_run_count++, shrink_limits_.run);
      if (series.is_wanted_run(run)) result.wanted_run = std::move(run);
    }
    return result;
  }
  bool count_run_if_any_left() {
    if (must_stop()) return false;
    --runs_left_;
    return true;
  }

  /// Returns the amount of work in the smallest failing test case so far: its number of parts (such as messages), or of
  /// nodes if it has no parts. Smaller buffers are accepted only if they reduce this amount.
  std::size_t part_or_node_count() const {
    const std::size_t parts = smallest_failing_case_.stressed->part_count();
    return parts > 0 ? parts : node_count();
  }
  bool is_case_irreducible() const {
    return smallest_failing_case_.stressed->part_count() == 0 &&
           node_count() <= smallest_failing_case_.stressed->fewest_nodes();
  }
  void drop_parts_or_nodes() {
    smallest_failing_case_.stressed->part_count() > 0 ? drop_parts_not_needed_to_fail() : find_fewest_failing_nodes();
  }

  void drop_parts_not_needed_to_fail() {
    for (std::size_t kept = 0; kept < smallest_failing_case_.stressed->groups_of_parts().size();) {
      const CasePartNumbers rest = part_numbers_without(smallest_failing_case_.stressed->part_count(),
                                                        smallest_failing_case_.stressed->groups_of_parts()[kept]);
      if (!still_fails(smallest_failing_case_.stressed->case_with_kept_parts(rest))) ++kept;
    }
    const StressCasePointer whole = smallest_failing_case_.stressed;
    remove_unneeded_items<std::size_t>(part_numbers_without(whole->part_count(), {}), [&](const CasePartNumbers& rest) {
      return still_fails(whole->case_with_kept_parts(rest));
    });
  }

  /// Tries smaller and smaller message buffers, in order to make a failing test case smaller. Keeps smaller buffers
  /// only if a case with less work (parts or nodes) then still fails.
  void halve_buffers() {
    const FailingCase with_usual = smallest_failing_case_;
    if (is_case_irreducible() || !with_usual.stressed->machine().model().with_halved_buffers(1)) return;
    for (unsigned times = 1; times <= kMostBufferHalvingsToTry && !must_stop(); ++times) {
      const FailingCase before = smallest_failing_case_;
      const std::size_t least = part_or_node_count();
      smallest_failing_case_ = with_usual;
      if (still_fails(with_usual.stressed, std::min(with_usual.run.halvings + times, kMostBufferHalvings)))
        drop_parts_or_nodes();
      if (part_or_node_count() >= least) smallest_failing_case_ = before;
    }
  }

  void halve_part_sizes() {
    while (!must_stop() && still_fails(smallest_failing_case_.stressed->case_with_smaller_parts())) continue;
  }

  /// Looks for the smallest number of nodes on which the test case still fails.
  void find_fewest_failing_nodes() {
    const StressCasePointer whole = smallest_failing_case_.stressed;
    for (std::uint32_t nodes = whole->fewest_nodes(); nodes < node_count() && !must_stop();
         nodes = next_node_count(nodes)) {
      const auto model = whole->machine().model().with_nodes(nodes);
      if (!model) continue;
      const StressCasePointer fewer = whole->case_on_machine(Machine(model));
      if (!fails_just_for_having_fewer_nodes(fewer, whole) && still_fails(fewer)) return;
    }
  }
  /// Returns whether the program is simply not made for so few nodes: without disturbance it fails on the fewer nodes,
  /// but not on all nodes.
  bool fails_just_for_having_fewer_nodes(const StressCasePointer& fewer, const StressCasePointer& whole) {
    return whole->part_count() == 0 && fails_undisturbed(fewer) && !fails_undisturbed(whole);
  }
  bool fails_undisturbed(const StressCasePointer& stressed) {
    if (!stressed || !count_run_if_any_left()) return false;
    try {
      const StressedRun& run = smallest_failing_case_.run;
      const auto trial = stressed->trial();
      return rerun_with_decisions(*trial, run.halvings, run.strategy, run.seed, {}, shrink_limits_.run).outcome ==
             wanted_outcome_;
    } catch (const UsageError&) {  // a test case that cannot be run counts as one that does not fail
      return false;
    }
  }

  void drop_unneeded_decisions() {
    const StressCasePointer stressed = smallest_failing_case_.stressed;
    const StressedRun whole = smallest_failing_case_.run;
    const auto trial = stressed->trial();
    remove_unneeded_items<ArbiterDecision>(whole.decisions, [&](const std::vector<ArbiterDecision>& rest) {
      if (!count_run_if_any_left()) return false;
      return store_if_same_outcome(
          stressed, rerun_with_decisions(*trial, whole.halvings, whole.strategy, whole.seed, rest, shrink_limits_.run));
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
