#pragma once
/// \file host_watch.hpp
/// Limits of the host's time, without a look at the clock by whoever is limited: one thread of the process sleeps until
/// the next limit, however many there are.

#include <chrono>
#include <functional>
#include <map>

namespace switchyard {

/// Calls `at_limit` once, on a thread of its own, if it lives for as long as that. Any thread.
class HostWatch {
 public:
  using Clock = std::chrono::steady_clock;

  /// `at_limit` must be short, and not make or end watches. Throws HostError if the host cannot start the thread.
  HostWatch(Clock::duration limit, std::function<void()> at_limit);
  HostWatch(const HostWatch&) = delete;
  HostWatch& operator=(const HostWatch&) = delete;
  /// `at_limit` is not under way any more, and does not begin.
  ~HostWatch();

 private:
  friend class Watchman;
  std::function<void()> at_limit_;
  std::multimap<Clock::time_point, HostWatch*>::iterator place_;
  bool is_over_ = false;
};

}  // namespace switchyard
