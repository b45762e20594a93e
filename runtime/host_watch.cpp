#include "runtime/host_watch.hpp"

#include <fmt/format.h>
#include <pthread.h>

#include <condition_variable>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "runtime/error.hpp"

namespace switchyard {

/// The thread that calls the functions of all HostTimeLimitAlarm objects of the process, and the list of
/// these objects, ordered by their next limits.
class HostTimeLimitAlarmThread {
 public:
  static HostTimeLimitAlarmThread& instance() {
    static HostTimeLimitAlarmThread watchman;
    return watchman;
  }
  HostTimeLimitAlarmThread() {
    ::pthread_atfork([] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
                     [] { instance().reset_in_forked_child(); });
  }
  HostTimeLimitAlarmThread(const HostTimeLimitAlarmThread&) = delete;
  HostTimeLimitAlarmThread& operator=(const HostTimeLimitAlarmThread&) = delete;
  ~HostTimeLimitAlarmThread() {
    {
      const std::lock_guard lock(mutex_);
      must_end_thread_ = true;
    }
    watches_changed_.notify_one();
    if (thread_.joinable()) thread_.join();
  }

  void add(HostTimeLimitAlarm& watch, HostTimeLimitAlarm::Clock::duration limit) {
    const std::lock_guard lock(mutex_);
    start_thread_if_needed();
    const HostTimeLimitAlarm::Clock::time_point deadline = HostTimeLimitAlarm::Clock::now() + limit;
    watch.position_in_deadline_list_ = watches_by_deadline_.emplace(deadline, &watch);
    if (deadline < next_wake_time_) watches_changed_.notify_one();
  }

  void remove(HostTimeLimitAlarm& watch) {
    const std::lock_guard lock(mutex_);
    watches_by_deadline_.erase(watch.position_in_deadline_list_);
  }

 private:
  /// Resets the HostTimeLimitAlarmThread in a child process after fork(), because the child has none of the
  /// parent's other threads, and because the parent's watches are about work of the parent. The
  /// next watch starts a new thread.
  void reset_in_forked_child() {
    // The old condition variable is not destroyed, because in the parent process a thread may be waiting at it.
    new (&watches_changed_) std::condition_variable;
    new (&thread_) std::thread;
    new (&watches_by_deadline_) std::multimap<HostTimeLimitAlarm::Clock::time_point, HostTimeLimitAlarm*>;
    next_wake_time_ = HostTimeLimitAlarm::Clock::time_point::max();
    mutex_.unlock();
  }

  void start_thread_if_needed() {
    if (thread_.joinable()) return;
    try {
      thread_ = std::thread([this] { call_functions_of_expired_alarms(); });
    } catch (const std::system_error& error) {
      throw HostError(fmt::format("the host has no room for the thread that watches its time ({})", error.what()));
    }
  }

  void call_functions_of_expired_alarms() {
    std::unique_lock lock(mutex_);
    while (!must_end_thread_) {
      if (watches_by_deadline_.empty()) {
        next_wake_time_ = HostTimeLimitAlarm::Clock::time_point::max();
        watches_changed_.wait(lock);
        continue;
      }
      const auto [limit, watch] = *watches_by_deadline_.begin();
      if (HostTimeLimitAlarm::Clock::now() < limit) {
        next_wake_time_ = limit;
        watches_changed_.wait_until(lock, limit);
        continue;
      }
      watches_by_deadline_.erase(watches_by_deadline_.begin());
      watch->position_in_deadline_list_ =
          watches_by_deadline_.emplace(HostTimeLimitAlarm::Clock::now() + HostTimeLimitAlarm::kRepeatInterval, watch);
      watch->function_called_at_time_limit_();
    }
  }

  std::mutex mutex_;
  std::condition_variable watches_changed_;
  std::multimap<HostTimeLimitAlarm::Clock::time_point, HostTimeLimitAlarm*> watches_by_deadline_;
  /// The time at which the thread wakes up by itself. Because most watches end long before their limits, the thread can
  /// sleep through many short ones.
  HostTimeLimitAlarm::Clock::time_point next_wake_time_ = HostTimeLimitAlarm::Clock::time_point::max();
  bool must_end_thread_ = false;
  std::thread thread_;
};

HostTimeLimitAlarm::HostTimeLimitAlarm(Clock::duration limit, std::function<void()> at_limit)
    : function_called_at_time_limit_(std::move(at_limit)) {
  HostTimeLimitAlarmThread::instance().add(*this, limit);
}

HostTimeLimitAlarm::~HostTimeLimitAlarm() { HostTimeLimitAlarmThread::instance().remove(*this); }

}  // namespace switchyard
