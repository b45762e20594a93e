#pragma once
/// \file exploration.hpp
/// Explores a small program of two or three threads: runs it again and again, in every order of the threads' steps, and
/// with every value that the C++ memory model lets a read find, within given bounds.
///
/// A step is an operation on an Atomic of memory.hpp, a fence, or a futex call. Threads run one at a time, and another
/// thread can take over only before a step. Each decision (which thread continues, which store a read finds) is
/// recorded. The next execution repeats the decisions up to the last one that has an alternative left, and takes the
/// alternative. So a program must behave in the same way if the decisions are the same.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace switchyard::memory_model {

/// Limits on what one execution of an explored program may do.
struct Bounds {
  /// Greatest number of preemptions of threads, together with futex wake-ups and failures of weak compare-exchanges
  /// that happen without a reason.
  unsigned most_preemptions = 2;
  unsigned stale_read_count_limit = 2;  ///< greatest number of reads that find an older store than the latest one
  unsigned most_steps = 1000;  ///< greatest number of steps; an execution with more counts as one that never ends
};

/// Faults that a test puts into an execution on purpose, to see that the exploration finds them.
struct InjectedFaults {
  /// Atomic operations in functions whose names contain this text get the memory order `replacement_memory_order`.
  std::string_view function_with_replaced_memory_order = {};
  std::memory_order replacement_memory_order = std::memory_order_relaxed;
  /// Whether a futex wait puts its thread to sleep without comparing the futex word with the expected value.
  bool futex_ignores_word = false;
};

struct ExplorationOptions {
  Bounds bounds = {};
  InjectedFaults injected_faults = {};
};

struct ThreadBody {
  std::string name;
  std::function<void()> body;
};

/// A program to be explored. It is made anew for each execution, together with all data that its threads share.
struct ExploredProgram {
  std::vector<ThreadBody> thread_bodies;
  /// Function that is called once all threads of an execution have returned; may be empty.
  std::function<void()> run_after_threads;
};

struct ExplorationVerdict {
  std::uint64_t execution_count = 0;
  std::string failure_text = {};  ///< the first failure, and the steps that led to it; empty if no execution failed
};

/// Explores a program until the first failure: a data race, a deadlock, an execution without end, an exception, or an
/// expectation that does not hold. The threads of a failed execution wait until the process ends, and
/// keep the memory that they use.
ExplorationVerdict explore(const std::function<ExploredProgram()>& make, const ExplorationOptions& options = {});

/// A thread of an explored program, with its name. All threads of the program share an object of type World.
template <class World>
struct NamedThreadBody {
  std::string name;
  std::function<void(World&)> body;
};
template <class World>
ExplorationVerdict explore(const std::vector<NamedThreadBody<World>>& actors,
                           const std::function<void(World&)>& at_end = {}, const ExplorationOptions& options = {}) {
  const auto make = [&] {
    const auto world = std::make_shared<World>();
    ExploredProgram program;
    for (const NamedThreadBody<World>& each : actors) {
      program.thread_bodies.push_back({each.name, [world, &each] { each.body(*world); }});
    }
    if (at_end) program.run_after_threads = [world, &at_end] { at_end(*world); };
    return program;
  };
  return explore(make, options);
}

/// Fails the execution with the message `what` if `holds` is false. The program's threads and its run_after_threads may
/// call it.
void expect(bool holds, std::string_view what);

}  // namespace switchyard::memory_model
