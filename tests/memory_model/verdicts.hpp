#pragma once
/// \file verdicts.hpp
/// GoogleTest expectations about the result of an exploration.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/memory_model/exploration.hpp"

namespace switchyard::memory_model {

/// Expects that an exploration of more than 100 executions has found no failure.
inline void expect_no_failure(const ExplorationVerdict& verdict) {
  EXPECT_EQ(verdict.failure_text, "");
  EXPECT_GT(verdict.execution_count, 100U);
  testing::Test::RecordProperty("executions", std::to_string(verdict.execution_count));
}

/// Expects that the exploration has found a failure whose text starts with `what`, and that the failing execution's
/// trace has a line with each of `lines`.
inline void expect_failure_with_trace(const ExplorationVerdict& verdict, const std::string& what,
                                      const std::vector<std::string>& lines) {
  EXPECT_TRUE(verdict.failure_text.starts_with(what)) << verdict.failure_text;
  for (const std::string& line : lines)
    EXPECT_NE(verdict.failure_text.find(line), std::string::npos) << verdict.failure_text;
}

}  // namespace switchyard::memory_model
