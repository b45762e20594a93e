#pragma once
/// \file verify_limits.hpp
/// How far the search for a verdict goes.

#include <chrono>
#include <cstdint>
#include <functional>

#include "runtime/stress/disturbed_run.hpp"

namespace switchyard {

struct VerifyLimits {
  std::uint64_t orders = 1'000'000;               ///< in each setting
  Duration host_time = std::chrono::seconds{60};  ///< for all settings together
  Duration run_time = std::chrono::seconds{10};   ///< of the host, for one run
  RunLimits runs = {};
  std::uint64_t seed = 1;
};

/// Called before each run begins, on the thread that searches.
using NoteRun = std::function<void()>;

}  // namespace switchyard
