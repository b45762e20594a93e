#pragma once
/// \file watched_stack.hpp
/// Tells the sanitizers which stack a thread is on, as they cannot see a switch themselves.

#include <cstddef>
#include <vector>

#if defined(SWITCHYARD_TSAN)
#include <sanitizer/tsan_interface.h>
#elif defined(SWITCHYARD_ASAN)
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif

namespace switchyard {

/// What the sanitizers know of one stack: a fiber's, or the one of the thread that runs fibers. Empty in other builds.
class WatchedStack {
 public:
#if defined(SWITCHYARD_TSAN)
  WatchedStack() = default;
  WatchedStack(const WatchedStack&) = delete;
  WatchedStack& operator=(const WatchedStack&) = delete;
  ~WatchedStack() {
    if (is_of_pool_) pool().free.push_back(fiber_);
  }

  /// A fiber's stack, on which nothing has run yet.
  void make(const void* /*low_end*/, std::size_t /*bytes*/) {
    is_of_pool_ = true;
    if (pool().free.empty()) {
      fiber_ = __tsan_create_fiber(0);
    } else {
      fiber_ = pool().free.back();
      pool().free.pop_back();
    }
  }
  /// The stack of the calling thread, which is not that of a fiber.
  void is_of_this_thread() { fiber_ = __tsan_get_current_fiber(); }
  /// Its calls never end.
  void abandon() { is_of_pool_ = false; }

  /// Directly before a switch from this stack to `next`.
  void leave_for(const WatchedStack& next) { __tsan_switch_to_fiber(next.fiber_, 0); }
  /// Directly after a switch to this stack.
  void arrive(WatchedStack& /*previous*/) {}

 private:
  /// What the sanitizer knows of fibers that have ended: making it takes longer than a short run.
  struct Pool {
    std::vector<void*> free;
    ~Pool() {
      for (void* const fiber : free) __tsan_destroy_fiber(fiber);
    }
  };
  static Pool& pool() {
    thread_local Pool of_this_thread;
    return of_this_thread;
  }

  void* fiber_ = nullptr;
  bool is_of_pool_ = false;
#elif defined(SWITCHYARD_ASAN)
  WatchedStack() = default;
  WatchedStack(const WatchedStack&) = delete;
  WatchedStack& operator=(const WatchedStack&) = delete;
  ~WatchedStack() {
    if (is_of_pool_) pool().push_back(frames_);
  }

  void make(const void* low_end, std::size_t bytes) {
    low_end_ = low_end;
    bytes_ = bytes;
    is_of_pool_ = true;
    if (pool().empty()) return;
    frames_ = pool().back();
    pool().pop_back();
  }
  void is_of_this_thread() {}  // arrive() learns it
  /// What only this stack refers to is no leak, as it is never left.
  void abandon() {
    is_of_pool_ = false;
    __lsan_register_root_region(low_end_, bytes_);
  }

  void leave_for(const WatchedStack& next) { __sanitizer_start_switch_fiber(&frames_, next.low_end_, next.bytes_); }
  void arrive(WatchedStack& previous) {
    __sanitizer_finish_switch_fiber(frames_, &previous.low_end_, &previous.bytes_);
  }

 private:
  /// The frames that the sanitizer keeps apart from stacks, of fibers that have ended: mapping them takes longer than a
  /// short run. Those of a thread's last fibers stay.
  static std::vector<void*>& pool() {
    thread_local std::vector<void*> free;
    return free;
  }

  void* frames_ = nullptr;
  const void* low_end_ = nullptr;
  std::size_t bytes_ = 0;
  bool is_of_pool_ = false;
#else
  void make(const void* /*low_end*/, std::size_t /*bytes*/) {}
  void is_of_this_thread() {}
  void abandon() {}
  void leave_for(const WatchedStack& /*next*/) {}
  void arrive(WatchedStack& /*previous*/) {}
#endif
};

}  // namespace switchyard
