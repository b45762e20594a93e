/// \file fibers.cpp
/// Runs many nodes on the calling thread, as Boost.Context fibers that switch directly to each other.

#include <cxxabi.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/context/fiber.hpp>
#include <cerrno>
#include <cfenv>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <system_error>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/executor.hpp"
#include "runtime/executor/hand_over_count.hpp"
#include "runtime/executor/running_body.hpp"
#include "runtime/executor/stack_overflow.hpp"
#include "runtime/executor/watched_stack.hpp"
#include "runtime/units.hpp"

namespace switchyard {
namespace {

namespace context = boost::context;

std::atomic<bool> are_new_stacks_executable = false;  ///< set once, and then true until the process ends

/// Keeps the stacks of fibers that have ended for the thread's next run, because mapping a stack takes longer than a
/// short run. Each stack has protected pages below it.
class StackCache {
 public:
  static StackCache& cache_of_this_thread() {
    thread_local StackCache cache;
    return cache;
  }
  StackCache() = default;
  StackCache(const StackCache&) = delete;
  StackCache& operator=(const StackCache&) = delete;
  ~StackCache() {
    for (const context::stack_context& stack : free_stacks_) unmap_stack(stack);
  }

  /// Sorts the stacks, so that successive runs with equally many fibers give each fiber the same stack.
  void sort_stacks() {
    if (!std::ranges::is_sorted(free_stacks_, {}, &context::stack_context::sp))
      std::ranges::sort(free_stacks_, {}, &context::stack_context::sp);
  }

  context::stack_context take_stack(std::size_t bytes) {
    const bool is_executable = are_new_stacks_executable;
    if (bytes != cached_stack_bytes_ || is_executable != are_cached_stacks_executable_) {
      for (const context::stack_context& stack : free_stacks_) unmap_stack(stack);
      free_stacks_.clear();
      cached_stack_bytes_ = bytes;
      are_cached_stacks_executable_ = is_executable;
    }
    if (free_stacks_.empty()) return map_stack(bytes);
    const context::stack_context stack = free_stacks_.back();
    free_stacks_.pop_back();
    if (!free_stacks_.empty())
      prefetch_lines(static_cast<char*>(free_stacks_.back().sp) - kPrefetchedStackLines * kCacheLine,
                     kPrefetchedStackLines);  // prefetches the stack that the next fiber will get
    return stack;
  }

  void give_back_stack(const context::stack_context& stack) {
    if (stack.size == cached_stack_bytes_) {
      free_stacks_.push_back(stack);
    } else {
      unmap_stack(stack);
    }
  }

 private:
  context::stack_context map_stack(std::size_t bytes) const {
    constexpr std::size_t guard = kGuardBytes;
    const int access = PROT_READ | PROT_WRITE | (are_cached_stacks_executable_ ? PROT_EXEC : 0);
    void* low = mmap(nullptr, bytes + guard, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (low == MAP_FAILED || mprotect(low, guard, PROT_NONE) != 0) {
      const int reason = errno;
      if (low != MAP_FAILED) munmap(low, bytes + guard);
      throw HostError(fmt::format("the host has no room for another stack of {} bytes ({}); use fewer nodes or jobs",
                                  bytes, std::generic_category().message(reason)));
    }
    context::stack_context stack;
    stack.size = bytes;
    stack.sp = static_cast<char*>(low) + guard + bytes;
    return stack;
  }

  static void unmap_stack(const context::stack_context& stack) {
    constexpr std::size_t guard = kGuardBytes;
    munmap(static_cast<char*>(stack.sp) - stack.size - guard, stack.size + guard);
  }

  /// The number of cache lines at the top of a stack to which the making of a fiber writes.
  static constexpr std::size_t kPrefetchedStackLines = 8;

  std::size_t cached_stack_bytes_ = 0;
  bool are_cached_stacks_executable_ = false;
  std::vector<context::stack_context> free_stacks_;
};

/// A stack allocator for Boost.Context, which takes its stacks from the thread's StackCache.
struct CachedStackAllocator {
  std::size_t bytes;
  const std::byte*& lowest_address;  ///< variable that allocate() sets to the lowest address of the stack
  context::stack_context allocate() const {
    const context::stack_context stack = StackCache::cache_of_this_thread().take_stack(bytes);
    lowest_address = static_cast<const std::byte*>(stack.sp) - stack.size;
    return stack;
  }
  void deallocate(context::stack_context& stack) const noexcept {
    StackCache::cache_of_this_thread().give_back_stack(stack);
  }
};

/// The C++ runtime's record of the exceptions that a thread is handling. Each fiber needs a record of its own, because
/// a node that parks inside a catch block would otherwise corrupt the record of another node.
struct ExceptionState {
  void* caught_exception_stack = nullptr;
  unsigned uncaught_exception_count = 0;
};
ExceptionState& exception_state() { return *reinterpret_cast<ExceptionState*>(abi::__cxa_get_globals()); }

thread_local std::uint64_t t_fiber_switch_count = 0;

#ifdef SWITCHYARD_SANITIZED
constexpr bool kTellSanitizersAboutStacks = true;
#else
constexpr bool kTellSanitizersAboutStacks = false;
#endif

class FiberExecutor final : public Executor {
 public:
  explicit FiberExecutor(std::size_t stack_bytes) : stack_bytes_(stack_bytes * kSanitizerStackFactor) {}

  void make_threads_or_fibers(std::uint32_t count) override {
    // Raises a floating-point flag before the fibers are made, so that all have the same flags: a switch between
    // fibers whose sticky flags differ takes ten times as long.
    std::feraiseexcept(FE_INEXACT);
    // The last slot, after those of the fibers, is for the code that has called run().
    fiber_slots_ = std::vector<FiberSlot>(count + 1);
    lowest_stack_addresses_.resize(count);
    ready_fibers_.assign(count, NodeId{});
    ready_ring_head_ = 0;
    ready_fiber_count_ = 0;
    StackCache::cache_of_this_thread().sort_stacks();
    for (std::uint32_t i = 0; i < count; ++i) {
      fiber_slots_[i].fiber =
          context::fiber(std::allocator_arg, CachedStackAllocator{stack_bytes_, lowest_stack_addresses_[i]},
                         [this, i](context::fiber&& from) {
                           fiber_slots_[previous_fiber_].fiber = std::move(from);
                           fiber_slots_[i].watched_stack.tell_sanitizer_stack_switch_ended(
                               fiber_slots_[previous_fiber_].watched_stack);
                           exception_state() = {};
                           (*node_body_)(NodeId{i});
                           return end_fiber(i);
                         });
      fiber_slots_[i].watched_stack.describe_fiber_stack(lowest_stack_addresses_[i], stack_bytes_);
      enqueue_ready_fiber(NodeId{i});
    }
    current_fiber_ = count;
  }

  void run(const std::function<void(NodeId)>& body) override {
    node_body_ = &body;
    {
      thread_of_run_.store(pthread_self());
      thread_local const SignalStack for_overflows;
      const RunningNodeProgramScope here(*this, current_fiber_);
      fiber_slots_[current_fiber_].watched_stack.describe_stack_of_this_thread();
      switch_to_slot(next_ready_fiber_or_caller());
    }
    drop_unresumable_fibers();
    fiber_slots_.clear();
  }

  void park(NodeId node) override {
    FiberSlot& slot = fiber_slots_[index(node)];
    if (slot.has_unpark_token) {
      slot.has_unpark_token = false;
      return;
    }
    slot.is_parked = true;
    switch_to_slot(next_ready_fiber_or_caller());
  }

  void unpark(NodeId node) override {
    FiberSlot& slot = fiber_slots_[index(node)];
    if (slot.is_parked) {
      slot.is_parked = false;
      enqueue_ready_fiber(node);
      if (ready_fiber_count_ == 1) prefetch_stack(node);
    } else {
      slot.has_unpark_token = true;
    }
  }

  void yield(NodeId node) override {
    enqueue_ready_fiber(node);
    switch_to_slot(next_ready_fiber_or_caller());
  }
  /// Prefetches the part of the stack that the fiber uses at once, because it returns from several calls.
  void prefetch_stack(NodeId node) const noexcept override {
    constexpr std::size_t kLines = 10;
    prefetch_lines(fiber_slots_[index(node)].last_stack_pointer, kLines);
  }
  void begin_work_on_host(NodeId /*node*/) override {}
  void end_work_on_host(NodeId /*node*/) override {}

  [[noreturn]] void abandon_node_program(NodeId node) noexcept override {
    fiber_slots_[index(node)].fiber_end = FiberEndReason::abandoned;
    fiber_slots_[index(node)].watched_stack.mark_as_never_ending();
    switch_to_slot(next_ready_fiber_or_caller());
    std::abort();  // never reached: a fiber that was abandoned is not resumed
  }

  void interrupt_threads_of_node_programs() noexcept override {
    const pthread_t thread = thread_of_run_.load();
    if (thread != pthread_t{}) ::pthread_kill(thread, SIGURG);
  }

  std::optional<StackOverflow> stack_overflow_at(NodeId node, const void* address) const noexcept override {
    const auto distance = reinterpret_cast<std::uintptr_t>(lowest_stack_addresses_[index(node)]) -
                          reinterpret_cast<std::uintptr_t>(address);
    if (distance > kGuardBytes || distance == 0) return std::nullopt;
    return StackOverflow{stack_bytes_, kLargerStacksAdvice};
  }

 private:
  /// Why a fiber that still has its stack can no longer be resumed: its body was abandoned, or its body has returned
  /// (done). `none` means that the fiber can be resumed.
  enum class FiberEndReason : std::uint8_t { none, abandoned, done };

  struct FiberSlot {
    context::fiber fiber;
    WatchedStack watched_stack;
    /// The approximate value of the stack pointer when the thread last switched to another fiber.
    const std::byte* last_stack_pointer = nullptr;
    ExceptionState saved_exception_state;
    bool is_parked = false;
    bool has_unpark_token = false;
    FiberEndReason fiber_end = FiberEndReason::none;
  };

  /// Drops the fibers that will not be resumed, without destroying the objects. Destroying a fiber unwinds its stack,
  /// which is impossible for an abandoned fiber, and of no use for one that is done. The stacks of abandoned fibers
  /// stay allocated; the stacks of the others go back to the cache.
  void drop_unresumable_fibers() {
    for (std::size_t i = 0; i < lowest_stack_addresses_.size(); ++i) {
      FiberSlot& slot = fiber_slots_[i];
      if (slot.fiber_end == FiberEndReason::none) continue;
      alignas(context::fiber) std::byte never_destroyed[sizeof(context::fiber)];
      new (never_destroyed) context::fiber(std::move(slot.fiber));
      if (slot.fiber_end == FiberEndReason::abandoned) continue;
      context::stack_context stack;
      stack.size = stack_bytes_;
      stack.sp = const_cast<std::byte*>(lowest_stack_addresses_[i]) + stack_bytes_;
      StackCache::cache_of_this_thread().give_back_stack(stack);
    }
  }

  void enqueue_ready_fiber(NodeId node) {
    std::size_t at = ready_ring_head_ + ready_fiber_count_++;
    if (at >= ready_fibers_.size()) at -= ready_fibers_.size();
    ready_fibers_[at] = node;
  }

  /// The number of bytes that a switch to another fiber saves on the stack that it leaves.
  static constexpr std::size_t kFiberSwitchStackBytes = 2 * kCacheLine;

  /// Returns the slot of the next fiber that is ready to run or, if none is ready, the slot of the code that has called
  /// run().
  std::uint32_t next_ready_fiber_or_caller() {
    if (ready_fiber_count_ == 0) return static_cast<std::uint32_t>(fiber_slots_.size() - 1);
    const NodeId node = ready_fibers_[ready_ring_head_];
    if (++ready_ring_head_ == ready_fibers_.size()) ready_ring_head_ = 0;
    --ready_fiber_count_;
    if (ready_fiber_count_ > 0) prefetch_stack(ready_fibers_[ready_ring_head_]);
    return index(node);
  }

  void switch_to_slot(std::uint32_t next) {
    if (next == current_fiber_) return;
    const std::uint32_t self = current_fiber_;
    fiber_slots_[self].saved_exception_state = exception_state();
    fiber_slots_[self].last_stack_pointer =
        static_cast<const std::byte*>(__builtin_frame_address(0)) - kFiberSwitchStackBytes;
    previous_fiber_ = self;
    current_fiber_ = next;
    ++t_fiber_switch_count;
    fiber_slots_[self].watched_stack.tell_sanitizer_stack_switch_begins(fiber_slots_[next].watched_stack);
    context::fiber from = std::move(fiber_slots_[next].fiber).resume();
    // The variable `from` is the fiber from which the thread has switched; it is empty if that fiber has ended.
    fiber_slots_[previous_fiber_].fiber = std::move(from);
    fiber_slots_[self].watched_stack.tell_sanitizer_stack_switch_ended(fiber_slots_[previous_fiber_].watched_stack);
    exception_state() = fiber_slots_[self].saved_exception_state;
  }

  /// Ends the fiber of `node`, and returns the fiber that runs next.
  context::fiber end_fiber(std::uint32_t node) {
    // Boost's own switch at the end of a fiber is not announced to the sanitizers, so a fiber that they watch does not
    // end, but is left for ever.
    if (kTellSanitizersAboutStacks) {
      fiber_slots_[node].fiber_end = FiberEndReason::done;
      switch_to_slot(next_ready_fiber_or_caller());
      std::abort();  // never reached: a fiber that is done is not resumed
    }
    const std::uint32_t next = next_ready_fiber_or_caller();
    previous_fiber_ = node;
    current_fiber_ = next;
    return std::move(fiber_slots_[next].fiber);
  }

  std::atomic<pthread_t> thread_of_run_{};  ///< the thread that has called run(); all fibers run on it
  std::size_t stack_bytes_;
  const std::function<void(NodeId)>* node_body_ = nullptr;
  std::vector<FiberSlot> fiber_slots_;
  /// The lowest address of the stack of each node's fiber, by node.
  std::vector<const std::byte*> lowest_stack_addresses_;
  /// A ring buffer of the fibers that are ready to run; each fiber is in it at most once.
  std::vector<NodeId> ready_fibers_;
  std::size_t ready_ring_head_ = 0;
  std::size_t ready_fiber_count_ = 0;
  std::uint32_t current_fiber_ = 0;
  std::uint32_t previous_fiber_ = 0;
};

}  // namespace

std::uint64_t fiber_switches_of_this_thread() noexcept { return t_fiber_switch_count; }

std::unique_ptr<Executor> make_fiber_executor(std::size_t stack_bytes) {
  return std::make_unique<FiberExecutor>(stack_bytes);
}

void make_stacks_of_fibers_executable() noexcept { are_new_stacks_executable = true; }

}  // namespace switchyard
