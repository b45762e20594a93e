#pragma once
/// \file setting_search.hpp
/// All orders of a program's events in one setting.
///
/// Programs that choose alike do alike (choices.hpp): one run for each way to choose is enough. That holds for runs
/// that get stuck, too. Let S be an order that gets stuck, with the choices that it has made by then, and R a run with
/// all choices of S among its own. In R the calls that come next in S are either made, and then they can be made in S
/// as well, as what they need was sent by calls that both have made; or R gets stuck in them, too. So a run that was
/// told how to choose, and has come to make all of these choices, shows an order that is possible: messages may take as
/// long as they like. One that waits for what it was told to choose shows nothing.
///
/// Where programs do more than that, such as to cancel requests, all orders of events are run (exhaustive.hpp). What is
/// left at the limit is tried at random.

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
  bool is_first = false;  ///< the undisturbed run
  /// What was chosen otherwise than in the run before, and has led there.
  std::optional<DefectCall> chooser = {};
  std::string chosen = {};  ///< "takes the message of rank 2 (a.c:3) instead of that of rank 1 (a.c:3)"
  std::vector<DefectCall> others = {};
  std::vector<VerifiedMatch> matches = {};
  std::uint64_t left_out = 0;
};

/// A call that takes messages of several nodes in different orders, and all of these end alike.
using BenignRaces = std::map<std::pair<std::uint32_t, std::string>, std::set<std::uint32_t>>;

struct SearchResult {
  SettingOrders orders = {};
  std::optional<WrongRun> wrong = {};
  std::string undecided = {};   ///< why nothing can be said: the program is not deterministic, or does not end
  std::uint64_t signature = 0;  ///< calls_hash() of the first run
  EndState first = {};
  BenignRaces races = {};
  bool polls = false;  ///< some program tests, or probes without waiting
};

/// `deadline`: of the host's clock. What `known` has as its signature is not run again but for the first run.
SearchResult search_setting(const VerifySetting& setting, const VerifyLimits& limits,
                            std::chrono::steady_clock::time_point deadline, const NoteRun& note_run,
                            const std::set<std::uint64_t>& known = {});

/// The run that `replay` stands for.
WrongRun run_replay(const VerifySetting& setting, const VerifyReplay& replay, const VerifyLimits& limits);

}  // namespace switchyard
