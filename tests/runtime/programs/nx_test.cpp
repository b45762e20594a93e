#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

Machine mesh_of(std::uint32_t nodes) { return machines::mesh({.width = nodes, .height = 1}); }

/// What the program checks holds, on fibers and threads, and takes the same way on both.
void expect_well(const Machine& machine, const char* path, const std::vector<std::string>& words = {}) {
  const std::shared_ptr<Program> program = Program::load(path);
  const Ended fibers = run_on(machine, program, words, ExecutorKind::fibers);
  const Ended threads = run_on(machine, program, words, ExecutorKind::threads);
  const std::string where = fmt::format("{} {} on {} nodes", path, words.empty() ? "" : words[0], machine.node_count());
  EXPECT_EQ(fibers.code, ExitCode::done) << where << ": " << fibers.error << fibers.output;
  EXPECT_EQ(fibers.hash, threads.hash) << where;
  EXPECT_EQ(fibers.output, threads.output) << where;
}

Ended run_word(const char* word) { return run_on(machines::ipsc860({.nodes = 4}), SWITCHYARD_NX_PROGRAM, {word}); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Nx, CallsDoWhatTheProgramChecks) {
  for (const char* word : {"serve", "mask", "underscored", "names", "exit", "killcube"}) {
    for (const std::uint32_t nodes : {2U, 8U})
      expect_well(machines::ipsc860({.nodes = nodes}), SWITCHYARD_NX_PROGRAM, {word});
    for (const std::uint32_t nodes : {1U, 7U}) expect_well(mesh_of(nodes), SWITCHYARD_NX_PROGRAM, {word});
  }
}

TEST(Nx, ANodeEndsNoOther) {
  EXPECT_TRUE(has(run_word("killothers").error, "a node can end its own program only")) << run_word("killothers").error;
}

TEST(Nx, AHandlerWhoseMessageNeverComesDoesNotHideADeadlock) {
  const Ended ended = run_word("deadlock");
  EXPECT_EQ(ended.code, ExitCode::deadlock) << ended.error;
  EXPECT_TRUE(has(ended.error, "(nx.c:")) << ended.error;
}

/// Programs of users, on any number of nodes.
TEST(NxPrograms, RunUnchanged) {
  for (const std::uint32_t nodes : {1U, 7U, 64U}) {
    expect_well(mesh_of(nodes), SWITCHYARD_GRID_CG, {"-n", "24"});
    expect_well(mesh_of(nodes), SWITCHYARD_SAMPLE_SORT, {"-n", "3000", "-s", "5"});
    expect_well(mesh_of(nodes), SWITCHYARD_WORK_QUEUE, {"--jobs", "200"});
  }
}

TEST(NxPrograms, GiveResultsThatDoNotDependOnTheNodes) {
  const auto last_line = [](const char* path, std::uint32_t nodes, std::vector<std::string> words) {
    const std::string text = run_on(mesh_of(nodes), path, std::move(words)).output;
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
