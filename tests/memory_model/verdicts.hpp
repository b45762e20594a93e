#pragma once
/// \file verdicts.hpp
/// Expectations of tests about the verdict of an exploration.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/memory_model/exploration.hpp"

namespace switchyard::memory_model {

/// Expects that an exploration of more than 100 executions has found no failure.
inline void expect_no_failure(const Verdict& verdict) {
  EXPECT_EQ(verdict.failure, "");
  EXPECT_GT(verdict.executions, 100U);
  testing::Test::RecordProperty("executions", std::to_string(verdict.executions));
}

/// Expects that the failure starts with `what`, and that its trace has a line with each of `lines`.
inline void expect_found(const Verdict& verdict, const std::string& what, const std::vector<std::string>& lines) {
  EXPECT_TRUE(verdict.failure.starts_with(what)) << verdict.failure;
  for (const std::string& line : lines) EXPECT_NE(verdict.failure.find(line), std::string::npos) << verdict.failure;
}

}  // namespace switchyard::memory_model
