/// Tests of programs whose nodes access each other's memory through MPI, on machines of each kind and on both
/// executors.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

Machine small_mesh(std::uint32_t width, std::uint32_t height) {
  return machines::mesh({.width = width, .height = height});
}

class MpiOneSidedWindowTest : public testing::TestWithParam<ExecutorKind> {};
INSTANTIATE_TEST_SUITE_P(Mpi, MpiOneSidedWindowTest, testing::Values(kQuickExecutor, ExecutorKind::threads));

TEST_P(MpiOneSidedWindowTest, EpochsOfAllKindsWork) {
  for (const Machine& machine : {machines::ipsc860({.nodes = 8}), machines::cm5({.nodes = 8}), small_mesh(4, 2),
                                 small_mesh(2, 1), small_mesh(1, 1), small_mesh(3, 1)}) {
    const ProgramResult ended = run_program_on(machine, SWITCHYARD_MPI_WINDOWS, {}, GetParam());
    EXPECT_EQ(ended.output, fmt::format("[0] all windows of {} nodes are well\n", machine.node_count()))
        << machine.name() << ": " << ended.error;
    EXPECT_EQ(ended.error, "") << machine.name();
  }
}

TEST_P(MpiOneSidedWindowTest, EpochsOfAllKindsWorkWhereSendsNeverWait) {
  const ProgramResult ended = run_program_on(small_mesh(2, 1), SWITCHYARD_MPI_WINDOWS, {}, GetParam(),
                                             DefectSearch::off, StandardSendRule::always_buffered());
  EXPECT_EQ(ended.output, "[0] all windows of 2 nodes are well\n") << ended.error;
}

TEST_P(MpiOneSidedWindowTest, RandomEpochsLeaveTheRightData) {
  for (const Machine& machine : {machines::ipsc860({.nodes = 8}), machines::cm5({.nodes = 4}), small_mesh(3, 1)}) {
    const ProgramResult ended = run_program_on(machine, SWITCHYARD_MPI_RANDOM_WINDOWS, {"40", "7"}, GetParam());
    EXPECT_EQ(ended.output, "[0] 40 rounds are well\n") << machine.name() << ": " << ended.error;
    EXPECT_EQ(ended.error, "") << machine.name();
  }
}

TEST(MpiWindows, RandomEpochsNeedNoRoomInTheSystemBuffer) {
  for (const std::uint64_t room : {32U, 2048U}) {
    for (const Machine& machine : {machines::ipsc860({.nodes = 8, .system_buffer = room}),
                                   machines::mesh({.width = 4, .height = 2, .system_buffer = room})}) {
      const ProgramResult ended = run_program_on(machine, SWITCHYARD_MPI_RANDOM_WINDOWS, {"5", "11"});
      EXPECT_EQ(ended.output, "[0] 5 rounds are well\n") << machine.name() << ", " << room << " B: " << ended.error;
    }
  }
}

TEST(MpiWindows, BothExecutorsGiveTheSameTrace) {
  const auto hash_on = [](ExecutorKind executor) {
    return run_program_on(machines::ipsc860({.nodes = 8}), SWITCHYARD_MPI_RANDOM_WINDOWS, {"20", "3"}, executor).hash;
  };
  EXPECT_EQ(hash_on(kQuickExecutor), hash_on(ExecutorKind::threads));
}

TEST(MpiWindows, ErrorsThatEndTheRun) {
  const auto error_of = [](const char* word) {
    return run_program_on(small_mesh(4, 2), SWITCHYARD_MPI_WINDOWS, {word}).error;
  };
  EXPECT_NE(error_of("fatal").find("of counter: there is no epoch for an access to rank"), std::string::npos)
      << error_of("fatal");
  EXPECT_NE(error_of("locked").find("the window is in use: MPI_Win_unlock was not called after MPI_Win_lock"),
            std::string::npos)
      << error_of("locked");
  EXPECT_NE(error_of("code").find("exit code other than 0 on nodes 0 (3), 1 (3)"), std::string::npos)
      << error_of("code");
}

TEST(MpiWindows, AnUnfreedWindowIsServedUntilAllItsMembersFinalize) {
  EXPECT_EQ(run_program_on(small_mesh(4, 2), SWITCHYARD_MPI_WINDOWS, {"unfreed"}).error, "");
}

TEST(MpiWindows, LocksThatWaitForEachOtherAreADeadlock) {
  const ProgramResult ended = run_program_on(small_mesh(4, 2), SWITCHYARD_MPI_WINDOWS, {"deadlock"});
  EXPECT_EQ(ended.code, ExitCode::deadlock) << ended.error;
  EXPECT_NE(ended.error.find("waits for node 1: the exclusive lock of window counter at rank 1, which node 1 holds "
                             "exclusive since MPI_Win_lock (mpi_windows.c:"),
            std::string::npos)
      << ended.error;
}

TEST(MpiWindows, AFenceThatOneRankLeavesOutIsNamed) {
  const ProgramResult ended = run_program_on(machines::ipsc860({.nodes = 4}), SWITCHYARD_MPI_WINDOWS, {"fence"});
  EXPECT_EQ(ended.defect, DefectClass::call_ordering) << ended.error;
  for (const char* call : {"MPI_Win_fence", "MPI_Win_free"})
    EXPECT_NE(ended.error.find(call), std::string::npos) << ended.error;
}

TEST(MpiWindows, ADeadlockNamesWhoHoldsTheLockOfAWindow) {
  const ProgramResult ended = run_program_on(machines::ipsc860({.nodes = 4}), SWITCHYARD_MPI_WINDOWS, {"held"});
  EXPECT_EQ(ended.code, ExitCode::deadlock) << ended.error;
  EXPECT_NE(ended.error.find("node 1 in MPI_Win_lock of node 2 (mpi_windows.c:"), std::string::npos) << ended.error;
  const std::string lock =
      "the exclusive lock of window counter at rank 2, which node 0 holds shared since MPI_Win_lock_all "
      "(mpi_windows.c:";
  EXPECT_NE(ended.error.find("waits for node 0: " + lock), std::string::npos) << ended.error;
  EXPECT_EQ(ended.error.find("MPI_Win_create"), std::string::npos) << "no request of a service: " << ended.error;
  EXPECT_NE(ended.wait_graph.find(lock), std::string::npos) << ended.wait_graph;
  EXPECT_NE(ended.wait_graph.find("\"kind\": \"lock\""), std::string::npos) << ended.wait_graph;
  EXPECT_NE(ended.wait_graph.find("\"verb\": \"MPI_Win_lock_all\""), std::string::npos) << ended.wait_graph;
}

TEST(MpiWindows, ADeadlockNamesWhoAskedEarlierForTheLockOfAWindow) {
  const ProgramResult ended = run_program_on(machines::ipsc860({.nodes = 4}), SWITCHYARD_MPI_WINDOWS, {"queued"});
  EXPECT_EQ(ended.code, ExitCode::deadlock) << ended.error;
  EXPECT_NE(ended.error.find("waits for node 0: the exclusive lock of window counter at rank 2, which node 0 holds "
                             "shared since MPI_Win_lock (mpi_windows.c:"),
            std::string::npos)
      << ended.error;
  EXPECT_NE(ended.error.find("waits for node 1: the shared lock of window counter at rank 2, which node 1 asked for "
                             "earlier, as an exclusive lock, in MPI_Win_lock (mpi_windows.c:"),
            std::string::npos)
      << ended.error;
}

}  // namespace
}  // namespace switchyard
