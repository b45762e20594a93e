#pragma once
/// \file setting_search.hpp
/// Searches all orders of a program's events, in one setting, for an order that ends wrongly.
///
/// Programs that make the same choices do the same (choices.hpp), so that one run for each way to choose is enough.
/// That holds for runs that get stuck, too. Let S be an order that gets stuck, with the choices that it has made by
/// then, and R a run that has made all choices of S. A call that comes next in S is either made in R, and then it can
/// be made in S as well, because the messages that it needs were sent by calls that both have made; or R gets stuck in
/// it, too. So a run that was told how to choose, and has made all of these choices, shows a possible order of events,
/// because messages may take any time. A run that waits for a choice that it was told to make shows nothing.
///
/// Where programs also do other things, such as to cancel requests, all orders of events are run (exhaustive.hpp).
/// Beyond the limit of orders or of time, random orders are tried.

#include <atomic>
#include <chrono>
#include <map>
#include <set>
#include <stop_token>
#include <vector>

#include "runtime/stress/disturbed_run.hpp"
#include "runtime/verify/verdict.hpp"
#include "runtime/verify/verified_run.hpp"
#include "runtime/verify/verify_limits.hpp"

namespace switchyard {

/// A run that shows that the program is wrong.
struct WrongRun {
  EndState end = {};
  VerifyReplay replay = {};
  bool is_first = false;  ///< whether the undisturbed run is wrong already
  /// The call whose choice differs from that in a right run, and so has led to the wrong end.
  std::optional<DefectCall> chooser = {};
  bool takes_any = false;   ///< whether the chooser is a receive or probe that takes messages of several nodes
  std::string chosen = {};  ///< "takes the message of rank 2 (a.c:3) instead of that of rank 1 (a.c:3)"
  std::vector<DefectCall> others = {};
  std::vector<VerifiedMatch> matches = {};
  std::uint64_t left_out = 0;
};

/// Whether a defect of this class can be what a message does that a receive from any node takes in place of another
/// one.
bool may_follow_from_race(DefectClass kind) noexcept;

/// Message races that do no harm: calls, by node and text, that take messages of several nodes in different orders, all
/// of which end alike. The set has the numbers of these nodes.
using BenignRaces = std::map<std::pair<std::uint32_t, std::string>, std::set<std::uint32_t>>;

struct SearchResult {
  SettingOrders orders = {};
  std::optional<WrongRun> wrong = {};
  std::string undecided = {};   ///< why nothing can be said: the program is not deterministic, or does not end
  std::uint64_t signature = 0;  ///< calls_hash() of the first run
  EndState first = {};
  BenignRaces races = {};
  bool polls = false;  ///< whether some program tests requests, or probes without waiting
};

/// Searches one setting, until `deadline` on the host's clock. If the first run is right and `known` has its signature,
/// no other order is run.
SearchResult search_setting(const VerifySetting& setting, const VerifyLimits& limits,
                            std::chrono::steady_clock::time_point deadline, const NoteRun& note_run,
                            const std::set<std::uint64_t>& known = {});

/// Carries out the run that `replay` describes again, and returns how it has ended.
WrongRun run_replay(const VerifySetting& setting, const VerifyReplay& replay, const VerifyLimits& limits);

}  // namespace switchyard
