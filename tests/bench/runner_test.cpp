#include "bench/experiment/runner.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "runtime/stress/parallel_runs.hpp"

namespace switchyard {
namespace {

/// Gives the pieces of work numbered `order` to the runner, one after another; those in `failing` fail. Returns the
/// numbers of the pieces that the runner has begun.
std::vector<std::uint64_t> pieces_begun(WorkRunner& runner, const std::vector<std::uint64_t>& order,
                                        const std::set<std::uint64_t>& failing) {
  std::vector<std::uint64_t> numbers;
  for (const std::uint64_t number : order) {
    const auto piece = [&] {
      numbers.push_back(number);
      if (failing.contains(number)) throw std::runtime_error("fails");
    };
    runner.carry_out_work_piece(number, {}, piece, [&] { return std::to_string(number); });
  }
  return numbers;
}

TEST(WorkRunner, FinishesPiecesBeforeAFailedOneSoThatTheFailureWithTheLeastNumberCounts) {
  WorkRunner runner(FailurePolicy::lower_numbered_work_pieces_continue);
  EXPECT_EQ(pieces_begun(runner, {3, 0, 5, 1, 4, 2}, {3, 1}), (std::vector<std::uint64_t>{3, 0, 1}));
  EXPECT_EQ(runner.failure()->failed_work_name, "1");
  EXPECT_TRUE(runner.has_failure_with_lower_number(3));
  EXPECT_FALSE(runner.has_failure_with_lower_number(0));
}

TEST(WorkRunner, BeginsNothingMoreAfterAFailure) {
  WorkRunner runner(FailurePolicy::no_further_work_pieces_begin);
  EXPECT_EQ(pieces_begun(runner, {3, 0, 1}, {3}), (std::vector<std::uint64_t>{3}));
  EXPECT_EQ(runner.failure()->failed_work_name, "3");
}

TEST(WorkRunner, GoesOnAfterFailuresIfAskedToAndKeepsTheFirstFailure) {
  WorkRunner runner(FailurePolicy::no_further_work_pieces_begin);
  runner.let_work_continue_after_failures();
  EXPECT_EQ(pieces_begun(runner, {3, 0, 1}, {3, 0}), (std::vector<std::uint64_t>{3, 0, 1}));
  EXPECT_EQ(runner.failure()->failed_work_name, "3");
  EXPECT_EQ(runner.failed_piece_count(), 2U);
}

TEST(WorkRunner, EndsAtAnErrorThatBelongsToNoPieceWhateverHasFailedBefore) {
  WorkRunner runner(FailurePolicy::all_work_pieces_continue);
  pieces_begun(runner, {3}, {3});
  try {
    throw std::runtime_error("disk full");
  } catch (const std::exception&) {
    runner.end_all_work();
  }
  EXPECT_TRUE(pieces_begun(runner, {0, 1}, {0}).empty());
  EXPECT_EQ(runner.failure()->failed_work_name, "");
  EXPECT_EQ(runner.failed_piece_count(), 1U);
}

TEST(WorkRunner, BeginsNothingAfterAStopIsAskedFor) {
  std::stop_source stop;
  stop.request_stop();
  WorkRunner runner(FailurePolicy::no_further_work_pieces_begin);
  EXPECT_FALSE(runner.carry_out_work_piece(
      0, stop.get_token(), [] {}, [] { return std::string(); }));
  EXPECT_FALSE(runner.failure());
}

TEST(WorkRunner, KeepsTheSameFailureForAnyNumberOfJobs) {
  for (const std::uint64_t jobs : {1U, 2U, 7U}) {
    WorkRunner runner(FailurePolicy::lower_numbered_work_pieces_continue);
    run_in_parallel(200, jobs, [&](std::uint64_t number) {
      const auto piece = [number] {
        if (number % 50 == 17) throw std::runtime_error("fails");
      };
      runner.carry_out_work_piece(number, {}, piece, [number] { return std::to_string(number); });
    });
    EXPECT_EQ(runner.failure()->failed_work_name, "17");
  }
}

}  // namespace
}  // namespace switchyard
