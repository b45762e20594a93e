/// Tests of programs that call MPI, on machines of each kind and on both executors.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>
#include <set>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

Machine small_mesh() { return machines::mesh({.width = 4, .height = 2}); }

class MpiOnMachinesTest : public testing::TestWithParam<ExecutorKind> {
 protected:
  static std::vector<Machine> machines() {
    return {machines::ipsc860({.nodes = 8}), machines::cm5({.nodes = 8}), small_mesh()};
  }
  static void expect_output_on_all_machines(const std::string& path, std::vector<std::string> words,
                                            const std::string& output) {
    for (const Machine& machine : machines()) {
      const ProgramResult ended = run_program_on(machine, path, words, GetParam());
      EXPECT_EQ(ended.output, output) << machine.name() << ": " << ended.error;
      EXPECT_EQ(ended.error, "") << machine.name();
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Mpi, MpiOnMachinesTest, testing::Values(kQuickExecutor, ExecutorKind::threads));

TEST_P(MpiOnMachinesTest, MessagesOfAllModesArrive) {
  expect_output_on_all_machines(SWITCHYARD_MPI_MESSAGES, {}, "[0] all messages of 8 nodes are well\n");
}
TEST_P(MpiOnMachinesTest, GroupsCommunicatorsAndTopologiesWork) {
  expect_output_on_all_machines(SWITCHYARD_MPI_COMMUNICATORS, {}, "[0] all communicators are well\n");
}
TEST_P(MpiOnMachinesTest, ErrorsAreReturned) {
  expect_output_on_all_machines(SWITCHYARD_MPI_ERRORS, {"returned"}, "[0] all errors are well\n");
}

TEST_P(MpiOnMachinesTest, IntercommunicatorsWork) {
  expect_output_on_all_machines(SWITCHYARD_MPI_INTERCOMMUNICATORS, {}, "[0] intercommunicators of 8 nodes are well\n");
}
TEST_P(MpiOnMachinesTest, ToolsFindNoVariables) {
  expect_output_on_all_machines(SWITCHYARD_MPI_TOOLS, {}, "[0] there are neither variables nor categories\n");
}

TEST(Mpi, IntercommunicatorsOfFewNodes) {
  for (const std::uint32_t nodes : {2U, 3U, 5U}) {
    const ProgramResult ended = run_program_on(machines::mesh({.width = nodes, .height = 1}),
                                               SWITCHYARD_MPI_INTERCOMMUNICATORS, {}, kQuickExecutor, DefectSearch::on);
    EXPECT_EQ(ended.output, fmt::format("[0] intercommunicators of {} nodes are well\n", nodes)) << ended.error;
  }
}

TEST(Mpi, ReportsOfIntercommunicatorsNameNodesOfTheWorld) {
  const auto ended_with = [](const char* word, DefectSearch looks = DefectSearch::off) {
    return run_program_on(machines::mesh({.width = 5, .height = 1}), SWITCHYARD_MPI_INTERCOMMUNICATORS, {word},
                          kQuickExecutor, looks);
  };
  // In this program, the nodes form two groups: 0, 2 and 3, and 1 and 4.
  const ProgramResult deadlock = ended_with("deadlock");
  EXPECT_EQ(deadlock.code, ExitCode::deadlock);
  EXPECT_NE(deadlock.error.find("node 4 in MPI_Recv from 0, tag 9"), std::string::npos) << deadlock.error;
  EXPECT_NE(deadlock.error.find("node 2 in MPI_Recv from 1, tag 9"), std::string::npos) << deadlock.error;
  EXPECT_NE(ended_with("same").error.find("the remote leader is the local leader itself (MPI_ERR_RANK)"),
            std::string::npos)
      << ended_with("same").error;
  EXPECT_NE(ended_with("overlap").error.find("node 1 is in both groups (MPI_ERR_COMM)"), std::string::npos)
      << ended_with("overlap").error;
  const ProgramResult roots = ended_with("root", DefectSearch::on);
  EXPECT_EQ(roots.defect, DefectClass::parameter_matching) << roots.error;
  EXPECT_NE(roots.error.find("it gives nothing, but MPI_Bcast"), std::string::npos) << roots.error;
}

TEST(Mpi, MessagesOfTwoNodes) {
  const ProgramResult ended = run_program_on(machines::mesh({.width = 2, .height = 1}), SWITCHYARD_MPI_MESSAGES);
  EXPECT_EQ(ended.output, "[0] all messages of 2 nodes are well\n") << ended.error;
}

struct FailingProgramTestCase {
  const char* word;
  const char* expected_error_part;  ///< text that the error has to contain
  ExitCode code = ExitCode::failed;
};

TEST(Mpi, FatalErrorsNameRankCallLineAndArgument) {
  const std::vector<FailingProgramTestCase> cases{
      {"early", "MPI_Comm_rank (mpi_errors.c:189): the program has not called MPI_Init yet (MPI_ERR_OTHER)"},
      {"late", "the program has called MPI_Finalize (mpi_errors.c:222) before"},
      {"twice", "the program has called MPI_Finalize (mpi_errors.c:222) before"},
      {"fatal",
       "node 1: MPI_Send (mpi_errors.c:202): rank 1 of MPI_COMM_WORLD: there is no destination 70; ranks are 0 to 7 "
       "(MPI_ERR_RANK)"},
      {"abort", "MPI_Abort (mpi_errors.c:203): the program has aborted with code 7"},
      {"deadlock", "in MPI_Recv from 0, tag 3, 4 B (mpi_errors.c:204)", ExitCode::deadlock},
      {"leak", "a request of MPI_Irecv (mpi_errors.c:205) is still under way; complete it first (MPI_ERR_REQUEST)"},
      {"no_end", "MPI_Init (mpi_errors.c:190): the program has ended without MPI_Finalize"},
      {"code", "exit code other than 0 on nodes 0 (3)"},
      {"undefined", "count MPI_UNDEFINED (-32766) is negative (MPI_ERR_COUNT)"},
      {"key", "the key is MPI_KEYVAL_INVALID (MPI_ERR_KEYVAL)"},
      {"replace", "MPI_REPLACE is for one-sided communication only (MPI_ERR_OP)"},
      {"amode", "amode MPI_MODE_CREATE|MPI_MODE_APPEND must have one of"},
      {"degree", "indegree -1 is negative (MPI_ERR_COUNT)"},
      {"port",
       "MPI_Open_port (mpi_errors.c:221): rank 0 of MPI_COMM_WORLD: this function is not there: the nodes of a run"}};
  for (const FailingProgramTestCase& wrong : cases) {
    const ProgramResult ended = run_program_on(small_mesh(), SWITCHYARD_MPI_ERRORS, {wrong.word});
    EXPECT_NE(ended.error.find(wrong.expected_error_part), std::string::npos) << wrong.word << ": " << ended.error;
    EXPECT_EQ(ended.code, wrong.code) << wrong.word;
  }
}

TEST_P(MpiOnMachinesTest, FunctionsWithLargeCountsWork) {
  const std::string file = fmt::format("{}/switchyard_large_counts_{}", testing::TempDir(), ::getpid());
  expect_output_on_all_machines(SWITCHYARD_MPI_LARGE_COUNTS, {file}, "[0] large counts of 8 nodes are well\n");
}
TEST(Mpi, ErrorsOfFunctionsWithLargeCountsNameThese) {
  const ProgramResult ended = run_program_on(small_mesh(), SWITCHYARD_MPI_LARGE_COUNTS, {"", "fatal"});
  EXPECT_NE(ended.error.find("node 0: MPI_Send_c (mpi_large_counts.c:"), std::string::npos) << ended.error;
  EXPECT_NE(ended.error.find("count -3000000000 is negative (MPI_ERR_COUNT)"), std::string::npos) << ended.error;
}

TEST_P(MpiOnMachinesTest, SessionsWorkAloneAndBesideMpiInit) {
  expect_output_on_all_machines(SWITCHYARD_MPI_SESSIONS, {"alone"}, "[0] sessions of 8 nodes are well\n");
  expect_output_on_all_machines(SWITCHYARD_MPI_SESSIONS, {"beside"}, "[0] sessions of 8 nodes are well\n");
}
TEST(Mpi, SessionsOfWellWrittenProgramsHaveNoDefects) {
  for (const char* word : {"alone", "beside"}) {
    const ProgramResult ended =
        run_program_on(small_mesh(), SWITCHYARD_MPI_SESSIONS, {word}, kQuickExecutor, DefectSearch::on);
    EXPECT_EQ(ended.output, "[0] sessions of 8 nodes are well\n") << ended.error;
    for (const Defect& defect : ended.defects) EXPECT_EQ(defect.kind, DefectClass::invalid_parameter) << defect.text;
  }
}
TEST(Mpi, CallsOutsideOfSessionsEndTheRun) {
  const std::vector<FailingProgramTestCase> cases{
      {"early", "the program has not called MPI_Init yet (MPI_ERR_OTHER)"},
      {"no_world", "the communicator was freed, or is none (MPI_ERR_COMM)"},
      {"finalize", "the program has a session, but has not called MPI_Init (MPI_ERR_OTHER)"},
      {"late", "the program has not called MPI_Init yet (MPI_ERR_OTHER)"},
      {"twice", "the session is MPI_SESSION_NULL (MPI_ERR_SESSION)"}};
  for (const FailingProgramTestCase& wrong : cases) {
    const ProgramResult ended = run_program_on(small_mesh(), SWITCHYARD_MPI_SESSIONS, {wrong.word});
    EXPECT_NE(ended.error.find(wrong.expected_error_part), std::string::npos) << wrong.word << ": " << ended.error;
    EXPECT_EQ(ended.code, wrong.code) << wrong.word;
  }
}

TEST(Mpi, ProgramsOfCppAndPointersToFunctions) {
  const ProgramResult ended = run_program_on(small_mesh(), SWITCHYARD_MPI_CPP);
  EXPECT_EQ(ended.output, "[0] 8 nodes, 1 send counted\n") << ended.error;
}

/// The test reads which MPI functions there are from the macros that declare them in mpi.h, such as
/// "SWITCHYARD_MPI(Send, ..." and "SWITCHYARD_MPI_WITHOUT_ARGUMENTS(Finalize)".
TEST(Mpi, EveryFunctionOfTheHeaderIsThere) {
  std::ifstream header(SWITCHYARD_SOURCE_DIR "/runtime/programs/mpi/mpi.h");
  std::set<std::string_view> bound;
  for (const SymbolBinding& binding : mpi_bindings()) bound.insert(binding.name);
  std::size_t count = 0;
  for (std::string line; std::getline(header, line);) {
    if (!line.starts_with("SWITCHYARD_MPI")) continue;
    const std::size_t begin = line.find('(') + 1;
    const std::string name = line.substr(begin, line.find_first_of(",)") - begin);
    for (const char* prefix : {"MPI_", "PMPI_", "switchyard_mpi_"}) EXPECT_TRUE(bound.contains(prefix + name)) << name;
    ++count;
  }
  EXPECT_GT(count, 300U);
}

}  // namespace
}  // namespace switchyard
