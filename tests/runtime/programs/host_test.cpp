#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "machines/mesh.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

Machine machine_of(std::uint32_t nodes) { return machines::mesh({.width = nodes, .height = 1}); }

const std::shared_ptr<Program>& host_program() {
  static const std::shared_ptr<Program> program = Program::load_program(SWITCHYARD_HOST_PROGRAM);
  return program;
}

ProgramResult run_host_program(std::uint32_t nodes, std::vector<std::string> words,
                               ExecutorKind executor = kQuickExecutor, DefectSearch looks = DefectSearch::off) {
  return run_program_on(machine_of(nodes), host_program(), std::move(words), executor, looks);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::ptrdiff_t count_of_open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return std::distance(begin(files), end(files));
}

std::size_t mapped_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  file >> pages;
  return pages * 4096;
}

TEST(HostOfPrograms, GetsBackDescriptorsAndMemoryWhenARunEnds) {
  EXPECT_EQ(run_host_program(4, {"open"}).error, "");
  const auto files = count_of_open_files();
  const std::size_t bytes = mapped_bytes();
  for (int round = 0; round < 20; ++round) EXPECT_EQ(run_host_program(4, {"open"}).error, "");
  EXPECT_EQ(count_of_open_files(), files);
  // If runs kept their memory until the process ends, it would add up to 240 MB.
  EXPECT_LT(mapped_bytes(), bytes + (std::size_t{32} << 20U));
}

TEST(HostOfPrograms, KeepsItsFilesWhenAProgramClosesAll) {
  const auto files = count_of_open_files();
  EXPECT_EQ(run_host_program(2, {"close"}).output, "[0] 1 1 1\n[1] 1 1 1\n");
  EXPECT_EQ(count_of_open_files(), files);
}

TEST(HostOfPrograms, StandardOutputComesBackFromAFile) {
  EXPECT_EQ(run_host_program(2, {"redirect", testing::TempDir()}).output,
            "[0] inside and back\n[0] direct\n[1] inside and back\n[1] direct\n");
}

TEST(HostOfPrograms, AStreamThatIsClosedFails) {
  EXPECT_EQ(run_host_program(1, {"closed"}).output, "[0] -1 -1 -1 -1 -1 -1\n");
  EXPECT_TRUE(
      has(run_host_program(1, {"closed twice"}).error, "the program calls fclose for a stream that is not open"));
}

TEST(HostOfPrograms, IsNeitherReplacedNorForked) {
  for (const char* name : {"execvpe", "fexecve", "posix_spawnp", "daemon", "timer_create"}) {
    const ProgramResult ended = run_host_program(1, {"refused", name});
    EXPECT_TRUE(has(ended.error, fmt::format("the program calls {}: ", name))) << ended.error;
    // Unlike the other functions, timer_create may also be called by a right program.
    const bool starts_process = std::string_view(name) != "timer_create";
    EXPECT_EQ(ended.code, starts_process ? ExitCode::unfinished : ExitCode::failed);
  }
  for (const char* name : {"SYS_fork", "SYS_exit_group", "SYS_kill"}) {
    const ProgramResult ended = run_host_program(1, {"refused", name});
    EXPECT_TRUE(has(ended.error, fmt::format("the program calls syscall({}): ", name))) << ended.error;
  }
  EXPECT_EQ(run_host_program(1, {"refused", "SYS_getpid"}).output, "[0] 1\n");
}

TEST(HostOfPrograms, AWaitThatNoThreadCanEndIsRefused) {
  for (const char* name : {"pthread_mutex_lock", "pthread_cond_wait", "sem_wait", "sigwait"}) {
    const ProgramResult ended = run_host_program(2, {"wait", name});
    EXPECT_TRUE(has(ended.error, fmt::format("node 1: the program calls {}: ", name))) << ended.error;
  }
}

TEST(HostOfPrograms, ACallThatWaitsEndsAtTheLimitOfTheHostsTime) {
  for (const ExecutorKind executor : {ExecutorKind::fibers, ExecutorKind::threads}) {
    const RunOptions options{.executor = executor, .host_limit = std::chrono::milliseconds{50}};
    try {
      run(machine_of(2), host_program()->make_node_program({"wait", "read"}), options);
      ADD_FAILURE() << "the run has completed";
    } catch (const HostLimitError& error) {
      EXPECT_TRUE(has(error.what(), "node 1 in a call that waits (read) after gsync (host.c:")) << error.what();
    }
  }
  EXPECT_EQ(run_host_program(2, {"close"}).error, "");
}

TEST(HostOfPrograms, AMisusedHeapEndsItsNodeOnly) {
  for (const char* how : {"beyond", "in front", "twice"}) {
    const ProgramResult ended = run_host_program(2, {"misuse", how});
    EXPECT_TRUE(has(ended.error, "node 1: the program ")) << how << ": " << ended.error;
    EXPECT_EQ(ended.code, ExitCode::failed);
    EXPECT_EQ(run_host_program(2, {"heap"}).output, "[0] 0\n[1] 0\n") << "after " << how;
  }
  // The use of freed memory need not be detected, but it must not harm the host process.
  run_host_program(2, {"misuse", "freed"});
  EXPECT_EQ(run_host_program(2, {"heap"}).output, "[0] 0\n[1] 0\n");
  run_host_program(2, {"misuse", "beyond"}, kQuickExecutor, DefectSearch::on);
  EXPECT_EQ(run_host_program(2, {"heap"}, kQuickExecutor, DefectSearch::on).output, "[0] 0\n[1] 0\n");
}

TEST(HostOfPrograms, BuffersOfTheLibraryAreTheNodesOwn) {
  EXPECT_EQ(run_host_program(2, {"buffers"}).output, "[0] 1 1 Unknown error 1000 0\n[1] 1 2 Unknown error 1001 0\n");
}

TEST(HostOfPrograms, MemoryThatIsNotFreedIsNamedOnRequest) {
  RunMode mode;
  mode.refuses_leaks = true;
  try {
    run(machine_of(3), host_program()->make_node_program({"leak"}, {}, mode), {.executor = kQuickExecutor});
    ADD_FAILURE() << "the run has completed";
  } catch (const NodeError& error) {
    EXPECT_TRUE(
        has(error.what(), "the program has not freed all of its memory: node 1: 101 B in 1 block (1 of host.c:"))
        << error.what();
    EXPECT_EQ(error.node(), NodeId{1});
  }
  EXPECT_EQ(run_host_program(3, {"leak"}).error, "");
}

}  // namespace
}  // namespace switchyard
