#pragma once
/// \file gtest.hpp
/// For a user's own GoogleTest: a node program that has to survive thousands of disturbed runs.
///
/// ```cpp
/// TEST(MyExchange, SurvivesAnyOrder) {
///   EXPECT_SURVIVES(sy::machines::ipsc860({.nodes = 8}), my_exchange, {.runs = 10'000});
/// }
/// ```

#include <gtest/gtest.h>

#include "runtime/stress/stress.hpp"

namespace switchyard {

/// Says of each kind of finding which run was the first, and what its report is.
inline testing::AssertionResult survives(const Machine& machine, const NodeProgram& program,
                                         const StressOptions& options = {}) {
  const StressReport report = stress(machine, program, options);
  if (report.findings.empty()) return testing::AssertionSuccess();
  testing::AssertionResult failure = testing::AssertionFailure();
  failure << report.runs() - report.count(Outcome::completed) << " of " << report.runs() << " disturbed runs of seed "
          << options.seed << " fail";
  for (const auto& [outcome, finding] : report.findings) {
    failure << "\n"
            << name_of(outcome) << ", " << report.count(outcome) << " times, first in run " << finding.number
            << " (strategy " << name_of(finding.run.strategy) << ", " << finding.run.decisions.size()
            << " decisions): " << finding.run.text;
  }
  return failure;
}

}  // namespace switchyard

/// machine, program, and options where the usual ones do not do.
#define EXPECT_SURVIVES(...) EXPECT_TRUE(::switchyard::survives(__VA_ARGS__))
#define ASSERT_SURVIVES(...) ASSERT_TRUE(::switchyard::survives(__VA_ARGS__))
