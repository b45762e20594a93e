#include <fmt/format.h>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

/// Returns the text of a message list that has the given lines below its header.
std::string make_message_list_text_with_rows(const std::string& lines) {
  return fmt::format("id,ready,packets,source_row,source_column,destination_row,destination_column\n{}", lines);
}
const std::string kExampleListPath = SWITCHYARD_SOURCE_DIR "/bench/examples/surma_sha_table_2.csv";

std::vector<std::string> schedule_arguments(const std::string& size, const std::string& file,
                                            std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"schedule", "--machine", "mesh", "--size", size, "--messages", file});
  return more;
}

/// Returns a list of four messages around a square of four nodes. The XY routes of messages 1 and 3 and the YX routes
/// of messages 2 and 4 form a cycle.
std::string ring_message_list() {
  return make_message_list_text_with_rows("1,0,4,1,1,2,2\n2,0,4,1,2,2,1\n3,0,4,2,2,1,1\n4,0,4,2,1,1,2\n");
}

TEST(MessageSchedule, PrintsThePublishedLevelsOfTheExampleBesideTheirBounds) {
  const FinishedProgram finished = run_switchyard_program(schedule_arguments("10x10", kExampleListPath));
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  for (const char* part :
       {"fcfs                    14     11       3      3         0", "miscom_improved          8      8",
        "fcfs_rerouted    1 2 3' 4' | 5 6 7", "no deadlock: links can be numbered"}) {
    EXPECT_NE(finished.standard_output.find(part), std::string::npos) << part << '\n' << finished.standard_output;
  }
}

TEST(MessageSchedule, WritesGraphsAndLevels) {
  const TemporaryFolder folder;
  const FinishedProgram finished =
      run_switchyard_program(schedule_arguments("10x10", kExampleListPath,
                                                {"--algorithm", "fcfs", "--csv", folder.path_of_file("l.csv"), "--dot",
                                                 folder.path_of_file("c.dot"), "--dag", folder.path_of_file("d.dot")}));
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_EQ(lines_of(text_of_file(folder.path_of_file("l.csv"))).at(3), "fcfs,3,2,usual");
  // The edge between messages 1 and 3 is printed in fig. 2(a) of the paper by Surma and Sha.
  EXPECT_NE(text_of_file(folder.path_of_file("c.dot")).find("1 -- 3;"), std::string::npos);
  EXPECT_NE(text_of_file(folder.path_of_file("d.dot")).find("1 -> 3;"), std::string::npos);
}

TEST(MessageSchedule, RunsOnAHypercubeAndWithExclusivePorts) {
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("m.csv"),
                  make_message_list_text_with_rows("1,0,1,1,1,1,4\n2,0.5,3,1,2,1,4\n3,0,2,1,3,1,4\n"));
  const FinishedProgram finished =
      run_switchyard_program({"schedule", "--machine", "ipsc860", "--nodes", "4", "--messages",
                              folder.path_of_file("m.csv"), "--exclusive-ports", "--algorithm", "fcfs,exact"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("exact            1 | 3 | 2"), std::string::npos) << finished.standard_output;
}

TEST(MessageSchedule, UnrestrictedTurnsNeedConsentAndTheDeadlockIsDrawn) {
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("ring.csv"), ring_message_list());
  auto arguments = schedule_arguments("2x2", folder.path_of_file("ring.csv"),
                                      {"--set", "circuits=true", "--turns", "any", "--algorithm", "fcfs"});
  expect_usage_error(arguments, "--turns any: these routes can deadlock: links 0->1, 1->3, 3->2, 2->0, of which each");
  arguments.insert(arguments.end(), {"--allow-deadlock", "--deadlock-dot", folder.path_of_file("d.dot")});
  const FinishedProgram finished = run_switchyard_program(arguments);
  EXPECT_EQ(finished.code, 3) << finished.standard_output;
  EXPECT_NE(finished.standard_error.find("held by the message 1->2"), std::string::npos) << finished.standard_error;
  EXPECT_NE(text_of_file(folder.path_of_file("d.dot")).find("digraph"), std::string::npos);
}

TEST(MessageSchedule, AlgorithmsThatCannotTakeALongListAreLeftOutUnlessNamed) {
  std::string lines;
  for (int i = 0; i < 513; ++i) {
    const int row = 1 + i % 10, column = 1 + i / 10 % 9;
    lines += fmt::format("{},0,1,{},{},{},{}\n", i, row, column, row, column + 1);
  }
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("long.csv"), make_message_list_text_with_rows(lines));
  const FinishedProgram finished = run_switchyard_program(schedule_arguments("10x10", folder.path_of_file("long.csv")));
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("left out    miscom_rerouted, which takes up to 512"), std::string::npos)
      << finished.standard_output;
  EXPECT_NE(finished.standard_output.find("min_sum "), std::string::npos) << finished.standard_output;
  expect_usage_error(
      schedule_arguments("10x10", folder.path_of_file("long.csv"), {"--algorithm", "fcfs,miscom_rerouted"}),
      "--algorithm: miscom_rerouted takes up to 512 messages, not 513");
}

TEST(MessageSchedule, OptionsThatDoNotGoTogetherAreRefused) {
  expect_usage_error(schedule_arguments("10x10", kExampleListPath, {"--density", "4"}), "--density: is for matrices");
  expect_usage_error({"schedule", "--turns", "any"}, "--turns: is for message lists");
  expect_usage_error(schedule_arguments("10x10", kExampleListPath, {"--algorithm", "miscon"}), "miscom");
  expect_usage_error(schedule_arguments("10x10", kExampleListPath, {"--turns", "left"}), "--turns");
  // The message list has a node in row 8, which a mesh of 4 x 4 nodes does not have.
  expect_usage_error(schedule_arguments("4x4", kExampleListPath), ":2:13: ");
  expect_usage_error(schedule_arguments("10x10", "missing.csv"), "missing.csv:1:1: ");
  expect_usage_error(schedule_arguments("10x10", kExampleListPath, {"--bytes", "1GiB"}), "use smaller packets");
  expect_usage_error({"schedule", "--algorithm", "rs_n,optimal_n", "--nodes", "8", "--csv", "/dev/null"},
                     "--csv: takes one schedule");
}

TEST(MessageSchedule, SeveralAlgorithmsOnAMatrixAreAllVerified) {
  const FinishedProgram finished =
      run_switchyard_program({"schedule", "--machine", "mesh", "--size", "4x3", "--density", "3", "--algorithm",
                              "optimal_n,fcfs_rerouted,min_sum", "--verify"});
  EXPECT_EQ(finished.code, 0) << finished.standard_output << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("phases     3\n  bound      3 phases"), std::string::npos)
      << finished.standard_output;
  EXPECT_NE(finished.standard_output.find("no node contention, no link contention"), std::string::npos)
      << finished.standard_output;
}

TEST(MeshRun, MatrixAlgorithmsDeliverEveryByteOnAMesh) {
  const FinishedProgram finished = run_switchyard_program(
      {"run", "--machine", "mesh", "--size", "4x2", "--algorithm", "ac,lp,rs_n,rs_nl,gs,miscom_improved", "--density",
       "3", "--bytes", "100", "--samples", "2", "--check-determinism", "2"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  const FinishedProgram application =
      run_switchyard_program({"run", "--machine", "paragon", "--size", "2x2", "--application", "fft2d", "--size", "16",
                              "--algorithm", "pex", "--check"});
  EXPECT_EQ(application.code, 0) << application.standard_error;
  expect_usage_error({"run", "--machine", "ipsc860", "--size", "4x2"},
                     "--size: machine ipsc860 has no width and height");
  expect_usage_error({"run", "--machine", "mesh", "--size", "4x2", "--nodes", "9"}, "--nodes: 9 nodes are not a mesh");
}

}  // namespace
}  // namespace switchyard::cli
