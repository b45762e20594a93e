#pragma once
/// \file explorer.hpp
/// The explorer: runs the threads of an explored program one at a time, and decides in each execution which thread
/// continues and which store a read finds.

#include <cstdint>
#include <memory>
#include <optional>
#include <semaphore>
#include <source_location>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tests/memory_model/exploration.hpp"
#include "tests/memory_model/view.hpp"

namespace switchyard::memory_model {

using SourceLocation = std::source_location;
using StoredBits = std::uint64_t;

/// One event of an execution, such as an atomic operation. It becomes a line of the execution's trace.
struct TraceEvent {
  std::uint32_t thread_number;
  const char* operation_name;
  std::string object_name;
  StoredBits value;
  std::string_view remark_text;
  std::optional<std::memory_order>
      memory_order_of_operation;  ///< memory order of the operation; nothing for accesses to plain data
  SourceLocation source_place;
};

class Explorer;

/// A thread of the explored program during one execution. Its three views (of the operations of all threads) say which
/// stores the thread may still read, and which steps of other threads have happened before.
struct ModelThread {
  enum class ThreadSchedulingState : std::uint8_t { ready, asleep, finished };

  MemoryViewOfThread current_view = {};  ///< what has happened before the next operation of the thread
  /// What the thread would know after an acquire fence, beyond `current_view`.
  MemoryViewOfThread view_of_acquire_fence = {};
  MemoryViewOfThread view_at_release_fence = {};  ///< what had happened before the latest release fence of the thread
  ThreadSchedulingState state = ThreadSchedulingState::ready;
  /// Whether the explorer has just let the thread run, and the thread has not made a step since then.
  bool has_not_stepped_since_scheduled = false;
  const void* futex_slept_on = nullptr;
  bool has_deadline = false;  ///< whether the thread sleeps on a futex with a deadline
  bool timed_out = false;
  std::uint32_t number = 0;
};

class Explorer {
 public:
  Explorer(std::function<ExploredProgram()> make, const ExplorationOptions& options);
  ~Explorer();
  ExplorationVerdict explore_all_executions();
  bool has_failed() const { return !verdict_.failure_text.empty(); }

  /// Returns the explorer to which the calling thread belongs, or null if no exploration is going on.
  static Explorer* explorer_of_calling_thread() noexcept;
  /// Returns whether the calling thread is a thread of the explored program. Operations of other threads, before and
  /// after the program's threads run, do not count as steps.
  static bool is_thread_of_program() noexcept;

  // --- functions for the running thread -----------------------------------------------------------------------------

  ModelThread& running_thread();
  /// Decides between `options` alternatives. Returns a number from 0 to options - 1: 0 in the first execution, and each
  /// other number in a later execution.
  std::uint32_t choose_alternative(std::uint32_t options);
  /// Decides whether an event that may happen without a reason does happen, such as the failure of a weak
  /// compare-exchange. If it does, it counts as a preemption.
  bool is_spurious_event_chosen();
  /// Decides how old a store a read finds. Returns 0 for the latest store, and otherwise how many stores before the
  /// latest one it is, up to `most`.
  std::uint32_t choose_stale_store(std::uint32_t most);
  /// Called before each step of the running thread. Decides whether another thread runs before the step.
  void prepare_step();
  void sleep_on_futex(const void* place, bool has_deadline);
  void wake_one(const void* place);
  [[noreturn]] void fail(const std::string& what);
  void record_event(const char* what, std::string object, StoredBits value, std::string_view remark,
                    std::optional<std::memory_order> order, SourceLocation where) {
    trace_events_.push_back({running_thread().number, what, std::move(object), value, remark, order, where});
  }

  // --- functions for memory locations and plain data ----------------------------------------------------------------

  std::uint64_t index_of_current_execution() const { return execution_number_; }
  std::uint32_t assign_number_to_new_location();
  std::uint32_t assign_number_to_new_nonatomic_variable() { return plain_variable_count_++; }
  const std::string& name_of(std::uint32_t thread) const { return program_.thread_bodies[thread].name; }
  const InjectedFaults& injected_faults() const { return options_.injected_faults; }
  /// For each memory location, the position in its modification order of the oldest store that a sequentially
  /// consistent read may find.
  ModificationOrderPositions oldest_sequential_stores;

 private:
  /// A thread of the operating system. In each execution, it runs one of the program's threads.
  struct HostThread {
    HostThread(Explorer& explorer, std::uint32_t number)
        : thread([this, &explorer, number] { explorer.run_host_thread(*this, number); }) {}
    std::binary_semaphore semaphore_granting_turn_to_run{0};
    std::thread thread;
  };
  struct ExplorationDecision {
    std::uint32_t chosen_option;
    std::uint32_t option_count;
  };

  void run_host_thread(HostThread& actor_thread, std::uint32_t number);
  void run_one_execution();
  bool prepare_next_execution();
  std::vector<std::uint32_t> other_threads_in_state(ModelThread::ThreadSchedulingState state) const;
  void give_turn_to_thread(std::uint32_t number);
  void switch_to_another_model_thread();
  void record_failure(const std::string& what);
  std::string trace_event_as_text(const TraceEvent& event) const;
  std::string trace_text() const;

  const std::function<ExploredProgram()> make_program_;
  const ExplorationOptions options_;
  ExploredProgram program_;
  std::vector<std::unique_ptr<HostThread>> host_threads_;
  std::binary_semaphore execution_ended_{0};  ///< released when an execution has ended
  bool is_execution_ending_ = false;
  std::vector<ExplorationDecision> decisions_;
  ExplorationVerdict verdict_;

  // The members below describe the present execution.
  std::uint64_t execution_number_ = 0;
  std::size_t decisions_made_ = 0;
  std::vector<ModelThread> threads_;
  std::vector<TraceEvent> trace_events_;
  std::uint32_t preemption_count_ = 0;
  std::uint32_t stale_read_count_ = 0;
  std::uint32_t step_count_ = 0;
  std::uint32_t location_count_ = 0;
  std::uint32_t plain_variable_count_ = 0;
};

}  // namespace switchyard::memory_model
