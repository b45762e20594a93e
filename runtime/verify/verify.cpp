#include "runtime/verify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "runtime/nearest.hpp"
#include "runtime/values.hpp"
#include "runtime/verify/run_story.hpp"
#include "runtime/verify/setting_search.hpp"
#include "runtime/verify/setting_variation.hpp"

namespace switchyard {
namespace {

using SendBuffering = VerifySetting::SendBuffering;

struct SettingResult {
  const VerifySetting* verify_setting;
  SearchResult search_result;

  bool is_program_wrong_in_setting() const noexcept { return search_result.first_wrong_run.has_value(); }
  bool is_deadlocked() const {
    return is_program_wrong_in_setting() && search_result.first_wrong_run->end_state.wait_graph.has_value();
  }
  /// Returns whether the run ended with messages that no receive has taken. With infinite buffers this may be the only
  /// sign of a missing receive, because no sender waits for the receive.
  bool has_lost_messages() const {
    return is_program_wrong_in_setting() && search_result.first_wrong_run->end_state.outcome == RunOutcome::data_lost;
  }
};

// --- the class of a defect -------------------------------------------------------------------------------------------

/// Returns whether nodes have ended without waiting for all their requests. Other nodes may be stuck because of these
/// requests.
bool are_requests_left_unfinished(const RunEndState& end) {
  return std::ranges::any_of(end.defects_before_end,
                             [](const Defect& defect) { return defect.kind == DefectClass::request_lifecycle; });
}

/// Returns the class of the defect that ended a run or, if no defect did, of the first defect that the run has shown.
std::optional<DefectClass> class_of_first_shown_defect(const RunEndState& end) {
  if (end.defect_class_of_run_error || end.defects_before_end.empty()) return end.defect_class_of_run_error;
  return end.defects_before_end.front().kind;
}

/// Returns whether a run ends wrongly only because a choice had another result than in a right run. If a receive from
/// any node gets a message not meant for it, consequences such as a buffer that is too small do not count as a defect
/// of their own. A cycle of nodes that wait for each other counts as a defect of its own, unless the program is right
/// in all settings of its subject: then only that choice has led the nodes there.
bool is_message_race(const WrongRun& wrong) {
  const RunEndState& end = wrong.end_state;
  if (wrong.is_default_order_wrong_without_known_cause || !wrong.deciding_call) return false;
  if (end.wait_graph && wrong.is_wrong_only_in_variation) return true;
  if (end.wait_graph && !has_no_wait_cycle(*end.wait_graph)) return false;
  const auto shown = class_of_first_shown_defect(end);
  return !shown || (wrong.does_deciding_call_choose_message_source && can_message_race_cause_defect(*shown));
}

/// Returns the first defect of a run that has ended with a later error, if this error is likely to be a consequence of
/// the defect: for example, the defect may be a wrong argument for which a call had returned an error code. Returns
/// null otherwise.
const Defect* cause_of_error(const RunEndState& end) {
  if (!end.defect_class_of_run_error || end.defects_before_end.empty()) return nullptr;
  const Defect& first = end.defects_before_end.front();
  const bool is_argument = first.kind == DefectClass::invalid_parameter || first.kind == DefectClass::memory;
  const bool is_cause = is_argument || end.defect_class_of_run_error == DefectClass::resource_leak;
  return is_cause && first.kind != end.defect_class_of_run_error ? &first : nullptr;
}

/// In which settings, other than that of the wrong run, the program is right. (A setting is a way to run the program
/// that the standard allows.)
struct SettingsWhereProgramIsRight {
  bool has_infinite_buffers = false;  ///< whether the program is right in all settings with infinite buffers
  bool has_no_synchronising_collectives = false;  ///< whether the program is right in the setting with the same
                                                  ///< buffering in which collectives do not synchronise
};

/// Returns the class of a deadlock. If nodes wait in a collective for a node that waits for a message, nothing shows
/// whether this message would ever be sent; the calls are in a wrong order only if the message comes once the
/// collective lets its members go on.
DefectClass defect_class_of_deadlock(const WaitGraph& graph, const SettingsWhereProgramIsRight& right) {
  if (right.has_infinite_buffers) return DefectClass::buffering_hazard;
  if (do_messages_hold_up_collectives(graph) && !right.has_no_synchronising_collectives) return DefectClass::deadlock;
  return is_call_ordering_defect(graph) ? DefectClass::call_ordering : DefectClass::deadlock;
}

std::optional<DefectClass> defect_class_of_run_end(const WrongRun& wrong, const SettingsWhereProgramIsRight& right) {
  const RunEndState& end = wrong.end_state;
  if (is_message_race(wrong)) return DefectClass::message_race;
  if (end.wait_graph && has_no_wait_cycle(*end.wait_graph) && are_requests_left_unfinished(end))
    return DefectClass::request_lifecycle;
  if (end.wait_graph) return defect_class_of_deadlock(*end.wait_graph, right);
  if (const Defect* const cause = cause_of_error(end)) return cause->kind;
  if (end.defect_class_of_run_error) return end.defect_class_of_run_error;
  if (end.outcome == RunOutcome::data_lost) return DefectClass::deadlock;
  if (!end.defects_before_end.empty()) return end.defects_before_end.front().kind;
  if (!wrong.is_default_order_wrong_without_known_cause)
    return DefectClass::message_race;  // here, another order of events ends right
  return std::nullopt;
}

ExitCode exit_code_for_verdict(std::optional<DefectClass> defect, const RunEndState& end) {
  if (end.outcome == RunOutcome::data_lost || end.outcome == RunOutcome::data_corrupted) return ExitCode::data_lost;
  if (!defect) return ExitCode::failed;
  switch (*defect) {
    case DefectClass::deadlock:
    case DefectClass::call_ordering:
    case DefectClass::buffering_hazard:
      return ExitCode::deadlock;
    case DefectClass::message_race:
    case DefectClass::local_concurrency:
    case DefectClass::global_concurrency:
      return ExitCode::data_lost;
    default:
      return ExitCode::failed;
  }
}

// --- the text of a verdict -------------------------------------------------------------------------------------------

/// Returns the first line of an error's text. A leading "deadlock: " is removed, because the class of the defect
/// already says it.
std::string error_headline(const std::string& text) {
  constexpr std::string_view kName = "deadlock: ";
  const std::size_t begin = text.starts_with(kName) ? kName.size() : 0;
  return text.substr(begin, text.find('\n') - begin);
}

std::string call_text(const CallInvolvedInDefect& call) {
  if (call.place.line == 0) return call.name;
  return fmt::format("{} ({}:{})", call.name, call.place.file, call.place.line);
}

/// Returns a text that says what is wrong with a run whose defect has the class `kind`. If the run has recorded a
/// defect of that class before it ended in an error of another class, the text says both.
std::string text_of_run_end(const WrongRun& wrong, const RunEndState& usual, std::optional<DefectClass> kind) {
  const RunEndState& end = wrong.end_state;
  const std::vector<Defect>& noted = end.defects_before_end;
  if (const Defect* const cause = cause_of_error(end)) return cause->text;
  const bool is_shown_before_end = end.outcome == RunOutcome::unfinished && !noted.empty();
  if (end.outcome != RunOutcome::completed && !is_shown_before_end) {
    std::string headline = error_headline(end.error_report);
    const auto of_kind = std::ranges::find_if(noted, [&](const Defect& each) { return each.kind == kind; });
    if (of_kind == noted.end() || end.defect_class_of_run_error == kind) return headline;
    return fmt::format("{}; then: {}", of_kind->text, headline);
  }
  if (!noted.empty()) return noted.front().text;
  return end.printed_text != usual.printed_text ? "the program prints something else" : "the program ends otherwise";
}

std::string text_of_wrong_run(const SettingResult& found, std::optional<DefectClass> kind) {
  const WrongRun& wrong = *found.search_result.first_wrong_run;
  std::string text = text_of_run_end(wrong, found.search_result.first_run_end_state, kind);
  if (wrong.deciding_call)
    text = fmt::format("{} of rank {} {}: {}", call_text(*wrong.deciding_call), index(wrong.deciding_call->node),
                       wrong.action_text_of_deciding_call, text);
  if (kind == DefectClass::buffering_hazard) text += "; with infinite buffers it does not";
  const auto& has_reordered_ranks = found.verify_setting->has_reordered_ranks;
  if (has_reordered_ranks && has_reordered_ranks())
    text += "; the ranks of a topology are reordered here, as the program allows";
  return text;
}

/// A list of calls without duplicates. If many nodes make a call at the same place in the program,
/// add_call_if_place_is_new() adds the call of the first node only.
class UniqueCalls {
 public:
  void add_unless_present(const CallInvolvedInDefect& call) {
    if (std::ranges::find(calls_, call) == calls_.end()) calls_.push_back(call);
  }
  void add_unless_present(const std::vector<CallInvolvedInDefect>& calls) {
    for (const CallInvolvedInDefect& call : calls) add_unless_present(call);
  }
  void add_call_if_place_is_new(const CallInvolvedInDefect& call) {
    const auto is_same = [&](const CallInvolvedInDefect& other) {
      return other.name == call.name && other.place == call.place;
    };
    if (std::ranges::none_of(calls_, is_same)) calls_.push_back(call);
  }
  std::vector<CallInvolvedInDefect> take_calls() { return std::move(calls_); }

 private:
  std::vector<CallInvolvedInDefect> calls_;
};

/// Adds the calls that take part in the first defect of class `kind`, which decides the class of the verdict. Then adds
/// the calls of the other defects of that class.
void add_calls_that_take_part_in_defects(UniqueCalls& calls, const std::vector<Defect>& defects,
                                         std::optional<DefectClass> kind) {
  const auto first = std::ranges::find_if(defects, [&](const Defect& each) { return !kind || each.kind == *kind; });
  if (first == defects.end()) {
    if (!defects.empty()) calls.add_unless_present(defects.front().calls);
    return;
  }
  calls.add_unless_present(first->calls);
  for (const Defect& defect : defects) {
    if (defect.kind != first->kind) continue;
    for (const CallInvolvedInDefect& call : defect.calls) calls.add_call_if_place_is_new(call);
  }
}

std::vector<CallInvolvedInDefect> calls_involved_in_defect_of_run(const WrongRun& wrong,
                                                                  std::optional<DefectClass> kind) {
  UniqueCalls calls;
  if (wrong.deciding_call) calls.add_unless_present(*wrong.deciding_call);
  calls.add_unless_present(wrong.other_involved_calls);
  add_calls_that_take_part_in_defects(calls, wrong.end_state.defects_before_end, kind);
  calls.add_unless_present(wrong.end_state.calls_involved_in_error);
  if (!wrong.end_state.wait_graph) return calls.take_calls();
  for (const bool cycle : {true, false}) {
    for (const StuckCall& stuck : stuck_calls(*wrong.end_state.wait_graph)) {
      if (stuck.is_in_wait_cycle == cycle) calls.add_unless_present(stuck.stuck_call);
    }
  }
  calls.add_unless_present(posting_calls(*wrong.end_state.wait_graph));
  return calls.take_calls();
}

std::string report_of_wrong_run(const WrongRun& wrong) {
  std::string report = wrong.end_state.error_report;
  for (const Defect& defect : wrong.end_state.defects_before_end)
    report += fmt::format("{}{}", report.empty() ? "" : "\n", defect.text);
  return report;
}

void describe_wrong_run(Verdict& verdict, const SettingResult& found, const SettingsWhereProgramIsRight& right) {
  const WrongRun& wrong = *found.search_result.first_wrong_run;
  const std::optional<DefectClass> defect = defect_class_of_run_end(wrong, right);
  verdict.kind = Verdict::Kind::wrong;
  verdict.defect = defect;
  verdict.code = exit_code_for_verdict(defect, wrong.end_state);
  verdict.text = text_of_wrong_run(found, defect);
  if (wrong.end_state.wait_graph && right.has_no_synchronising_collectives && defect == DefectClass::call_ordering)
    verdict.text += "; where collectives do not wait for all members it does not";
  verdict.report = report_of_wrong_run(wrong);
  verdict.calls = calls_involved_in_defect_of_run(wrong, defect);
  verdict.matches = wrong.matches;
  verdict.match_count_omitted_from_report = wrong.match_count_omitted_from_report;
  if (wrong.end_state.wait_graph) verdict.stuck = stuck_calls(*wrong.end_state.wait_graph);
  verdict.replay = wrong.replay;
}

// --- the verdict over all settings -----------------------------------------------------------------------------------

/// Returns the result of the setting whose wrong run says most about the defect; null if no run is wrong in any
/// setting. Without buffers a deadlock may hide other defects. With infinite buffers a missing receive shows only as a
/// message that no receive has taken.
const SettingResult* most_informative_setting_result(const std::vector<SettingResult>& all) {
  const auto first = [&](auto holds) -> const SettingResult* {
    const auto found = std::ranges::find_if(all, holds);
    return found == all.end() ? nullptr : &*found;
  };
  const SettingResult* best = first([](const SettingResult& one) {
    return one.is_program_wrong_in_setting() && !one.is_deadlocked() && !one.has_lost_messages();
  });
  if (best == nullptr) {
    best = first([](const SettingResult& one) {
      return one.is_deadlocked() && one.verify_setting->buffering == SendBuffering::infinite;
    });
  }
  if (best == nullptr) best = first([](const SettingResult& one) { return one.is_deadlocked(); });
  return best != nullptr ? best : first([](const SettingResult& one) { return one.is_program_wrong_in_setting(); });
}

bool is_right_with_infinite_buffers(const std::vector<SettingResult>& all) {
  const auto infinite = [](const SettingResult& one) {
    return one.verify_setting->buffering == SendBuffering::infinite;
  };
  return std::ranges::any_of(all, infinite) && std::ranges::none_of(all, [&](const SettingResult& one) {
           return infinite(one) && one.is_program_wrong_in_setting();
         });
}

bool is_program_right_without_collective_sync(const SettingResult& wrong, const std::vector<SettingResult>& all) {
  return wrong.verify_setting->do_collectives_synchronise && std::ranges::any_of(all, [&](const SettingResult& one) {
           return one.verify_setting->buffering == wrong.verify_setting->buffering &&
                  !one.verify_setting->do_collectives_synchronise && !one.is_program_wrong_in_setting();
         });
}

void add_notes_about_races_and_polls(Verdict& verdict, const std::vector<SettingResult>& all) {
  BenignRaces races;
  for (const SettingResult& one : all) {
    for (const auto& [call, sources] : one.search_result.benign_races)
      races[call].insert(sources.begin(), sources.end());
  }
  for (const auto& [call, sources] : races) {
    std::string list;
    for (const std::uint32_t source : sources) list += fmt::format("{}{}", list.empty() ? "" : ", ", source);
    verdict.notes.push_back(
        fmt::format("{} of rank {} takes messages of ranks {} in any order, and all orders end alike", call.second,
                    call.first, list));
  }
  verdict.limits_polls =
      std::ranges::any_of(all, [](const SettingResult& one) { return one.search_result.does_program_poll; });
  if (verdict.limits_polls) {
    verdict.notes.push_back(
        "a test or probe that finds nothing again and again is taken to change nothing but the time it takes, unless "
        "the program gives up after at most 200 of them");
  }
  if (std::ranges::any_of(all,
                          [](const SettingResult& one) { return one.search_result.does_printed_text_depend_on_date; }))
    verdict.notes.push_back("what is printed depends on the date, which the program looks at; all else ends alike");
  if (std::ranges::any_of(
          all, [](const SettingResult& one) { return one.search_result.does_printed_text_depend_on_poll_count; }))
    verdict.notes.push_back("what is printed depends on how often tests or probes find nothing; all else ends alike");
}

/// Returns why a program that is right in all runs may be wrong nevertheless; an empty text if nothing is known.
std::string text_of_unseen_behaviour(const std::vector<SettingResult>& all) {
  for (const SettingResult& one : all) {
    const auto& text_of_setting = one.verify_setting->text_of_unseen_behaviour;
    std::string text = text_of_setting ? text_of_setting() : std::string();
    if (!text.empty()) return text;
  }
  return {};
}

void fill_in_verdict_without_defects(Verdict& verdict, const std::vector<SettingResult>& all) {
  const auto undecided =
      std::ranges::find_if(all, [](const SettingResult& one) { return !one.search_result.undecided_reason.empty(); });
  const auto open = std::ranges::find_if(
      all, [](const SettingResult& one) { return !one.search_result.explored_orders_summary.complete; });
  if (undecided != all.end()) {
    verdict.text = undecided->search_result.undecided_reason;
  } else if (open != all.end()) {
    verdict.text = fmt::format("{} orders in the setting '{}' are right, and not all have been run: {}",
                               open->search_result.explored_orders_summary.orders, open->verify_setting->name,
                               open->search_result.explored_orders_summary.reason);
  } else if (std::string unseen = text_of_unseen_behaviour(all); !unseen.empty()) {
    verdict.text = std::move(unseen);
  } else {
    verdict.kind = Verdict::Kind::right;
    verdict.code = ExitCode::done;
    verdict.complete = true;
  }
}

Verdict verdict_of(const std::vector<SettingResult>& all) {
  Verdict verdict;
  for (const SettingResult& one : all) verdict.settings.push_back(one.search_result.explored_orders_summary);
  const bool is_undecided =
      std::ranges::any_of(all, [](const SettingResult& one) { return !one.search_result.undecided_reason.empty(); });
  const SettingResult* const wrong = is_undecided ? nullptr : most_informative_setting_result(all);
  if (wrong != nullptr) {
    const SettingsWhereProgramIsRight right{
        .has_infinite_buffers = is_right_with_infinite_buffers(all),
        .has_no_synchronising_collectives = is_program_right_without_collective_sync(*wrong, all)};
    describe_wrong_run(verdict, *wrong, right);
  } else {
    add_notes_about_races_and_polls(verdict, all);
    if (!all.empty() && !all.front().verify_setting->unverified_parts.empty())
      verdict.notes.push_back("not looked at: " + all.front().verify_setting->unverified_parts);
    fill_in_verdict_without_defects(verdict, all);
  }
  return verdict;
}

/// Returns whether it makes a difference to the program to run it in this setting: a setting in which only short
/// messages are buffered is relevant only if the program sends both short and long messages.
bool is_setting_relevant(const VerifySetting& setting, const std::vector<SettingResult>& all) {
  return setting.buffering != SendBuffering::short_messages || std::ranges::any_of(all, [&](const SettingResult& one) {
           return one.search_result.shortest_send_bytes <= setting.longest_short_message_bytes &&
                  one.search_result.longest_send_bytes > setting.longest_short_message_bytes;
         });
}

/// If the program has made the same calls in one of the `earlier` settings with the same buffering, copies the result
/// of that setting into `one`.
void copy_result_of_setting_with_same_calls(SettingResult& one, std::span<const SettingResult> earlier) {
  if (one.is_program_wrong_in_setting() || !one.search_result.undecided_reason.empty() ||
      one.search_result.explored_orders_summary.complete)
    return;
  const auto same = std::ranges::find_if(earlier, [&](const SettingResult& other) {
    return other.search_result.first_run_calls_hash == one.search_result.first_run_calls_hash &&
           other.verify_setting->buffering == one.verify_setting->buffering;
  });
  if (same == earlier.end()) return;
  one.search_result.explored_orders_summary.orders = 0;
  one.search_result.explored_orders_summary.complete = same->search_result.explored_orders_summary.complete;
  one.search_result.explored_orders_summary.reason =
      same->search_result.explored_orders_summary.complete
          ? fmt::format("the program does the same as in '{}'", same->verify_setting->name)
          : same->search_result.explored_orders_summary.reason;
}

// --- settings that differ in one send or one collective --------------------------------------------------------------

/// Searches variations (setting_variation.hpp) of the settings in which a program is right. The numbers of variations
/// and of orders of events, and the host time, are limited.
class VariationSearch {
 public:
  using HostTime = EventOrderSearchInSetting::HostTime;

  VariationSearch(const VerifyLimits& limits, const RunBeginCallback& note_run)
      : verify_limits_(limits), on_run_begin_(note_run) {
    verify_limits_.orders = std::min(limits.orders, kMostOrdersPerVariation);
  }

  /// Searches variations of the settings with the results `all` until `deadline`. If the program is wrong in a
  /// variation, the variation's result is added to `all`. This VariationSearch must live as long as `all`, which refers
  /// to its settings.
  void search(std::vector<SettingResult>& all, HostTime deadline) {
    const auto is_right = [](const SettingResult& one) {
      return !one.is_program_wrong_in_setting() && one.search_result.explored_orders_summary.complete;
    };
    const auto chooses = [](const SettingResult& one) {
      return one.search_result.does_first_run_depend_on_event_order;
    };
    if (!std::ranges::all_of(all, is_right) || std::ranges::none_of(all, chooses)) return;
    add_variations_of_single_send_buffering(all);
    add_variations_of_collectives(all);
    const auto has_few_orders = [](const SettingResult& one) {
      return one.search_result.explored_orders_summary.orders <= kMostOrdersPerVariation;
    };
    if (!std::ranges::all_of(all, has_few_orders)) return;
    std::ranges::stable_sort(variations_, {}, &CandidateSettingVariation::number);
    while (searched_variation_count_ < std::min(variations_.size(), kMostVariations) &&
           order_count_ < kMostOrdersOfAllSettingVariations && std::chrono::steady_clock::now() < deadline) {
      const CandidateSettingVariation& next = variations_[searched_variation_count_];
      const VerifySetting& setting = settings_.emplace_back(varied_setting(*next.base, next.setting_variation));
      EventOrderSearchInSetting search(setting, verify_limits_, on_run_begin_);
      if (search.run_default_event_order({}, deadline)) search.explore_orders(deadline);
      if (search.result().first_wrong_run) {
        all.push_back({&setting, search.result()});
        all.back().search_result.first_wrong_run->is_wrong_only_in_variation = true;
        return;
      }
      if (!search.result().explored_orders_summary.complete) return;
      order_count_ += search.result().explored_orders_summary.orders;
      ++searched_variation_count_;
    }
  }
  /// Returns a sentence for the verdict that says which variations were searched; empty if none were.
  std::string text_of_searched_variations() const {
    if (searched_variation_count_ == 0) return {};
    std::string text = fmt::format(
        "{} settings in which one send alone is buffered or waits, or one collective alone synchronises or does not, "
        "were searched in addition ({} orders)",
        searched_variation_count_, order_count_);
    if (searched_variation_count_ < variations_.size())
      text += fmt::format("; {} more of them were not", variations_.size() - searched_variation_count_);
    return text;
  }

 private:
  static constexpr std::size_t kMostVariations = 64;
  static constexpr std::uint64_t kMostOrdersPerVariation = 200, kMostOrdersOfAllSettingVariations = 500;

  /// A variation of the setting `base`. Variations of the first sends and collectives of a program are searched first,
  /// because a program often does the same again in each round of a loop.
  struct CandidateSettingVariation {
    std::uint32_t number;  ///< number of the varied send among the sends of its node, or of the varied collective,
                           ///< counted from 0
    const VerifySetting* base;
    SettingVariation setting_variation;
  };

  static const SettingResult* result_in(const std::vector<SettingResult>& all, SendBuffering buffering,
                                        bool synchronises) {
    const auto found = std::ranges::find_if(all, [&](const SettingResult& one) {
      return one.verify_setting->buffering == buffering &&
             one.verify_setting->do_collectives_synchronise == synchronises;
    });
    return found == all.end() ? nullptr : &*found;
  }

  /// Adds a variation for each send that waits for its receive in the setting without buffers and is buffered in the
  /// setting with infinite buffers.
  void add_variations_of_single_send_buffering(const std::vector<SettingResult>& all) {
    const SettingResult* const none = result_in(all, SendBuffering::none, false);
    const SettingResult* const infinite = result_in(all, SendBuffering::infinite, false);
    if (none == nullptr || infinite == nullptr) return;
    const auto& waiting = none->search_result.sends_waiting_by_node;
    const auto& buffered = infinite->search_result.sends_waiting_by_node;
    for (const SettingResult* base : {none, infinite}) {
      for (std::uint32_t node = 0; node < std::min(waiting.size(), buffered.size()); ++node) {
        for (std::uint32_t i = 0; i < std::min(waiting[node].size(), buffered[node].size()); ++i) {
          if (waiting[node][i] && !buffered[node][i])
            variations_.push_back({i, base->verify_setting, StandardSendRule::SendIdentity{NodeId{node}, i}});
        }
      }
    }
  }
  void add_variations_of_collectives(const std::vector<SettingResult>& all) {
    for (const bool synchronises : {true, false}) {
      const SettingResult* const base = result_in(all, SendBuffering::infinite, synchronises);
      if (base == nullptr || !base->verify_setting->take_possibly_exempt_collectives) continue;
      const std::vector<CollectiveIdentity> names = base->verify_setting->take_possibly_exempt_collectives();
      if (names.size() < 2)
        continue;  // if there is only one collective, the setting in which collectives synchronise
                   // otherwise already treats it differently
      for (const CollectiveIdentity& name : names) variations_.push_back({name.number, base->verify_setting, name});
    }
  }

  VerifyLimits verify_limits_;
  const RunBeginCallback& on_run_begin_;
  std::vector<CandidateSettingVariation> variations_;
  std::deque<VerifySetting> settings_;  ///< the variations that were searched
  std::size_t searched_variation_count_ = 0;
  std::uint64_t order_count_ = 0;
};

}  // namespace

Verdict verify_in_this_process(const VerifySubject& subject, const VerifyLimits& limits,
                               const RunBeginCallback& note_run) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto deadline_if_shared = [end = begin + limits.host_time](std::size_t searches) {
    return Clock::now() + std::max(end - Clock::now(), Clock::duration::zero()) / static_cast<int>(searches);
  };
  std::vector<SettingResult> all;
  std::vector<EventOrderSearchInSetting> searches;  // one search for each result in `all`
  std::vector<std::size_t> open;  // indices in `all` of the settings in which other orders of events are still to be
                                  // run
  bool is_undecided = false;
  for (std::size_t i = 0; i < subject.size() && !is_undecided; ++i) {
    if (!is_setting_relevant(subject[i], all)) continue;
    std::set<std::uint64_t> known;
    for (const SettingResult& one : all) {
      if (one.verify_setting->buffering == subject[i].buffering && !one.is_program_wrong_in_setting())
        known.insert(one.search_result.first_run_calls_hash);
    }
    EventOrderSearchInSetting& search = searches.emplace_back(subject[i], limits, note_run);
    if (search.run_default_event_order(known, deadline_if_shared(subject.size() - i))) open.push_back(all.size());
    all.push_back({&subject[i], search.result()});
    is_undecided = !search.result().undecided_reason.empty();
  }
  for (std::size_t i = 0; i < open.size() && !is_undecided; ++i) {
    EventOrderSearchInSetting& search = searches[open[i]];
    search.explore_orders(deadline_if_shared(open.size() - i));
    all[open[i]].search_result = search.result();
    is_undecided = !search.result().undecided_reason.empty();
  }
  for (std::size_t i = 0; i < all.size(); ++i) copy_result_of_setting_with_same_calls(all[i], std::span(all).first(i));
  VariationSearch variations(limits, note_run);
  if (!is_undecided && limits.does_search_setting_variations)
    variations.search(all, Clock::now() + (deadline_if_shared(1) - Clock::now()) / 2);
  Verdict verdict = verdict_of(all);
  if (const std::string note = variations.text_of_searched_variations();
      !note.empty() && verdict.kind == Verdict::Kind::right)
    verdict.notes.push_back(note);
  verdict.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return verdict;
}

Verdict repeat_run_that_showed_defect(const VerifySubject& subject, const VerifyReplay& replay,
                                      const VerifyLimits& limits) {
  const auto setting = setting_with_name(subject, replay.setting);
  if (!setting) {
    std::vector<std::string> names;
    for (const VerifySetting& each : subject) names.push_back(each.name);
    throw UsageError(mistake_for_unknown_name({}, replay.setting, names, "setting"));
  }
  SettingResult again{&*setting, {}};
  again.search_result.first_wrong_run = repeat_run_of_replay(*setting, replay, limits);
  Verdict verdict;
  verdict.settings.push_back({.name = setting->name, .orders = 1});
  if (again.search_result.first_wrong_run->end_state.is_completed_without_defects()) {
    verdict.text = "this run ends as it should";
  } else {
    describe_wrong_run(verdict, again, {});
  }
  return verdict;
}

}  // namespace switchyard
