#pragma once
/// \file watched_stack.hpp
/// Tells the sanitizers which stack a thread is on, as they cannot see a switch between fibers themselves.

#include <cstddef>
#include <vector>

#if defined(SWITCHYARD_TSAN)
#include <sanitizer/tsan_interface.h>
#elif defined(SWITCHYARD_ASAN)
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif

namespace switchyard {

#if defined(SWITCHYARD_TSAN) || defined(SWITCHYARD_ASAN)

/// The description of one stack for the sanitizers: the stack of a fiber, or the stack of the thread that runs fibers.
class WatchedStack {
 public:
  WatchedStack() = default;
  WatchedStack(const WatchedStack&) = delete;
  WatchedStack& operator=(const WatchedStack&) = delete;
  ~WatchedStack() {
    if (is_stack_of_fiber_) pool().kept.push_back(sanitizer_record_);
  }

  /// Makes this object the description of a fiber's stack on which nothing has run yet.
  void describe_fiber_stack(const void* lowest_address, std::size_t bytes) {
    is_stack_of_fiber_ = true;
    lowest_address_ = lowest_address;
    bytes_ = bytes;
    if (std::vector<void*>& kept = pool().kept; !kept.empty()) {
      sanitizer_record_ = kept.back();
      kept.pop_back();
      return;
    }
#ifdef SWITCHYARD_TSAN
    sanitizer_record_ = __tsan_create_fiber(0);
#endif
  }

  /// Makes this object the description of the calling thread's own stack, which is not that of a fiber.
  void describe_stack_of_this_thread() {
#ifdef SWITCHYARD_TSAN
    sanitizer_record_ = __tsan_get_current_fiber();
#endif
  }

  /// Tells the sanitizer that the fiber never ends, so that memory to which only its stack refers is not reported as a
  /// leak.
  void mark_as_never_ending() {
    is_stack_of_fiber_ = false;
#ifdef SWITCHYARD_ASAN
    __lsan_register_root_region(lowest_address_, bytes_);
#endif
  }

  /// Tells the sanitizer that the thread is about to switch from this stack to `next`. Call it directly before the
  /// switch.
  void tell_sanitizer_stack_switch_begins(const WatchedStack& next) {
#ifdef SWITCHYARD_TSAN
    __tsan_switch_to_fiber(next.sanitizer_record_, 0);
#else
    __sanitizer_start_switch_fiber(&sanitizer_record_, next.lowest_address_, next.bytes_);
#endif
  }

  /// Tells the address sanitizer that a switch from the stack `previous` to this stack is complete. Call it directly
  /// after the switch.
  void tell_sanitizer_stack_switch_ended([[maybe_unused]] WatchedStack& previous) {
#ifdef SWITCHYARD_ASAN
    __sanitizer_finish_switch_fiber(sanitizer_record_, &previous.lowest_address_, &previous.bytes_);
#endif
  }

 private:
  /// The sanitizer's records of fibers of this thread that have ended, kept for the thread's next fibers, because
  /// making a record takes longer than a short run. The frames that the address sanitizer keeps can be freed only on
  /// the stack to which they belong.
  struct SanitizerRecordPool {
    std::vector<void*> kept;
#ifdef SWITCHYARD_TSAN
    ~SanitizerRecordPool() {
      for (void* const fiber : kept) __tsan_destroy_fiber(fiber);
    }
#endif
  };
  static SanitizerRecordPool& pool() {
    thread_local SanitizerRecordPool pool_of_this_thread;
    return pool_of_this_thread;
  }

  /// The thread sanitizer's record of the fiber, or the address sanitizer's fake stack for the frames of the fiber;
  /// null if there is none.
  void* sanitizer_record_ = nullptr;
  const void* lowest_address_ = nullptr;
  std::size_t bytes_ = 0;
  bool is_stack_of_fiber_ = false;
};

#else

class WatchedStack {
 public:
  void describe_fiber_stack(const void* /*lowest_address*/, std::size_t /*bytes*/) {}
  void describe_stack_of_this_thread() {}
  void mark_as_never_ending() {}
  void tell_sanitizer_stack_switch_begins(const WatchedStack& /*next*/) {}
  void tell_sanitizer_stack_switch_ended(WatchedStack& /*previous*/) {}
};

#endif

}  // namespace switchyard
