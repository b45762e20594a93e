#pragma once
/// \file host_watch.hpp
/// Limits on how long something may take in the host's time. The limited code need not look at a clock: one thread of
/// the process sleeps until the next limit, however many limits there are, and then calls a function.

#include <chrono>
#include <functional>
#include <map>

namespace switchyard {

/// A limit of host time. If this object still exists at the limit, `at_limit` is called on another thread, and then
/// again every kRepeatInterval for as long as the object exists. Any thread may make a HostTimeLimitAlarm.
class HostTimeLimitAlarm {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kRepeatInterval{20};

  /// Starts a watch whose limit is `limit` from now. `at_limit` must be short, and must not make
  /// or end watches. Throws HostError if the host cannot start the thread that calls it.
  HostTimeLimitAlarm(Clock::duration limit, std::function<void()> at_limit);
  HostTimeLimitAlarm(const HostTimeLimitAlarm&) = delete;
  HostTimeLimitAlarm& operator=(const HostTimeLimitAlarm&) = delete;
  /// Ends the watch. When the destructor returns, `at_limit` does not run, and is never called again.
  ~HostTimeLimitAlarm();

 private:
  friend class HostTimeLimitAlarmThread;
  std::function<void()> function_called_at_time_limit_;
  std::multimap<Clock::time_point, HostTimeLimitAlarm*>::iterator position_in_deadline_list_;
};

}  // namespace switchyard
