#pragma once
/// \file exploration.hpp
/// Runs a small program of two or three threads again and again: in every order of its steps, and with every value that
/// the memory model lets a read find, as far as the bounds go.
///
/// A step is an operation on an Atomic of memory.hpp, a fence, or a futex call. Threads run one at a time, and hand
/// over only before a step. Each decision (who goes on, which store a read finds) is written down; the next execution
/// repeats all but the last one that has an alternative left, and takes that. So a program must do the same each time.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace switchyard::memory_model {

/// Limits on the preemptions and stale reads of one execution.
struct Bounds {
  unsigned most_preemptions = 2;  ///< number of preemptions; wake-ups from a futex without a reason, and failures of a
                                  ///< weak exchange without one, have the same limit
  unsigned most_stale_reads = 2;  ///< number of reads that do not find the latest store
  unsigned steps = 1000;          ///< number of steps; an execution with more counts as one that never ends
};

/// Faults that a test plants in an execution, to see that the exploration finds them.
struct Faults {
  std::string_view weak_function = {};  ///< operations in functions whose names contain this text have `weak_order`
  std::memory_order weak_order = std::memory_order_relaxed;
  bool futex_never_looks = false;  ///< whether a futex lets a thread sleep whatever its word holds
};

struct Options {
  Bounds bounds = {};
  Faults faults = {};
};

struct ThreadBody {
  std::string name;
  std::function<void()> body;
};

/// A program to explore. It is made anew for each execution, with everything that its threads share.
struct Program {
  std::vector<ThreadBody> actors;
  std::function<void()> run_after_threads;  ///< runs once all threads have returned; may be empty
};

struct Verdict {
  std::uint64_t executions = 0;
  std::string failure = {};  ///< the failure and the steps that led to it; empty if there was none
};

/// Explores a program until the first failure: a data race, a deadlock, an execution without end, an exception, or an
/// expectation that does not hold. The threads of a failed execution stay where they are until the process ends, and
/// keep the memory that they use.
Verdict explore(const std::function<Program()>& make, const Options& options = {});

/// Explores threads that share one World.
template <class World>
struct WorldThreadBody {
  std::string name;
  std::function<void(World&)> body;
};
template <class World>
Verdict explore(const std::vector<WorldThreadBody<World>>& actors, const std::function<void(World&)>& at_end = {},
                const Options& options = {}) {
  const auto make = [&] {
    const auto world = std::make_shared<World>();
    Program program;
    for (const WorldThreadBody<World>& each : actors) {
      program.actors.push_back({each.name, [world, &each] { each.body(*world); }});
    }
    if (at_end) program.run_after_threads = [world, &at_end] { at_end(*world); };
    return program;
  };
  return explore(make, options);
}

/// Fails the execution unless `holds`. The program's threads and its run_after_threads may call this.
void expect(bool holds, std::string_view what);

}  // namespace switchyard::memory_model
