#pragma once
/// \file setting_search.hpp
/// Searches all orders of a program's events, in one setting, for an order in which the program
/// ends wrongly.
///
/// Programs that make the same choices behave in the same way (choices.hpp), so that one run for
/// each set of choices is enough. This also holds for runs that get stuck. Let S be an order that
/// gets stuck, with the choices that it has made by then, and R a run that has made all choices of
/// S. Consider a call that comes next in S. If R completes this call, S can complete it as well,
/// because the messages that it needs were sent by calls that both have made. Otherwise R gets
/// stuck in it, too. So a run with prescribed choices that has made all of them shows a possible
/// order of events, because messages may take any time. A run that still waits for a prescribed
/// choice shows nothing.
///
/// If programs also make other calls that depend on the order of events, such as cancelling a
/// request, all orders are run (exhaustive.hpp). Beyond the limit of orders or of time, random
/// orders are tried.

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

/// A run that shows that the program is wrong, with its cause.
struct WrongRun {
  RunEndState end_state = {};
  VerifyReplay replay = {};
  bool is_undisturbed_with_unknown_cause =
      false;  ///< whether this is the undisturbed run, and no choice is known to have made it wrong
  /// Whether the program is right in all settings of the subject, and wrong only in a variation of one.
  bool is_only_in_variation = false;
  /// The call whose choice has another result than in a right run, and so has led to the wrong
  /// end.
  std::optional<DefectCall> deciding_call = {};
  bool chooser_takes_from_several_nodes =
      false;  ///< whether the deciding choice is from which of several nodes a message is taken
  /// What the deciding call does, such as "takes the message of rank 2 instead of the message of rank 1".
  std::string text_of_what_deciding_call_does = {};
  std::vector<DefectCall> other_involved_calls = {};
  std::vector<VerifiedMatch> matches = {};
  std::uint64_t left_out_match_count = 0;
};

/// Returns whether a defect of this class can arise only because a receive from any node got the
/// wrong one of several messages.
bool may_follow_from_race(DefectClass kind) noexcept;

/// Harmless message races: calls, by node and text, that get messages of several nodes in different orders, although
/// all orders end alike. The value for each call is the set of the numbers of these nodes.
using BenignRaces = std::map<std::pair<std::uint32_t, std::string>, std::set<std::uint32_t>>;

struct SearchResult {
  SettingOrders order_counts = {};
  std::optional<WrongRun> first_wrong_run = {};
  /// The reason why no verdict is possible, for example that the program is not deterministic, does not end, or starts
  /// a thread; empty if a verdict is possible.
  std::string undecided_reason = {};
  std::uint64_t first_run_calls_hash = 0;  ///< hash of all calls of the first run (calls_hash())
  RunEndState first_run_end_state = {};
  /// The sizes of the shortest and longest message that the program has sent without asking for a protocol, in the
  /// first run.
  std::uint64_t shortest_send_bytes = std::numeric_limits<std::uint64_t>::max(), longest_send_bytes = 0;
  /// For each node, whether each send of its program in the first run waits for its receive; the sends are those that
  /// StandardSends::SendName counts. If the node sends nothing more after the last of them, that one is left out: no
  /// other node can notice when it is complete.
  std::vector<std::vector<bool>> sends_waiting_by_node = {};
  bool does_first_run_choose = false;  ///< whether programs leave something to the order of events in the first run
  BenignRaces benign_races = {};
  bool does_program_poll = false;          ///< whether some program tests requests, or probes without waiting
  bool does_print_depend_on_date = false;  ///< whether the text that the program prints depends on the date
  bool does_print_depend_on_polls =
      false;  ///< whether the printed text depends on how often a test or probe finds nothing
};

/// The search for a wrong order of events in one setting. It has two steps, so that the host's time can be shared among
/// those settings in which the first step leaves something to do.
class SettingSearch {
 public:
  using HostTime = std::chrono::steady_clock::time_point;

  /// The arguments must live as long as the search.
  SettingSearch(const VerifySetting& setting, const VerifyLimits& limits, const NoteRun& note_run);
  SettingSearch(SettingSearch&&) noexcept;
  ~SettingSearch();
  /// Runs the undisturbed order of events. If it is wrong, orders that end well are searched for until `deadline` on
  /// the host's clock. Returns whether other orders are to be run: not if the verdict is decided, nor if `known`
  /// contains the hash of the calls of this run (calls_hash()).
  bool run_undisturbed_order(const std::set<std::uint64_t>& known, HostTime deadline);
  /// Runs other orders of events until a wrong one is found, all are run, or the host's time is `deadline`. Needs:
  /// run_undisturbed_order() has returned true.
  void explore_orders(HostTime deadline);
  const SearchResult& result() const noexcept;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Repeats the run that `replay` describes, and returns how it ended.
WrongRun repeat_run_of_replay(const VerifySetting& setting, const VerifyReplay& replay, const VerifyLimits& limits);

}  // namespace switchyard
