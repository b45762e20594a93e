#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

Machine one_row_mesh(std::uint32_t nodes) { return machines::mesh({.width = nodes, .height = 1}); }

/// Runs the program with these arguments, once on fibers and once on threads. Expects that the checks in the program
/// hold, and that both runs have the same trace and output.
void expect_program_passes_on_both_executors(const Machine& machine, const char* path,
                                             const std::vector<std::string>& words = {}) {
  const std::shared_ptr<Program> program = Program::load_program(path);
  const ProgramResult fibers = run_program_on(machine, program, words, ExecutorKind::fibers);
  const ProgramResult threads = run_program_on(machine, program, words, ExecutorKind::threads);
  const std::string where = fmt::format("{} {} on {} nodes", path, words.empty() ? "" : words[0], machine.node_count());
  EXPECT_EQ(fibers.code, ExitCode::done) << where << ": " << fibers.error << fibers.output;
  EXPECT_EQ(fibers.hash, threads.hash) << where;
  EXPECT_EQ(fibers.output, threads.output) << where;
}

ProgramResult run_nx_case(const char* word) {
  return run_program_on(machines::ipsc860({.nodes = 4}), SWITCHYARD_NX_PROGRAM, {word});
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Nx, CallsDoWhatTheProgramChecks) {
  for (const char* word : {"serve", "mask", "underscored", "names", "exit", "killcube"}) {
    for (const std::uint32_t nodes : {2U, 8U})
      expect_program_passes_on_both_executors(machines::ipsc860({.nodes = nodes}), SWITCHYARD_NX_PROGRAM, {word});
    for (const std::uint32_t nodes : {1U, 7U})
      expect_program_passes_on_both_executors(one_row_mesh(nodes), SWITCHYARD_NX_PROGRAM, {word});
  }
}

TEST(Nx, ANodeEndsNoOther) {
  EXPECT_TRUE(has(run_nx_case("killothers").error, "a node can end its own program only"))
      << run_nx_case("killothers").error;
}

TEST(Nx, AHandlerWhoseMessageNeverComesDoesNotHideADeadlock) {
  const ProgramResult ended = run_nx_case("deadlock");
  EXPECT_EQ(ended.code, ExitCode::deadlock) << ended.error;
  EXPECT_TRUE(has(ended.error, "(nx.c:")) << ended.error;
}

TEST(Nx, MessagesThatAreNotWaitedForAreNoted) {
  const Machine cube = machines::ipsc860({.nodes = 4});
  const auto watch = [&](const char* path, std::vector<std::string> words) {
    return run_program_on(cube, path, std::move(words), kQuickExecutor, DefectSearch::on);
  };
  const ProgramResult left = watch(SWITCHYARD_NX_PROGRAM, {"left"});
  ASSERT_EQ(left.defects.size(), 1U) << left.error;
  EXPECT_EQ(left.defects[0].kind, DefectClass::request_lifecycle);
  EXPECT_EQ(left.defects[0].calls[0].name, "isend");
  EXPECT_EQ(run_nx_case("unknown").defect, DefectClass::request_lifecycle);
  EXPECT_EQ(run_nx_case("killothers").defect, DefectClass::invalid_parameter);
  for (const char* word : {"serve", "mask", "names"})
    EXPECT_TRUE(watch(SWITCHYARD_NX_PROGRAM, {word}).defects.empty()) << word;
  EXPECT_TRUE(watch(SWITCHYARD_GRID_CG, {"-n", "24"}).defects.empty());
  EXPECT_TRUE(watch(SWITCHYARD_SAMPLE_SORT, {"-n", "3000"}).defects.empty());
  EXPECT_TRUE(watch(SWITCHYARD_WORK_QUEUE, {"--jobs", "99"}).defects.empty());
}

/// Programs as users write them must run without changes, on different numbers of nodes.
TEST(NxPrograms, RunUnchanged) {
  for (const std::uint32_t nodes : {1U, 7U, 64U}) {
    expect_program_passes_on_both_executors(one_row_mesh(nodes), SWITCHYARD_GRID_CG, {"-n", "24"});
    expect_program_passes_on_both_executors(one_row_mesh(nodes), SWITCHYARD_SAMPLE_SORT, {"-n", "3000", "-s", "5"});
    expect_program_passes_on_both_executors(one_row_mesh(nodes), SWITCHYARD_WORK_QUEUE, {"--jobs", "200"});
  }
}

TEST(NxPrograms, GiveResultsThatDoNotDependOnTheNodes) {
  const auto last_line = [](const char* path, std::uint32_t nodes, std::vector<std::string> words) {
    const std::string text = run_program_on(one_row_mesh(nodes), path, std::move(words)).output;
    return text.substr(text.rfind("result"));
  };
  for (const std::uint32_t nodes : {7U, 64U}) {
    EXPECT_EQ(last_line(SWITCHYARD_SAMPLE_SORT, nodes, {"-n", "3000"}),
              last_line(SWITCHYARD_SAMPLE_SORT, 1, {"-n", "3000"}));
    EXPECT_EQ(last_line(SWITCHYARD_WORK_QUEUE, nodes, {"--jobs", "99"}),
              last_line(SWITCHYARD_WORK_QUEUE, 1, {"--jobs", "99"}));
  }
}

}  // namespace
}  // namespace switchyard
