#pragma once
/// \file host_watch.hpp
/// Limits of the host's time. The code that is limited need not look at a clock: one thread of the process sleeps until
/// the next limit, however many limits there are.

#include <chrono>
#include <functional>
#include <map>

namespace switchyard {

/// Calls `at_limit` on another thread if this object still exists at the limit, and then again and again, kAgain apart,
/// for as long as it exists. Any thread may make one.
class HostWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kAgain{20};

  /// Starts the time. `at_limit` must be short, and must not make or end watches. Throws HostError if the host cannot
  /// start the thread.
  HostWatch(Clock::duration limit, std::function<void()> at_limit);
  HostWatch(const HostWatch&) = delete;
  HostWatch& operator=(const HostWatch&) = delete;
  /// Ends the watch. After this `at_limit` neither runs nor begins.
  ~HostWatch();

 private:
  friend class Watchman;
  std::function<void()> at_limit_;
  std::multimap<Clock::time_point, HostWatch*>::iterator place_;
};

}  // namespace switchyard
