#include "runtime/verify/setting_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/random.hpp"
#include "runtime/stress/choices.hpp"
#include "runtime/stress/exhaustive.hpp"
#include "runtime/stress/one_order.hpp"
#include "runtime/stress/undisturbed_order.hpp"
#include "runtime/stress/visible_calls.hpp"
#include "runtime/verify/run_story.hpp"

namespace switchyard {
namespace {

using HostTime = std::chrono::steady_clock::time_point;

/// The log of one run, in which an arbiter may prescribe choices of the programs, and how the run
/// ended.
struct DecidedRun {
  /// Makes an empty log. If `spare`, a log that is no longer needed, is given, its memory is
  /// reused.
  explicit DecidedRun(std::uint32_t nodes, std::unique_ptr<ProgramLog> spare = nullptr)
      : kept(spare ? std::move(spare) : std::make_unique<ProgramLog>(nodes)) {
    kept->clear();
    kept->log_all_choices();
  }
  ProgramLog& log() const noexcept { return *kept; }
  std::unique_ptr<ProgramLog> kept;
  EndState end = {};
};

RunOptions run_options_for(const VerifyLimits& limits) {
  RunOptions options;
  options.seed = limits.seed;
  options.executor = limits.runs.executor;
  options.time_limit = limits.runs.time_limit;
  options.stack_bytes = limits.runs.stack_bytes;
  return options;
}

/// Runs the trial, and stores in `run` how the run ends. An error of the program counts as an end;
/// UsageError and HostError are rethrown.
void run_to_end(VerifiedTrial& trial, DecidedRun& run, const RunOptions& options) {
  try {
    trial.run(trial.machine(), options);
  } catch (const UsageError&) {
    throw;
  } catch (const HostError&) {
    throw;
  } catch (const Error&) {
  }
  run.end = trial.take_end();
}

/// Carries out a run under an arbiter that writes the log of `run`. `host_limit` limits the run's host time; if it is
/// empty, there is no limit.
void run_and_log(Arbiter& arbiter, VerifiedTrial& trial, DecidedRun& run, const VerifyLimits& limits,
                 std::optional<Duration> host_limit) {
  RunOptions options = run_options_for(limits);
  options.arbiter = &arbiter;
  options.host_limit = host_limit;
  run_to_end(trial, run, options);
}

/// Carries out a run in which the choices in `settled` are made as listed, and all others as in an
/// undisturbed run. `host_limit` limits the run's host time; if it is empty, there is no limit.
DecidedRun run_with_choices(VerifiedTrial& trial, const Choices& settled, const VerifyLimits& limits,
                            std::optional<Duration> host_limit = {}, std::unique_ptr<ProgramLog> spare = nullptr) {
  DecidedRun run(trial.machine().node_count(), std::move(spare));
  UndisturbedOrder arbiter(run.log(), settled);
  run_and_log(arbiter, trial, run, limits, host_limit);
  return run;
}

/// An arbiter that repeats the decisions of an earlier run, and logs the programs' calls and their
/// results.
class LoggedReplay final : public Arbiter {
 public:
  LoggedReplay(ProgramLog& log, std::span<const Decision> decisions) : log_(log), decisions_(decisions) {}
  void attach(const Fabric& /*fabric*/) override { log_.begin_run(); }
  std::size_t choose(std::span<const Event> pending) override { return decisions_.choose(pending); }
  void on_instruction(NodeId node, const Instruction& instruction) override { log_.add(node, instruction); }
  void on_wait_any_ended(NodeId node, std::uint32_t which) override { log_.log_chosen_request(node, which); }
  void on_request_complete(const Request& request) override { log_.complete(request); }

 private:
  ProgramLog& log_;
  ReplayArbiter decisions_;
};

std::string text_of_choice_result(const LoggedChoice& choice, std::uint32_t taken) {
  switch (choice.kind) {
    case LoggedChoice::Kind::receive:
    case LoggedChoice::Kind::probe:
      return fmt::format("the message of rank {}", taken);
    case LoggedChoice::Kind::wait:
      return "the end of " + call_text(*choice.among[taken]);
    case LoggedChoice::Kind::test:
    case LoggedChoice::Kind::test_all:
      return taken == 0 ? "nothing" : "what is done";
    case LoggedChoice::Kind::try_probe:
      return taken == 0 ? "nothing" : fmt::format("the message of rank {}", taken - 1);
  }
  return {};
}

std::uint64_t count_events_before(const VectorClock& clock) {
  std::uint64_t sum = 0;
  for (const std::uint32_t known : clock) sum += known;
  return sum;
}

/// Returns the earliest choice of a run whose result differs from that in the choices `usual` of
/// another run, or null if there is none. Choices are compared in an order in which they may have
/// been made.
const OrderedChoice* first_changed_choice(const RunOrder& order, const Choices& usual) {
  const OrderedChoice* first = nullptr;
  for (const OrderedChoice& each : order.choices) {
    const ChoiceName name = each.choice->name;
    const auto found = std::ranges::lower_bound(usual, name, {}, &Choices::value_type::first);
    if (found == usual.end() || found->first != name || found->second == each.choice->taken) continue;
    if (each.choice->is_open()) continue;
    if (first == nullptr || count_events_before(each.known) < count_events_before(first->known)) first = &each;
  }
  return first;
}

std::uint32_t result_in_usual_run(const Choices& usual, const LoggedChoice& choice) {
  return std::ranges::lower_bound(usual, choice.name, {}, &Choices::value_type::first)->second;
}

/// Adds to `wrong`, the description of a wrong run, all receives and probes from any source on the node of the choice
/// `told`, because they compete with that choice for the same messages.
void note_competing_receives(WrongRun& wrong, const RunOrder& order, const LoggedChoice& told) {
  for (const OrderedChoice& each : order.choices) {
    const LoggedChoice& other = *each.choice;
    const bool takes_any = other.kind == LoggedChoice::Kind::receive || other.kind == LoggedChoice::Kind::probe;
    if (takes_any && other.node == told.node)
      wrong.others.push_back(make_defect_call(other.node, other.site, "receive"));
  }
}

/// Returns the first message to a service before which the service took other messages than in the run with the choices
/// `usual`, or null if there is none. `meaning` has the choices of this run, in which a service's choice is described
/// by the message and those taken before it (Branch::order_independent_choices).
const ServedMessage* first_reordered_message(const RunOrder& order, const Choices& meaning, const Choices& usual) {
  const ServedMessage* first = nullptr;
  const auto value = [](const Choices& choices, const ChoiceName& name) {
    const auto found = std::ranges::lower_bound(choices, name, {}, &Choices::value_type::first);
    return found == choices.end() || found->first != name ? std::nullopt : std::optional(found->second);
  };
  for (const ServedMessage& each : order.served) {
    const auto before = value(usual, message_name(each));
    if (!before || before == value(meaning, message_name(each))) continue;
    if (first == nullptr || count_events_before(each.known) < count_events_before(first->known)) first = &each;
  }
  return first;
}

/// Notes in `wrong` a request that a service of a node took in another order than in a right run, and the calls that
/// sent the conflicting requests.
void note_reordered_message(WrongRun& wrong, const RunOrder& order, const ServedMessage& take) {
  wrong.takes_any = true;
  wrong.chooser = make_defect_call(take.send->owner, take.send->site, "send");
  wrong.chosen = fmt::format("is carried out by rank {} in another order", index(take.choice->node));
  for (const ServedMessage& each : order.served) {
    if (each.service == take.service && each.channel != take.channel && each.conflicts_with(take))
      wrong.others.push_back(make_defect_call(each.send->owner, each.send->site, "send"));
  }
}

/// Finds the first choice of the wrong run whose result differs from that in the right run, whose choices are `usual`.
/// Writes the choice and the calls involved in it into `wrong`.
void note_deciding_choice(WrongRun& wrong, const RunOrder& order, const Branch& usual, MessageSetNumbers& earlier) {
  const OrderedChoice* const changed = first_changed_choice(order, usual.settled);
  const ServedMessage* const reordered =
      order.served.empty()
          ? nullptr
          : first_reordered_message(order, all_choices_of_run(order, earlier).order_independent_choices,
                                    usual.order_independent_choices);
  if (reordered != nullptr &&
      (changed == nullptr || count_events_before(reordered->known) < count_events_before(changed->known)))
    return note_reordered_message(wrong, order, *reordered);
  if (changed == nullptr) return;
  const LoggedChoice& choice = *changed->choice;
  wrong.takes_any = choice.kind == LoggedChoice::Kind::receive || choice.kind == LoggedChoice::Kind::probe;
  wrong.chooser = make_defect_call(choice.node, choice.site, "receive");
  wrong.chosen = fmt::format("takes {} instead of {}", text_of_choice_result(choice, choice.taken),
                             text_of_choice_result(choice, result_in_usual_run(usual.settled, choice)));
  for (const OrderedMessage& message : order.messages) {
    if (message.receive == choice.among.front())
      wrong.others.push_back(make_defect_call(message.send->owner, message.send->site, "send"));
  }
  note_competing_receives(wrong, order, choice);
}

class Search {
 public:
  Search(const VerifySetting& setting, const VerifyLimits& limits, HostTime deadline, const NoteRun& note_run)
      : setting_(setting), limits_(limits), note_run_(note_run), trial_(setting), begin_(Clock::now()), end_(deadline) {
    result_.orders.name = setting.name;
  }

  SearchResult search_orders_for_wrong_run(const std::set<std::uint64_t>& known) {
    if (try_undisturbed_order(known)) {
      if (!obstacle_ && !explore_choices()) obstacle_ = true;
      if (obstacle_ && !is_over()) explore_orders();
      if (!result_.orders.complete && !is_over()) try_random_orders();
    }
    return std::move(result_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool is_over() const noexcept { return result_.wrong.has_value() || !result_.undecided_reason.empty(); }
  bool is_late(HostTime limit) const { return Clock::now() >= limit; }
  /// Returns the time until which orders are explored systematically. After it, random orders are
  /// tried.
  HostTime end_of_search() const { return begin_ + (end_ - begin_) * 3 / 4; }

  DecidedRun run(const Choices& settled, std::optional<Duration> host_limit = {}) {
    if (note_run_) note_run_();
    return run_with_choices(trial_, settled, limits_, host_limit, std::move(spare_));
  }

  // --- running the undisturbed order of events ----------------------------------------------------------------------

  /// Runs the program twice in the undisturbed order of events. Returns false if the verdict is decided by now, or if
  /// no verdict is possible because the two runs differ and are not both wrong.
  bool try_undisturbed_order(const std::set<std::uint64_t>& known) {
    // A program that does not end because of a defect soon shows it.
    constexpr Duration kSoon = std::chrono::seconds{1};
    DecidedRun first = run({}, std::min(kSoon, limits_.run_time));
    if (first.end.has_expired && first.end.defects.empty()) first = run({}, limits_.run_time);
    result_.first = first.end;
    result_.signature = calls_hash(first.log());
    note_sizes_of_sends(first.log());
    if (is_unfinished(first.end) && !first.end.defects.empty()) {
      note_wrong_run(first, {});
      return false;
    }
    if (is_unfinished(first.end)) {
      const bool may_be_endless = first.end.has_expired || first.end.outcome == Outcome::livelock;
      result_.undecided_reason = (may_be_endless ? "a run does not end: " : "a run is not finished: ") + first.end.text;
      return false;
    }
    if (known.contains(result_.signature) && first.end.is_right()) {
      result_.orders.orders = 1;
      return false;
    }
    const DecidedRun again = run({}, limits_.run_time);
    const bool are_alike = calls_hash(again.log()) == result_.signature && again.end.ends_in_same_way_as(first.end);
    if (!are_alike && !(is_wrong(first) && is_wrong(again))) {
      result_.undecided_reason = "the program is not deterministic by itself: " + text_of_difference(first, again);
      return false;
    }
    if (first.end.is_right() && !is_right_at_other_dates(first)) return false;
    result_.orders.orders = 1;
    obstacle_ = first.log().early_obstacle().has_value();
    if (obstacle_) result_.orders.reason = *first.log().early_obstacle();
    if (first.log().defect()) {
      note_defect_in_log(first, {});
    } else if (first.end.outcome == Outcome::deadlock && gives_up_later(first.log())) {
      result_.undecided_reason =
          "a program tests or probes so often before it gives up that its orders cannot be searched";
    } else if (!first.end.is_right()) {
      note_wrong_first_run(first);
    } else {
      first_ = std::move(first);
    }
    return !is_over();
  }

  /// Repeats the first run at other dates, if the program looks at the date, for example to seed random numbers.
  /// Returns false, and the program is undecided, if it then makes other calls or ends otherwise.
  bool is_right_at_other_dates(const DecidedRun& first) {
    if (!setting_.has_read_date || !setting_.has_read_date()) return true;
    for (const NodeProgram& program : setting_.programs_at_other_dates) {
      VerifySetting later = setting_;
      later.program = program;
      VerifiedTrial trial(later);
      if (note_run_) note_run_();
      const DecidedRun run = run_with_choices(trial, {}, limits_, limits_.run_time);
      const bool is_alike = calls_hash(run.log()) == result_.signature && !is_wrong(run);
      if (!is_alike) {
        result_.undecided_reason = "the program depends on the date: " + text_of_difference(first, run);
        return false;
      }
      result_.prints_date |= run.end.printed != first.end.printed;
    }
    return true;
  }

  void note_sizes_of_sends(const ProgramLog& log) {
    for (std::uint32_t i = 0; i < log.node_count(); ++i) {
      const NodeLog& node = log[NodeId{i}];
      for (std::uint32_t place = 0; place < node.size(); ++place) {
        const LoggedCall call = node[place];
        if (call.kind != LoggedCall::Kind::post) continue;
        const LoggedRequest& request = *call.requests.front();
        if (request.kind != Request::Kind::send || request.protocol != Protocol::automatic) continue;
        result_.shortest_send = std::min(result_.shortest_send, request.bytes);
        result_.longest_send = std::max(result_.longest_send, request.bytes);
      }
    }
  }

  /// A run that is logged takes a program that has polled many times for one that polls for ever. Returns whether this
  /// one gives up instead, if it may poll more often: then a run without a log is in no deadlock.
  bool gives_up_later(const ProgramLog& log) {
    const auto polls_at_end = [&](std::uint32_t i) {
      const LoggedChoice* const last = log[NodeId{i}].last_choice();
      return last != nullptr && last->repeats && last->taken == 0;
    };
    if (std::ranges::none_of(std::views::iota(0U, log.node_count()), polls_at_end)) return false;
    if (note_run_) note_run_();
    RunOptions options = run_options_for(limits_);
    options.host_limit = limits_.run_time;
    DecidedRun longer(log.node_count());
    run_to_end(trial_, longer, options);
    return longer.end.outcome != Outcome::deadlock;
  }

  static bool is_unfinished(const EndState& end) noexcept {
    return end.outcome == Outcome::unfinished || end.outcome == Outcome::livelock;
  }
  static bool is_wrong(const DecidedRun& run) { return run.log().defect() || !run.end.is_right(); }

  std::string text_of_difference(const DecidedRun& one, const DecidedRun& other) const {
    if (one.end.printed != other.end.printed) return "two runs of the same order print different lines";
    const auto text_of_error = [](const DecidedRun& run) {
      return run.end.text.empty() ? std::string("no error") : run.end.text.substr(0, run.end.text.find('\n'));
    };
    if (one.end.text != other.end.text)
      return fmt::format("of two runs of the same order one ends with '{}', and the other one with '{}'",
                         text_of_error(one), text_of_error(other));
    return "two runs of the same order make different calls";
  }

  // --- running one order of events for each set of choices ----------------------------------------------------------

  /// Runs one order of events for each set of choices that programs can make. Returns false if a
  /// program does something for which one order for each set of choices is not enough, such as
  /// cancelling a request.
  bool explore_choices() {
    result_.orders.orders = 0;
    std::vector<StoredBranch> to_do(1);
    std::set<Choices> tried;
    bool is_proof = true;
    while (!to_do.empty() && !is_over()) {
      StoredBranch& last = to_do.back();
      const bool is_alone = last.is_first_tried_alone;
      const auto [settled, meaning] = is_alone ? last.branch_of_one_node(usual_.settled) : last.branch();
      if (is_alone && (quiet_.has_run_with_choices(meaning) || refuted_.contains(meaning))) {
        to_do.pop_back();
        continue;
      }
      const bool is_known =
          tried.contains(meaning) || (result_.orders.orders > 0 && runs_.has_run_with_choices(meaning));
      if (!is_known && (result_.orders.orders >= limits_.orders || is_late(end_of_search()))) break;
      const std::optional<Choices::value_type> changed = last.changed;
      if (is_alone) {
        last.is_first_tried_alone = !is_known;  // the next try is with the choices that the other nodes have changed
      } else {
        to_do.pop_back();
      }
      if (is_known) continue;
      tried.insert(meaning);
      DecidedRun next = first_ ? *std::exchange(first_, std::nullopt) : run(settled);
      if (next.log().early_obstacle() && !next.log().defect()) {
        result_.orders.reason = *next.log().early_obstacle();
        return false;
      }
      const PartialOrder partial = partial_order_of(next.log());
      if (auto cancel = text_of_undecided_cancel(next.log(), partial.order)) {
        result_.orders.reason = std::move(*cancel);
        return false;
      }
      const bool is_shown = !partial.waits_for_chosen && has_made_all_choices(partial.order, settled) &&
                            !has_contradictory_choices(partial.order);
      is_proof = add_outcome(next, partial.order, settled, is_shown) && is_proof;
      if (is_over()) break;
      if (!is_shown) add_branch_without_stuck_services(partial.order, settled, to_do);
      if (is_alone && !is_shown && is_stuck_at(changed->first, next.log())) refuted_.insert(meaning);
      const bool is_quiet = is_shown && is_quiet_run(next, partial.order);
      if (is_quiet) quiet_.add(all_choices_of_run(partial.order, earlier_).order_independent_choices);
      add_branches(partial.order, to_do, is_quiet);
      is_proof = try_tests_that_find_nothing(partial.order, settled, to_do) && is_proof;
      spare_ = std::move(next.kept);
    }
    note_completeness(to_do.empty(), is_proof);
    return true;
  }

  /// A program may give up after a number of tests or probes in a row that find nothing, and repeating them once does
  /// not show this. So for each source line with such a test, this function tries a run in which the test finds nothing
  /// at all. If the program then does something else, the function adds that run to those still to be made. Returns
  /// false if such a run does not prove how all orders with the same choices end.
  bool try_tests_that_find_nothing(const RunOrder& order, const Choices& settled, std::vector<StoredBranch>& to_do) {
    bool is_proof = true;
    for (const OrderedChoice& each : order.choices) {
      const LoggedChoice& look = *each.choice;
      if (look.is_open() || !look.may_find_nothing() || look.finds_more) continue;
      const bool probes_itself = look.kind == LoggedChoice::Kind::try_probe && look.taken == 1 + index(look.node);
      if (probes_itself) continue;  // a message from the node to itself is there as soon as it is sent
      if (is_over() || !withheld_.emplace(look.node, look.site.file(), look.site.line()).second) continue;
      DecidedRun given_up(trial_.machine().node_count());
      UndisturbedOrder arbiter(given_up.log(), settled);
      arbiter.withhold_from(look.name);
      if (note_run_) note_run_();
      run_and_log(arbiter, trial_, given_up, limits_, limits_.run_time);
      if (arbiter.repeats_until_found() || given_up.log().has_obstacle()) continue;
      const PartialOrder partial = partial_order_of(given_up.log());
      if (partial.waits_for_chosen || has_contradictory_choices(partial.order)) continue;
      const Choices choices = all_choices_of_run(partial.order, earlier_).settled;
      is_proof = add_outcome(given_up, partial.order, choices, true) && is_proof;
      add_branches(partial.order, to_do);
    }
    return is_proof;
  }

  void note_completeness(bool is_complete, bool is_proof) {
    result_.orders.complete = is_complete && is_proof && !is_over();
    if (!is_complete && !is_over()) result_.orders.reason = limit_text();
  }
  std::string limit_text() const {
    return result_.orders.orders >= limits_.orders ? fmt::format("the limit of {} orders", limits_.orders)
                                                   : std::string("the limit of the host's time");
  }

  /// Returns whether the run has made all choices that `settled` prescribes, so that none was prescribed in vain.
  static bool has_made_all_choices(const RunOrder& order, const Choices& settled) {
    const auto is_missing = [&](const LoggedChoice& choice) {
      return choice.is_open() && std::ranges::binary_search(settled, choice.name, {}, &Choices::value_type::first);
    };
    return std::ranges::none_of(order.choices, [&](const OrderedChoice& each) { return is_missing(*each.choice); }) &&
           std::ranges::none_of(order.open_services, [&](const LoggedChoice* each) { return is_missing(*each); });
  }

  /// A run may wait in vain for messages that its prescribed choices of services demand. Adds to `to_do` a set of
  /// choices without these. They come from another run, in which the message's sender could send it only because its
  /// previous, unbuffered send was done. Vector clocks do not show this dependence (message_order.hpp).
  static void add_branch_without_stuck_services(const RunOrder& order, const Choices& settled,
                                                std::vector<StoredBranch>& to_do) {
    Branch rest{.settled = settled};
    for (const LoggedChoice* open : order.open_services) {
      std::erase_if(rest.settled, [&](const auto& each) {
        return each.first >= open->name && each.first.is_of_service() && each.first.is_of_same_service(open->name);
      });
    }
    if (rest.settled.size() == settled.size()) return;
    rest.order_independent_choices = rest.settled;
    to_do.push_back({.others = std::make_unique<Branch>(std::move(rest))});
  }

  /// Adds the outcome of a run to the result of the search. Returns false if the run does not
  /// prove how all orders with the same choices end.
  bool add_outcome(const DecidedRun& run, const RunOrder& order, const Choices& settled, bool is_shown) {
    const bool is_first = result_.orders.orders == 0;
    if (is_first) {
      usual_ = all_choices_of_run(order, earlier_);
      usual_results_ = results_by_node(order);
    }
    const bool is_whole = run.end.outcome == Outcome::completed || run.end.outcome == Outcome::deadlock;
    if (is_shown && is_whole) runs_.add(all_choices_of_run(order, earlier_).order_independent_choices);
    if (!is_shown) return true;
    ++result_.orders.orders;
    note_race_sources(order);
    if (run.end.outcome == Outcome::unfinished && run.end.defects.empty()) {
      result_.orders.reason = run.end.text;
      return false;
    }
    if (run.log().defect()) {
      note_defect_in_log(run, settled);
      return true;
    }
    const bool ends_alike = run.end.ends_in_same_way_as(result_.first);
    const bool prints_polls = !ends_alike && order.served.empty() && run.end.differs_only_in_print(result_.first) &&
                              results_by_node(order) == usual_results_;
    if (!run.end.is_right() || (!ends_alike && !prints_polls)) {
      note_wrong_run(run, settled);
      return true;
    }
    result_.prints_polls |= prints_polls;
    return proves_all_orders(run.log(), order);
  }

  /// The results of the choices of each node, in its program's order, with the places of the calls. Tests and probes
  /// that find nothing are left out.
  using ResultsByNode = std::map<NodeId, std::vector<std::pair<CallSite, std::uint32_t>>>;
  static ResultsByNode results_by_node(const RunOrder& order) {
    ResultsByNode results;
    for (const OrderedChoice& each : order.choices) {
      const LoggedChoice& choice = *each.choice;
      if (!choice.may_find_nothing() || choice.taken != 0) results[choice.node].emplace_back(choice.site, choice.taken);
    }
    return results;
  }

  bool proves_all_orders(const ProgramLog& log, const RunOrder& order) {
    const auto early = std::ranges::find_if(order.messages, [](const OrderedMessage& message) {
      return must_find_receive(message.send->mode) && !message.is_expected();
    });
    if (early != order.messages.end()) {
      note_early_ready_message(*early, order);
      return true;
    }
    const OneOrder one = check_that_one_order_suffices(log, &order, trial_.machine().model());
    if (!one.is_proven) result_.orders.reason = one.reason;
    return one.is_proven;
  }

  /// Adds the branches of a run to `to_do`. `is_quiet` says whether other nodes notice none of the run's choices.
  void add_branches(const RunOrder& order, std::vector<StoredBranch>& to_do, bool is_quiet = false) {
    for (const OrderedChoice& each : order.choices)
      result_.polls |= each.choice->may_find_nothing() && !each.choice->finds_more;
    for (const ServedMessage& each : order.served) result_.polls |= each.again.has_value();
    std::vector<StoredBranch> branches = branches_of(order, earlier_, FruitlessLooks::removed, &varied_);
    for (StoredBranch& each : branches) each.is_first_tried_alone = is_quiet && each.changed && each.others == nullptr;
    std::ranges::move(branches, std::back_inserter(to_do));
  }

  /// Returns whether all nodes show each other the same in the run as in the first run (visible_calls.hpp). Returns
  /// false if only one node makes choices, because then nothing is gained.
  bool is_quiet_run(const DecidedRun& run, const RunOrder& order) {
    if (run.end.outcome != Outcome::completed || !order.served.empty() || !order.open_services.empty()) return false;
    const auto is_of_first_chooser = [&](const OrderedChoice& each) {
      return each.choice->node == order.choices.front().choice->node;
    };
    if (std::ranges::all_of(order.choices, is_of_first_chooser)) return false;
    const auto shown = hashes_of_visible_calls(run.log());
    if (result_.orders.orders == 1) usually_shown_ = shown;
    return shown && shown == usually_shown_;
  }
  /// Returns whether a node has come to the choice with this name, and no further.
  static bool is_stuck_at(const ChoiceName& name, const ProgramLog& log) {
    const LoggedChoice* const last = log[name.node].last_choice();
    return last != nullptr && last->name == name;
  }

  void note_race_sources(const RunOrder& order) {
    for (const OrderedChoice& each : order.choices) {
      const LoggedChoice& choice = *each.choice;
      const bool takes_any = choice.kind == LoggedChoice::Kind::receive || choice.kind == LoggedChoice::Kind::probe;
      if (!takes_any || choice.is_open()) continue;
      std::vector<std::uint32_t>& taken = taken_at(choice);
      if (std::ranges::find(taken, choice.taken) == taken.end()) note_race_source(choice, taken);
    }
  }
  /// Returns the list of nodes from which `choice`, a receive or probe from any source, has got messages in the runs so
  /// far. New sources can be added to it.
  std::vector<std::uint32_t>& taken_at(const LoggedChoice& choice) { return taken_[{choice.node, choice.number}]; }
  void note_race_source(const LoggedChoice& choice, std::vector<std::uint32_t>& taken) {
    taken.push_back(choice.taken);
    if (taken.size() < 2) return;
    auto& sources = result_.races[{index(choice.node), call_text("receive", choice.site)}];
    sources.insert(taken.begin(), taken.end());
  }

  // --- running all orders of events, or random orders ---------------------------------------------------------------

  /// Passes the runs of a stress or exhaustive search on to the trial of this search, and examines
  /// the end of each run for the verdict.
  class WatchedTrial final : public Trial {
   public:
    explicit WatchedTrial(Search& search) : search_(search) {}
    const Machine& machine() const override { return search_.trial_.machine(); }
    RunReport run(const Machine& machine, const RunOptions& options) override {
      if (search_.note_run_) search_.note_run_();
      const struct Look {
        Search& search;
        const RunOptions& options;
        ~Look() { search.examine_run_end(options); }
      } look{search_, options};
      return search_.trial_.run(machine, options);
    }

   private:
    Search& search_;
  };

  /// Examines the end of a run whose order of events was chosen by an arbiter. Stores a wrong run
  /// in the result of the search. Stops the search of all orders after a wrong run, or at a limit.
  void examine_run_end(const RunOptions& options) {
    const EndState& end = trial_.end();
    if (++watched_ >= limits_.orders || is_late(end_of_search_)) stop_.request_stop();
    if (is_over() || end.outcome == Outcome::unfinished || (end.is_right() && end.ends_in_same_way_as(result_.first)))
      return;
    WrongRun wrong{.end = end};
    wrong.replay = {.setting = setting_.name, .seed = options.seed};
    if (const auto* recording = dynamic_cast<const RecordingArbiter*>(options.arbiter))
      wrong.replay.decisions = recording->decisions();
    note_matches_of_run(wrong);
    result_.wrong = std::move(wrong);
    stop_.request_stop();
  }

  void note_matches_of_run(WrongRun& wrong) const {
    const WrongRun again = run_replay(setting_, wrong.replay, limits_);
    wrong.matches = again.matches;
    wrong.left_out = again.left_out;
  }

  RunLimits run_limits() const {
    RunLimits limits = limits_.runs;
    limits.host_limit = limits_.run_time;
    return limits;
  }

  void explore_orders() {
    end_of_search_ = end_of_search();
    WatchedTrial watched(*this);
    ExhaustiveOptions options{.seed = limits_.seed, .limits = run_limits(), .try_choices = false};
    watched_ = 0;
    const ExhaustiveReport report = explore_all_orders(watched, options, stop_.get_token());
    result_.orders.orders = report.orders;
    result_.polls |= report.polls_cut > 0;
    result_.orders.complete = report.complete && !is_over() && !report.tally.contains(Outcome::unfinished);
    if (!result_.orders.complete && !is_over())
      result_.orders.reason +=
          fmt::format(", so that all orders of events were to be run: {}",
                      watched_ >= limits_.orders ? "the limit of orders" : "the limit of the host's time");
  }

  void try_random_orders() {
    constexpr std::array kTried{Strategy::random, Strategy::pct, Strategy::starve};
    end_of_search_ = end_;
    stop_ = {};
    WatchedTrial watched(*this);
    const RunLimits limits = run_limits();
    std::uint64_t steps = 1;
    for (std::uint64_t i = 0; !is_over() && !is_late(end_) && i < limits_.orders; ++i) {
      const StressedRun run =
          run_disturbed(watched, kTried[i % kTried.size()], split_seed(limits_.seed, i), steps, limits);
      steps = std::max(steps, run.steps);
      ++result_.orders.orders;
    }
  }

  // --- describing a run that ends wrongly ---------------------------------------------------------------------------

  WrongRun wrong_run(const DecidedRun& run, const Choices& settled) {
    WrongRun wrong{.end = run.end, .is_first = settled.empty()};
    const PartialOrder partial = partial_order_of(run.log());
    wrong.replay = {
        .setting = setting_.name, .choices = all_choices_of_run(partial.order, earlier_).settled, .seed = limits_.seed};
    Matches matches = matches_in_run(partial.order);
    wrong.matches = std::move(matches.last);
    wrong.left_out = matches.left_out;
    if (!settled.empty()) note_deciding_choice(wrong, partial.order, usual_, earlier_);
    return wrong;
  }
  /// Notes that the first run ends wrongly. If that may follow from a message race, and a run with
  /// other choices ends well, the choice in which the two runs differ is noted as the cause.
  void note_wrong_first_run(const DecidedRun& first) {
    constexpr std::uint64_t kMostIfShown = 1000;  // a defect that has been shown is told soon
    note_wrong_run(first, {});
    const EndState& end = first.end;
    if (end.graph && !has_no_wait_cycle(*end.graph)) return;
    if (end.defect && !may_follow_from_race(*end.defect)) return;
    const auto is_by_itself = [](const Defect& each) { return !may_follow_from_race(each.kind); };
    if (std::ranges::any_of(end.defects, is_by_itself)) return;
    const bool is_shown = end.defect || !end.defects.empty();
    const std::uint64_t most = is_shown ? std::min(kMostIfShown, limits_.orders) : limits_.orders;
    if (const auto usual = choices_that_end_well(first, most)) {
      result_.wrong->is_first = false;
      note_deciding_choice(*result_.wrong, partial_order_of(first.log()).order, *usual, earlier_);
    }
  }
  /// Returns whether a run ends well. If the first run fails a check of the program's own, a run
  /// already passes if it comes to its end without failing, even if it leaves messages behind.
  static bool ends_well(const DecidedRun& run, bool first_fails_own_check) {
    if (run.log().defect()) return false;
    const bool comes_to_end = run.end.outcome == Outcome::completed || run.end.outcome == Outcome::data_lost;
    return run.end.is_right() || (first_fails_own_check && comes_to_end);
  }
  /// Searches for an order of events that ends well, beginning with those that differ least from
  /// the first order. Returns the choices of that order, or nothing if none was found in `most`
  /// runs.
  std::optional<Branch> choices_that_end_well(const DecidedRun& first, std::uint64_t most) {
    std::vector<StoredBranch> to_do = branches_of(partial_order_of(first.log()).order, earlier_, FruitlessLooks::kept);
    std::set<Choices> tried;
    const bool fails_own_check = first.end.outcome == Outcome::program_error && !first.end.defect;
    for (std::size_t next = 0; next < to_do.size(); ++next) {
      if (tried.size() >= most || is_late(end_of_search())) break;
      const auto [settled, meaning] = to_do[next].branch();
      if (!tried.insert(meaning).second) continue;
      const DecidedRun other = run(settled, limits_.run_time);
      const PartialOrder partial = partial_order_of(other.log());
      if (partial.waits_for_chosen || !has_made_all_choices(partial.order, settled) ||
          has_contradictory_choices(partial.order))
        continue;
      if (ends_well(other, fails_own_check)) return all_choices_of_run(partial.order, earlier_);
      std::ranges::move(branches_of(partial.order, earlier_, FruitlessLooks::kept), std::back_inserter(to_do));
    }
    return std::nullopt;
  }
  void note_wrong_run(const DecidedRun& run, const Choices& settled) { result_.wrong = wrong_run(run, settled); }
  /// Notes the defect that the log of a run has shown, as the first of the run's defects. It
  /// becomes the last one if the call with the defect has no name: the runtime itself has then
  /// waited for requests that the program left behind, whose memory is gone.
  void note_defect_in_log(const DecidedRun& run, const Choices& settled) {
    result_.wrong = wrong_run(run, settled);
    std::vector<Defect>& defects = result_.wrong->end.defects;
    defects.insert(run.log().is_defect_in_named_call() ? defects.begin() : defects.end(), *run.log().defect());
  }
  void note_early_ready_message(const OrderedMessage& early, const RunOrder& order) {
    const LoggedRequest& send = *early.send;
    Defect defect{.kind = DefectClass::call_ordering,
                  .text = fmt::format("a message in ready mode of node {} to node {} can come before its receive is "
                                      "posted ({})",
                                      index(send.owner), index(send.peer), call_site_text(send.site))};
    defect.calls.push_back(make_defect_call(send.owner, send.site, "send"));
    if (early.receive != nullptr)
      defect.calls.push_back(make_defect_call(early.receive->owner, early.receive->site, "receive"));
    WrongRun wrong{.is_first = true};
    wrong.end.defects.push_back(std::move(defect));
    wrong.replay = {
        .setting = setting_.name, .choices = all_choices_of_run(order, earlier_).settled, .seed = limits_.seed};
    result_.wrong = std::move(wrong);
  }

  const VerifySetting& setting_;
  const VerifyLimits& limits_;
  const NoteRun& note_run_;
  VerifiedTrial trial_;
  HostTime begin_, end_, end_of_search_{};
  SearchResult result_;
  bool obstacle_ = false;
  std::unique_ptr<ProgramLog> spare_;  ///< log of an earlier run, to be used again
  std::optional<DecidedRun> first_;    ///< the run without settled choices, before it is taken into account
  Branch usual_;                       ///< choices of the first run
  ResultsByNode usual_results_;        ///< results of these choices
  MessageSetNumbers earlier_;
  ChosenRuns runs_;
  std::optional<std::vector<std::uint64_t>> usually_shown_;  ///< what the nodes show each other in the first run
  ChosenRuns quiet_;           ///< runs in which all nodes show each other the same as in the first run
  std::set<Choices> refuted_;  ///< choices of one node, with the usual ones of all others, that no order leads to
  std::map<ChoiceName, std::vector<std::uint32_t>> taken_;
  /// Tests and probes for which try_tests_that_find_nothing() has already made a run in which they find nothing. Each
  /// is named by its node, its source file and its line.
  std::set<std::tuple<NodeId, std::string, std::uint32_t>> withheld_;
  VariedCounts varied_;
  std::stop_source stop_;
  std::uint64_t watched_ = 0;  ///< runs since the search of all orders has begun
};

}  // namespace

bool may_follow_from_race(DefectClass kind) noexcept {
  return kind == DefectClass::parameter_matching || kind == DefectClass::invalid_parameter ||
         kind == DefectClass::memory;
}

SearchResult search_setting(const VerifySetting& setting, const VerifyLimits& limits, HostTime deadline,
                            const NoteRun& note_run, const std::set<std::uint64_t>& known) {
  return Search(setting, limits, deadline, note_run).search_orders_for_wrong_run(known);
}

WrongRun run_replay(const VerifySetting& setting, const VerifyReplay& replay, const VerifyLimits& limits) {
  VerifiedTrial trial(setting);
  WrongRun again{.replay = replay};
  VerifyLimits same = limits;
  same.seed = replay.seed;
  DecidedRun run(setting.machine.node_count());
  if (replay.decisions.empty()) {
    run = run_with_choices(trial, replay.choices, same, limits.run_time);
  } else {
    LoggedReplay arbiter(run.log(), replay.decisions);
    RunOptions options = run_options_for(same);
    options.arbiter = &arbiter;
    run_to_end(trial, run, options);
  }
  Matches matches = matches_in_run(partial_order_of(run.log()).order);
  again.end = std::move(run.end);
  again.matches = std::move(matches.last);
  again.left_out = matches.left_out;
  return again;
}

}  // namespace switchyard
