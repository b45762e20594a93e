#pragma once
/// \file settings_under_test.hpp
/// What Node promises holds on every shipped machine, under every clock and on every executor.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "machines/machine_catalogue.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {

/// use(machine, options) for each of them; the machines have four nodes, as each of them can.
template <class Use>
void on_all_settings(Use use) {
  for (const std::string& name : machines::distinct_machine_names()) {
    const Machine machine = machines::make_machine({.name = name, .nodes = 4});
    for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::wall, ClockKind::off}) {
      for (const ExecutorKind executor : executors_under_test()) {
        if (clock == ClockKind::wall && executor == ExecutorKind::fibers) continue;  // fibers of one thread do not race
        SCOPED_TRACE(fmt::format("{}, clock {}, {}", name, name_of(clock), name_of(executor)));
        RunOptions options;
        options.clock = clock;
        options.executor = executor;
        use(machine, options);
      }
    }
  }
}

inline void runs_on_all_settings(const NodeProgram& program) {
  on_all_settings(
      [&](const Machine& machine, const RunOptions& options) { EXPECT_NO_THROW(run(machine, program, options)); });
}

}  // namespace switchyard
