#pragma once
/// \file setting_search.hpp
/// Searches all orders of a program's events, in one setting (a way to run the program that the standard allows), for
/// an order in which the program ends wrongly.
///
/// Programs that make the same choices behave in the same way (choices.hpp), so that one run for each set of choices is
/// enough. This also holds for runs that get stuck. Let S be an order that gets stuck, with the choices that it has
/// made by then, and R a run that has made all choices of S. Consider a call that comes next in S. If R completes this
/// call, S can complete it as well, because the messages that it needs were sent by calls that both have made.
/// Otherwise R gets stuck in it, too. So a run with prescribed choices that has made all of them shows a possible order
/// of events, because messages may take any time. A run that still waits for a prescribed choice shows nothing.
///
/// If programs also make other calls that depend on the order of events, such as cancelling a request, all orders are
/// run (exhaustive.hpp). Beyond the limit of orders or of time, random orders are tried.

#include <atomic>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <vector>

#include "runtime/stress/disturbed_run.hpp"
#include "runtime/verify/verdict.hpp"
#include "runtime/verify/verified_run.hpp"
#include "runtime/verify/verify_limits.hpp"

namespace switchyard {

/// A run that shows that the program is wrong, with the cause of the wrong end as far as it is known.
struct WrongRun {
  RunEndState end_state = {};
  VerifyReplay replay = {};
  bool is_default_order_wrong_without_known_cause = false;  ///< whether this is the undisturbed run, and no choice of
                                                            ///< the programs is known to have made the run wrong

  /// Whether the program is right in all settings of the subject, and wrong only in a variation of a setting, which
  /// treats one send or collective differently (setting_variation.hpp).
  bool is_wrong_only_in_variation = false;
  /// The call that chose another result than in a right run (such as another message), and so has led to the wrong end;
  /// empty if no such call is known.
  std::optional<CallInvolvedInDefect> deciding_call = {};
  bool does_deciding_call_choose_message_source =
      false;  ///< whether the choice of the deciding call is from which of several nodes it takes a message

  /// What the deciding call does, such as "takes the message of rank 2 instead of the message of rank 1".
  std::string action_text_of_deciding_call = {};
  std::vector<CallInvolvedInDefect> other_involved_calls = {};
  std::vector<VerifiedMatch> matches = {};
  std::uint64_t match_count_omitted_from_report = 0;
};

/// Returns whether a defect of this class can arise only because a receive from any node got the wrong one of several
/// messages.
bool can_message_race_cause_defect(DefectClass kind) noexcept;

/// Harmless message races: calls that get messages of several nodes in different orders, although all orders end alike.
/// The key is a node's number and the text of its call; the value is the set of the numbers of the nodes that sent the
/// messages.
using BenignRaces = std::map<std::pair<std::uint32_t, std::string>, std::set<std::uint32_t>>;

struct SearchResult {
  ExploredOrdersSummaryOfSetting explored_orders_summary = {};
  std::optional<WrongRun> first_wrong_run = {};
  /// The reason why no verdict on the program is possible, for example that the program is not deterministic, does not
  /// end, or starts a thread; empty if a verdict is possible.
  std::string undecided_reason = {};
  std::uint64_t first_run_calls_hash = 0;  ///< hash of all calls of the first, undisturbed run (calls_hash())
  RunEndState first_run_end_state = {};
  /// The sizes in bytes of the shortest and the longest message that the program has sent in the first run; sends for
  /// which the program has asked for a protocol are not counted.
  std::uint64_t shortest_send_bytes = std::numeric_limits<std::uint64_t>::max(), longest_send_bytes = 0;
  /// For each node, whether each send of its program in the first run waits for its receive. Only the sends that
  /// StandardSendRule::SendIdentity numbers are listed. If the last of them is also the node's last send of any kind,
  /// it is left out: no other node can notice when it is complete.
  std::vector<std::vector<bool>> sends_waiting_by_node = {};
  bool does_first_run_depend_on_event_order = false;  ///< whether programs make choices in the first run, that is,
                                                      ///< leave anything to the order of events
  BenignRaces benign_races = {};
  bool does_program_poll = false;  ///< whether any program tests requests, or probes for messages without waiting
  bool does_printed_text_depend_on_date = false;  ///< whether the text that the program prints depends on the date
  bool does_printed_text_depend_on_poll_count =
      false;  ///< whether the printed text depends on how often a test or probe finds nothing
};

/// The search for a wrong order of events in one setting (a way to run the program that the standard allows). The
/// search has two steps, so that host time can be shared among those settings in which the first step leaves something
/// to do.
class EventOrderSearchInSetting {
 public:
  using HostTime = std::chrono::steady_clock::time_point;

  /// The arguments must outlive the search.
  EventOrderSearchInSetting(const VerifySetting& setting, const VerifyLimits& limits, const RunBeginCallback& note_run);
  EventOrderSearchInSetting(EventOrderSearchInSetting&&) noexcept;
  ~EventOrderSearchInSetting();
  /// Runs the undisturbed order of events. If its run is wrong, orders that end well are searched for until `deadline`
  /// on the host's clock. Returns whether other orders are to be run: false if the verdict is decided, or if `known`
  /// contains the hash of the calls of this run (calls_hash()).
  bool run_default_event_order(const std::set<std::uint64_t>& known, HostTime deadline);
  /// Runs other orders of events until a wrong one is found, all are run, or `deadline` on the host's clock has come.
  /// Needs: run_default_event_order() has returned true.
  void explore_orders(HostTime deadline);
  const SearchResult& result() const noexcept;

 private:
  class EventOrderSearchImplementation;
  std::unique_ptr<EventOrderSearchImplementation> implementation_;
};

/// Repeats the run that `replay` describes, and returns how it ended.
WrongRun repeat_run_of_replay(const VerifySetting& setting, const VerifyReplay& replay, const VerifyLimits& limits);

}  // namespace switchyard
