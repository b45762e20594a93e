/// \file mpi_collectives_test.cpp
/// Tests of programs that use MPI's collectives and datatypes, on different numbers of nodes.

#include <gtest/gtest.h>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

Machine one_row_mesh(std::uint32_t nodes) { return machines::mesh({.width = nodes, .height = 1}); }

class MpiCollectives : public testing::TestWithParam<ExecutorKind> {
 protected:
  static void expect_mpi_collectives_pass_on_machine(const Machine& machine, std::uint32_t nodes) {
    const ProgramResult ended = run_program_on(machine, SWITCHYARD_MPI_COLLECTIVES, {}, GetParam());
    EXPECT_EQ(ended.output, "[0] all collectives of " + std::to_string(nodes) + " nodes are well\n") << machine.name();
    EXPECT_EQ(ended.error, "") << machine.name() << ", " << nodes << " nodes";
  }
};
INSTANTIATE_TEST_SUITE_P(Executors, MpiCollectives, testing::Values(kQuickExecutor, ExecutorKind::threads));

TEST_P(MpiCollectives, GiveRightResultsOnMeshes) {
  for (const std::uint32_t nodes : {1U, 2U, 3U, 7U, 8U})
    expect_mpi_collectives_pass_on_machine(one_row_mesh(nodes), nodes);
}
TEST_P(MpiCollectives, GiveRightResultsOnHypercubes) {
  for (const std::uint32_t nodes : {1U, 2U, 8U})
    expect_mpi_collectives_pass_on_machine(machines::ipsc860({.nodes = nodes}), nodes);
}
TEST_P(MpiCollectives, GiveRightResultsOnFatTreesWithAControlNetwork) {
  for (const std::uint32_t nodes : {2U, 8U})
    expect_mpi_collectives_pass_on_machine(machines::cm5({.nodes = nodes}), nodes);
}
TEST_P(MpiCollectives, ReturnErrors) {
  const ProgramResult ended =
      run_program_on(one_row_mesh(4), SWITCHYARD_MPI_COLLECTIVE_ERRORS, {"returned"}, GetParam());
  EXPECT_EQ(ended.output, "[0] all errors of collectives are well\n");
  EXPECT_EQ(ended.error, "");
}
TEST_P(MpiCollectives, HandleTypesOfAllKinds) {
  for (const Machine& machine : {one_row_mesh(3), machines::ipsc860({.nodes = 2})}) {
    const ProgramResult ended = run_program_on(machine, SWITCHYARD_MPI_TYPES, {}, GetParam());
    EXPECT_EQ(ended.output, "[0] all datatypes are well\n") << machine.name();
    EXPECT_EQ(ended.error, "") << machine.name();
  }
}

struct FailingProgramTestCase {
  const char* word;
  std::vector<const char*> error_parts;  ///< texts that the error has to contain
  ExitCode code = ExitCode::failed;
};

TEST(MpiCollectivesMisuse, IsReportedWithBothCalls) {
  const std::vector<FailingProgramTestCase> cases{
      {"root", {"MPI_Bcast (mpi_collective_errors.c:", "broadcast with root"}},
      {"operation", {"MPI_Allreduce (mpi_collective_errors.c:", "all members must give the same operation"}},
      {"size", {"MPI_Bcast (mpi_collective_errors.c:", "0 B", "4 B"}},
      {"another",
       {"MPI_Allreduce (mpi_collective_errors.c:", "made MPI_Barrier",
        "must make the same collectives in the same order"}},
      {"posted",
       {"MPI_Ibarrier (mpi_collective_errors.c:", "made MPI_Barrier",
        "must make the same collectives in the same order"}},
      {"absent", {"node 0 in MPI_Allreduce, receiving from", "node 2 in MPI_Recv from 0"}, ExitCode::deadlock},
      {"fatal", {"node 2: MPI_Reduce (mpi_collective_errors.c:", "rank 2 of MPI_COMM_WORLD", "(MPI_ERR_ROOT)"}}};
  for (const FailingProgramTestCase& wrong : cases) {
    const ProgramResult ended = run_program_on(one_row_mesh(4), SWITCHYARD_MPI_COLLECTIVE_ERRORS, {wrong.word});
    for (const char* part : wrong.error_parts) {
      EXPECT_NE(ended.error.find(part), std::string::npos) << wrong.word << ": " << ended.error;
    }
    EXPECT_EQ(ended.code, wrong.code) << wrong.word << ": " << ended.error;
  }
}

}  // namespace
}  // namespace switchyard
