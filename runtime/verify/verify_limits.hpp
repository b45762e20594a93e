#pragma once
/// \file verify_limits.hpp
/// The limits of a verification: how many orders of events it runs, and for how long.

#include <chrono>
#include <cstdint>
#include <functional>

#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

struct VerifyLimits {
  std::uint64_t orders = 1'000'000;               ///< largest number of orders of events that are run in each setting
  Duration host_time = std::chrono::seconds{60};  ///< longest host time for all settings (ways to run the program)
                                                  ///< together
  Duration run_time = std::chrono::seconds{10};   ///< longest host time for one run of the program
  RunLimits runs = {};
  /// Whether, of all runs that come to the same state of the programs, only one is used to search for what can follow.
  bool searches_equal_states_once = true;
  /// Whether small programs are also searched in settings that treat one send or one collective differently
  /// (setting_variation.hpp).
  bool does_search_setting_variations = true;
  std::uint64_t seed = 1;
};

/// A function that is called before each run begins, on the thread that carries out the search.
using RunBeginCallback = std::function<void()>;

}  // namespace switchyard
