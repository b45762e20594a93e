#pragma once
/// \file settings_under_test.hpp
/// Runs test programs with every setting, that is, with every combination of a shipped machine, a clock and an
/// executor, to check what class Node promises.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "machines/machine_catalogue.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {

/// Calls use(machine, options) for each combination of a shipped machine, a clock and an executor. The machines have
/// four nodes, a number that every shipped machine allows.
template <class Use>
void call_for_each_machine_clock_executor(Use use) {
  for (const std::string& name : machines::distinct_machine_names()) {
    const Machine machine = machines::make_machine({.name = name, .nodes = 4});
    for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::wall, ClockKind::off}) {
      for (const ExecutorKind executor : executors_under_test()) {
        // Fibers are left out under the wall clock, because all fibers share one thread and so have no races.
        if (clock == ClockKind::wall && executor == ExecutorKind::fibers) continue;
        SCOPED_TRACE(fmt::format("{}, clock {}, {}", name, name_of(clock), name_of(executor)));
        RunOptions options;
        options.clock = clock;
        options.executor = executor;
        use(machine, options);
      }
    }
  }
}

inline void expect_runs_on_all_settings(const NodeProgram& program) {
  call_for_each_machine_clock_executor(
      [&](const Machine& machine, const RunOptions& options) { EXPECT_NO_THROW(run(machine, program, options)); });
}

}  // namespace switchyard
