#pragma once
/// \file executors_under_test.hpp
/// Runs a node program on every executor (threads and fibers), and compares the reports or errors of these runs, which
/// must be equal.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/run.hpp"

namespace switchyard {

/// Whether the build has a sanitizer, which makes runs about ten times as slow.
#if defined(SWITCHYARD_TSAN) || defined(SWITCHYARD_ASAN)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

inline std::vector<ExecutorKind> executors_under_test() { return {ExecutorKind::threads, ExecutorKind::fibers}; }

inline void expect_equal_runs(const RunReport& a, const RunReport& b) {
  EXPECT_EQ(a.makespan, b.makespan);
  EXPECT_EQ(a.finished, b.finished);
  EXPECT_EQ(a.events, b.events);
  EXPECT_EQ(a.trace_hash, b.trace_hash);
}

/// Runs the program under the virtual clock on every executor, and returns the report. The test fails if the reports
/// differ. The program runs several times, so that it must not accumulate results over runs.
inline RunReport run_on_all_executors(const Machine& machine, const NodeProgram& program, RunOptions options = {}) {
  std::vector<RunReport> reports;
  for (const ExecutorKind executor : executors_under_test()) {
    options.executor = executor;
    reports.push_back(run(machine, program, options));
    expect_equal_runs(reports.front(), reports.back());
  }
  return reports.front();
}

/// Returns the error of type Failure that ends a run of the program on one executor. Needs: Failure is copyable.
template <class Failure>
Failure error_on_executor(const Machine& machine, const NodeProgram& program, ExecutorKind executor,
                          RunOptions options = {}) {
  options.executor = executor;
  try {
    run(machine, program, options);
  } catch (const Failure& error) {
    return error;
  }
  ADD_FAILURE() << "the run ended without an error on " << name_of(executor);
  throw std::runtime_error("no error");
}

/// Returns the error of type Failure that ends the program's run on every executor. The test fails if the text of the
/// error differs between executors. Needs: Failure is copyable.
template <class Failure>
Failure error_on_all_executors(const Machine& machine, const NodeProgram& program, RunOptions options = {}) {
  std::vector<Failure> errors;
  for (const ExecutorKind executor : executors_under_test()) {
    errors.push_back(error_on_executor<Failure>(machine, program, executor, options));
    EXPECT_STREQ(errors.front().what(), errors.back().what());
  }
  return errors.front();
}

}  // namespace switchyard
