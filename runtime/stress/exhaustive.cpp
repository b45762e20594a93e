#include "runtime/stress/exhaustive.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

using TouchedResourceBits = std::uint64_t;

/// Returns the sequence number of an event. In runs that begin with the same choices among pending events, the same
/// event has the same number.
std::uint64_t sequence_number_of(const Event& event) {
  return event.order_at_equal_time & ((std::uint64_t{1} << Event::kSequenceBits) - 1);
}

bool are_events_dependent(TouchedResourceBits a, TouchedResourceBits b) { return (a & b) != 0; }

struct SleepSetEvent {
  std::uint64_t event_number;
  TouchedResourceBits bits_of_accessed_nodes_and_links;
};

/// One step of the current run in the search of all orders of events: the event that was chosen at this step, and the
/// other pending events that must still be tried in its place.
struct ExploredStep {
  std::vector<std::uint64_t> pending_events;  ///< sequence numbers of the pending events, in the order in which an
                                              ///< undisturbed run would execute them
  bool are_pending_events_answers_to_one_call = false;  ///< whether the pending entries are no events but the answers
                                                        ///< that one call of a program, such as wait_any, can get now
  std::size_t chosen_event_index = 0;
  TouchedResourceBits bits_of_accessed_nodes_and_links =
      0;                                       ///< set of bits that stand for the nodes and links that the run read
                                               ///< or changed from this step up to the next one
  std::optional<std::size_t> scheduling_step;  ///< index of the step that scheduled the chosen event; empty if the
                                               ///< event was scheduled before the first step
  std::vector<bool> required_earlier_steps;    ///< for each earlier step: whether it comes before this step in all
                                               ///< equivalent orders of events

  /// For each event in `pending_events`, whether a run that chooses it at this step has to be tried.
  std::vector<bool> must_pending_event_be_tried;
  std::vector<SleepSetEvent> sleep_set;  ///< pending events that, if chosen at this step, lead only to orders of
                                         ///< events that were run already

  std::uint64_t chosen_event_number() const { return pending_events[chosen_event_index]; }
  bool is_event_in_sleep_set(std::uint64_t event) const {
    return std::ranges::find(sleep_set, event, &SleepSetEvent::event_number) != sleep_set.end();
  }
};

/// An arbiter that leads successive runs through all orders of events.
class ExploringArbiter final : public Arbiter {
 public:
  void begin_run() {
    current_step_ = 0;
    scheduling_steps_.clear();
    is_run_redundant_ = false;
    has_polling_node_been_put_to_sleep_ = false;
    take_touched_bits();
  }

  std::size_t choose_next_event(std::span<const Event> pending) override {
    note_causes_of_new_events(pending);
    const TouchedResourceBits touched = take_touched_bits();
    if (is_run_redundant_) return 0;
    if (current_step_ > 0) steps_[current_step_ - 1].bits_of_accessed_nodes_and_links = touched;
    if (current_step_ == steps_.size() && !add_step(pending)) {
      is_run_redundant_ = true;
      return 0;
    }
    ExploredStep& step = steps_[current_step_++];
    step.scheduling_step = scheduling_steps_[step.chosen_event_number()];
    return step.chosen_event_index;
  }

  void on_polling_stopped(NodeId /*node*/) override { has_polling_node_been_put_to_sleep_ = true; }

  void finish_run() {
    if (!is_run_redundant_ && current_step_ > 0) {
      steps_[current_step_ - 1].bits_of_accessed_nodes_and_links = take_touched_bits();
      mark_last_events_to_be_tried();
    }
    for (std::size_t i = first_new_step_; i < steps_.size(); ++i) find_reversible_races(i);
  }

  /// Chooses the next order of events to run. Returns false if no order is left.
  bool prepare_next_order() {
    while (!steps_.empty()) {
      ExploredStep& last = steps_.back();
      last.sleep_set.push_back({last.chosen_event_number(), last.bits_of_accessed_nodes_and_links});
      for (std::size_t i = 0; i < last.pending_events.size(); ++i) {
        if (!last.must_pending_event_be_tried[i] || last.is_event_in_sleep_set(last.pending_events[i])) continue;
        last.chosen_event_index = i;
        first_new_step_ = steps_.size() - 1;
        return true;
      }
      steps_.pop_back();
    }
    return false;
  }

  bool is_run_redundant() const noexcept { return is_run_redundant_; }
  bool has_polling_node_been_put_to_sleep() const noexcept { return has_polling_node_been_put_to_sleep_; }
  std::size_t step_count() const noexcept { return steps_.size(); }

 private:
  /// Notes which step has scheduled each event: an event that is pending for the first time was scheduled by the last
  /// step of the run.
  void note_causes_of_new_events(std::span<const Event> pending) {
    for (const Event& event : pending) {
      const std::uint64_t number = sequence_number_of(event);
      if (number < scheduling_steps_.size()) continue;
      scheduling_steps_.resize(number + 1, current_step_ == 0 ? std::nullopt : std::optional(current_step_ - 1));
    }
  }

  /// Adds a step to the explored run; the step chooses one of the pending events. Returns false if all pending events
  /// are asleep, that is, if choosing any of them leads only to orders that have already been run.
  bool add_step(std::span<const Event> pending) {
    ExploredStep step;
    for (const Event& event : pending) step.pending_events.push_back(sequence_number_of(event));
    if (!steps_.empty()) {
      const ExploredStep& last = steps_.back();
      for (const SleepSetEvent& event : last.sleep_set) {
        if (!are_events_dependent(event.bits_of_accessed_nodes_and_links, last.bits_of_accessed_nodes_and_links))
          step.sleep_set.push_back(event);
      }
    }
    const auto awake = std::ranges::find_if(step.pending_events,
                                            [&](std::uint64_t number) { return !step.is_event_in_sleep_set(number); });
    if (awake == step.pending_events.end()) return false;
    step.chosen_event_index = static_cast<std::size_t>(awake - step.pending_events.begin());
    step.are_pending_events_answers_to_one_call = pending.front().kind == Arbiter::kChoiceAmongRequests;
    step.must_pending_event_be_tried.assign(step.pending_events.size(), step.are_pending_events_answers_to_one_call);
    steps_.push_back(std::move(step));
    return true;
  }

  /// Finds each earlier step of the run that could also come after step `at`, and marks the order of events with the
  /// two steps swapped as one to try.
  void find_reversible_races(std::size_t at) {
    ExploredStep& step = steps_[at];
    step.required_earlier_steps.assign(at, false);
    if (step.scheduling_step) add_predecessor_steps(step, *step.scheduling_step);
    for (std::size_t i = at; i-- > 0;) {
      if (step.required_earlier_steps[i] ||
          !are_events_dependent(steps_[i].bits_of_accessed_nodes_and_links, step.bits_of_accessed_nodes_and_links))
        continue;
      mark_order_with_later_step_first(i, at);
      add_predecessor_steps(step, i);
    }
  }
  /// Handles the end of a run in which events may still be pending, as after a failure. It is unknown which nodes and
  /// links these events would have touched. So later runs try each pending event in place of the last event of this
  /// run, and find out with which events it conflicts.
  void mark_last_events_to_be_tried() {
    std::size_t place = steps_.size() - 1;
    while (steps_[place].are_pending_events_answers_to_one_call && place > 0) --place;
    steps_[place].must_pending_event_be_tried.assign(steps_[place].pending_events.size(), true);
  }
  void add_predecessor_steps(ExploredStep& step, std::size_t earlier) const {
    const std::vector<bool>& more = steps_[earlier].required_earlier_steps;
    for (std::size_t i = 0; i < more.size(); ++i) {
      if (more[i]) step.required_earlier_steps[i] = true;
    }
    step.required_earlier_steps[earlier] = true;
  }
  /// Marks an order of events to be tried in which step `later` of the run, and all steps that must precede it, come
  /// before step `place`. This order differs from the run at step `place`: there it takes the event of the first later
  /// step that does not have to come after step `place`, and that is `later` or must precede `later`. That event was
  /// already pending at step `place`. Other events with these properties would not do: they may be asleep, because
  /// orders that begin with them have been run, although in none of these orders the required steps came first. A step
  /// that is an answer to a call is treated as part of the event before it.
  void mark_order_with_later_step_first(std::size_t place, std::size_t later) {
    while (steps_[place].are_pending_events_answers_to_one_call) --place;
    ExploredStep& earlier = steps_[place];
    const auto is_first = [&](std::size_t at) {
      return (at == later || steps_[later].required_earlier_steps[at]) && !steps_[at].required_earlier_steps[place];
    };
    std::size_t first = place + 1;
    while (first < later && !is_first(first)) ++first;
    const auto found = std::ranges::find(earlier.pending_events, steps_[first].chosen_event_number());
    earlier.must_pending_event_be_tried[static_cast<std::size_t>(found - earlier.pending_events.begin())] = true;
  }

  std::vector<ExploredStep> steps_;
  std::size_t current_step_ = 0;
  std::size_t first_new_step_ = 0;  ///< index of the first step that differs from the run before
  std::vector<std::optional<std::size_t>> scheduling_steps_;  ///< for each event, by sequence number: the step that
                                                              ///< scheduled it; empty for an event scheduled before the
                                                              ///< first step
  bool is_run_redundant_ = false;
  bool has_polling_node_been_put_to_sleep_ = false;
};

/// An arbiter that follows one random order of events. At each step it records the pending events, from which the
/// number of different orders is estimated (Knuth's method).
class RandomOrderArbiter final : public Arbiter {
 public:
  explicit RandomOrderArbiter(std::uint64_t seed) : rng_(seed) {}

  std::size_t choose_next_event(std::span<const Event> pending) override {
    note_touched_nodes_and_links();
    std::vector<std::uint64_t>& numbers = pending_events_by_step_.emplace_back();
    for (const Event& event : pending) numbers.push_back(sequence_number_of(event));
    const std::size_t choice = rng_.random_number_below(pending.size());
    chosen_event_numbers_.push_back(numbers[choice]);
    return choice;
  }

  double estimated_order_count() {
    note_touched_nodes_and_links();
    double product = 1;
    for (std::size_t i = 0; i < pending_events_by_step_.size(); ++i) {
      product *= static_cast<double>(std::ranges::count_if(pending_events_by_step_[i], [&](std::uint64_t number) {
        return number == chosen_event_numbers_[i] ||
               are_events_dependent(nodes_and_links_touched_by(number), touched_resources_by_step_[i]);
      }));
    }
    return product;
  }

 private:
  void note_touched_nodes_and_links() {
    const TouchedResourceBits touched = take_touched_bits();
    if (touched_resources_by_step_.size() < chosen_event_numbers_.size()) touched_resources_by_step_.push_back(touched);
  }
  TouchedResourceBits nodes_and_links_touched_by(std::uint64_t number) const {
    const auto found = std::ranges::find(chosen_event_numbers_, number);
    return found == chosen_event_numbers_.end()
               ? kEverything
               : touched_resources_by_step_[static_cast<std::size_t>(found - chosen_event_numbers_.begin())];
  }

  Rng rng_;
  std::vector<std::vector<std::uint64_t>> pending_events_by_step_;
  std::vector<std::uint64_t> chosen_event_numbers_;
  std::vector<TouchedResourceBits> touched_resources_by_step_;
};

}  // namespace

void add_run_as_new_order(ExhaustiveSearchReport& report, StressedRun run) {
  report.events_of_longest_run = std::max(report.events_of_longest_run, run.steps);
  ++report.orders_by_outcome[run.outcome];
  const std::uint64_t number = report.order_count++;
  if (run.outcome != RunOutcome::completed)
    report.findings.try_emplace(run.outcome, FirstFailingRunWithOutcome{number, std::move(run)});
}

ExhaustiveSearchReport explore_all_orders(StressTrial& trial, const ExhaustiveOptions& options,
                                          const std::stop_token& stop) {
  constexpr std::uint64_t kRunsBetween = 1000;
  ExhaustiveSearchReport report;
  if (options.tries_one_order_per_choice_set_first) report = explore_choices(trial, options, stop);
  ExploringArbiter explorer;
  while (!stop.stop_requested() && !report.has_run_all_orders) {
    explorer.begin_run();
    StressedRun run = run_with_arbiter(trial, explorer, options.seed, options.limits);
    explorer.finish_run();
    if (explorer.is_run_redundant()) {
      ++report.redundant_run_count;
    } else {
      add_run_as_new_order(report, std::move(run));
      if (explorer.has_polling_node_been_put_to_sleep()) ++report.orders_with_truncated_polling;
    }
    if (options.on_order_done) options.on_order_done(report);
    report.has_run_all_orders = !explorer.prepare_next_order();
    if (options.on_progress && (report.order_count + report.redundant_run_count) % kRunsBetween == 0)
      options.on_progress(report.order_count);
  }
  return report;
}

ExhaustiveEstimate estimate_orders(StressTrial& trial, const ExhaustiveOptions& options) {
  constexpr std::uint64_t kRuns = 100;
  constexpr std::uint64_t kStream = 401;
  const auto start = std::chrono::steady_clock::now();
  ExhaustiveEstimate estimate;
  for (std::uint64_t i = 0; i < kRuns; ++i) {
    RandomOrderArbiter order(split_seed(split_seed(options.seed, kStream), i));
    run_with_arbiter(trial, order, options.seed, options.limits);
    estimate.order_count += order.estimated_order_count() / static_cast<double>(kRuns);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  estimate.estimated_seconds = estimate.order_count * taken.count() / static_cast<double>(kRuns);
  return estimate;
}

}  // namespace switchyard
