#include "runtime/programs/launch.hpp"

#include <gtest/gtest.h>

#include "machines/mesh.hpp"
#include "runtime/error.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

using PlacedPrograms = std::vector<PlacedProgram>;

std::shared_ptr<Program> c_program() {
  static const std::shared_ptr<Program> program = Program::load_program(SWITCHYARD_PROCESS_PROGRAM);
  return program;
}
std::shared_ptr<Program> cpp_program() {
  static const std::shared_ptr<Program> program = Program::load_program(SWITCHYARD_CPP_PROGRAM);
  return program;
}

std::string placement_error_text(const PlacedPrograms& programs, std::uint32_t nodes) {
  try {
    ProgramLaunch(programs).check_placement(nodes);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(NodeRanges, AreReadAndWrittenAlike) {
  for (const char* text : {"0", "1-63", "0,4-7,9"}) {
    const auto ranges = parse_node_ranges(text);
    ASSERT_TRUE(ranges) << text;
    EXPECT_EQ(node_ranges_as_text(*ranges), text);
  }
  for (const char* text : {"", "a", "1-", "-1", "2-1", "1,", "1 ", "1-2-3", "99999999999", "4294967295"})
    EXPECT_FALSE(parse_node_ranges(text)) << text;
}

TEST(Launch, EachNodeHasOneProgram) {
  EXPECT_EQ(placement_error_text({{c_program()}}, 3), "");
  EXPECT_EQ(placement_error_text({{c_program(), {{0, 0}}}, {cpp_program(), {{1, 2}}}}, 3), "");
  EXPECT_EQ(placement_error_text({{c_program(), {{0, 0}}}, {cpp_program(), {{1, 2}}}}, 4),
            "node 3 has no program; name it behind an @");
  EXPECT_EQ(placement_error_text({{c_program(), {{0, 1}}}, {cpp_program(), {{1, 2}}}}, 3),
            "node 1 has two programs, process_program.node and cpp_program.node; write behind each @ nodes that no "
            "other one has");
  EXPECT_EQ(placement_error_text({{c_program(), {{0, 3}}}}, 3),
            "process_program.node is on node 3, and the machine has nodes 0 to 2; name nodes of the machine, or give "
            "it more of them");
}

TEST(Launch, OnFewerNodesEachProgramKeepsOne) {
  const ProgramLaunch launch({{c_program(), {{0, 0}}}, {cpp_program(), {{1, 2}, {5, 9}}}});
  EXPECT_EQ(launch.fewest_nodes(), 2U);
  EXPECT_EQ(node_ranges_as_text(launch.nodes_of(launch.programs()[1], 7)), "1-2,5-6");
  EXPECT_EQ(node_ranges_as_text(launch.nodes_of(launch.programs()[1], 2)), "1");
  EXPECT_EQ(ProgramLaunch({{c_program(), {{0, 3}}}, {cpp_program(), {{4, 7}}}}).fewest_nodes(), 5U);
}

TEST(Launch, OutputOfItsProgramsIsInOneOrder) {
  const auto other = Program::load_program(SWITCHYARD_PROCESS_PROGRAM);
  const ProgramLaunch launch({{c_program(), {{1, 1}}}, {other, {{0, 0}, {2, 2}}}}, {"sleep"});
  EXPECT_EQ(launch.name(), "process_program.node+process_program.node");
  for (const ExecutorKind executor : {kQuickExecutor, ExecutorKind::threads}) {
    std::string printed;
    const NodeProgram program = launch.make_node_program([&](const std::vector<OutputLine>& lines) {
      for (const OutputLine& line : lines) printed += output_line_as_text(line);
    });
    run(machines::mesh({.width = 3, .height = 1}), program, {.executor = executor});
    EXPECT_EQ(printed, "[0] 2.0 2 0\n[1] 2.0 2 1\n[2] 2.0 2 2\n");
  }
}

TEST(Launch, ImagesAreMadeBeforehand) {
  const auto one = Program::load_program(SWITCHYARD_PROCESS_PROGRAM),
             other = Program::load_program(SWITCHYARD_PROCESS_PROGRAM);
  EXPECT_EQ(one->file_hash(), other->file_hash());
  EXPECT_NE(one->file_hash(), cpp_program()->file_hash());
  ProgramLaunch({{one, {{0, 0}}}, {other, {{1, 7}}}}).prepare_program_images(4);
  EXPECT_EQ(one->image_count(), 1U);
  EXPECT_EQ(other->image_count(), 3U);
}

}  // namespace
}  // namespace switchyard
