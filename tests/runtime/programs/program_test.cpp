
#include <elf.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "machines/mesh.hpp"
#include "runtime/programs/clock.hpp"
#include "runtime/stress/stress.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

Machine machine_of(std::uint32_t nodes) { return machines::mesh({.width = nodes, .height = 1}); }

ProgramResult run_process_program(std::uint32_t nodes, std::vector<std::string> words,
                                  ExecutorKind executor = kQuickExecutor) {
  static const std::shared_ptr<Program> program = Program::load_program(SWITCHYARD_PROCESS_PROGRAM);
  return run_program_on(machine_of(nodes), program, std::move(words), executor);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string load_error(const std::string& path) {
  try {
    Program::load_program(path);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

/// Returns the first random number that the C library gives after srand(seed).
int first_random_number(unsigned seed) {
  std::srand(seed);
  return std::rand();
}

TEST(Program, EachNodeHasItsOwnStateInEveryRun) {
  for (const ExecutorKind executor : {kQuickExecutor, ExecutorKind::threads}) {
    for (int round = 0; round < 3; ++round) {
      const ProgramResult ended = run_process_program(3, {"state", "-ab", "word", "-x", "5"}, executor);
      std::string expected;
      for (unsigned i = 0; i < 3; ++i) {
        expected += fmt::format("[{}] {} 1 1 125 b 1 {}\n", i, 7 + i, first_random_number(3 + i));
      }
      EXPECT_EQ(ended.output, expected) << ended.error;
      EXPECT_EQ(ended.code, ExitCode::done) << ended.error;
    }
  }
}

TEST(Program, AnOptionsArgumentIsTheWordBehindItAlsoWhereOtherWordsAreInFront) {
  EXPECT_EQ(run_process_program(1, {"options", "in", "-vo", "out", "last"}).output, "[0] v= o=out in last \n");
  EXPECT_EQ(run_process_program(1, {"options", "in", "-o", "out", "--", "-v"}).output, "[0] o=out in -v \n");
}

TEST(Program, ManyNodesTakeImagesOfTheirOwnAndKeepThem) {
  const auto program = Program::load_program(SWITCHYARD_PROCESS_PROGRAM);
  EXPECT_EQ(program->image_count(), 1U);
  EXPECT_EQ(run_program_on(machine_of(64), program, {"state"}).code, ExitCode::done);
  EXPECT_EQ(program->image_count(), 64U);
  EXPECT_EQ(run_program_on(machine_of(7), program, {"state"}).code, ExitCode::done);
  EXPECT_EQ(program->image_count(), 64U);
}

TEST(Program, ExitRunsHandlersAndItsCodeNamesTheNode) {
  const ProgramResult ended = run_process_program(2, {"exit"});
  EXPECT_EQ(ended.output, "[0] at exit\n[1] at exit\n");
  EXPECT_EQ(ended.code, ExitCode::failed);
  EXPECT_EQ(ended.error, "the program ended with exit code 3 on node 1");
}

TEST(Program, ACrashEndsTheRunWithItsNode) {
  const ProgramResult null = run_process_program(2, {"null"});
  EXPECT_TRUE(has(null.error, "node 1: the program crashed: SIGSEGV")) << null.error;
  EXPECT_EQ(null.code, ExitCode::failed);
  EXPECT_TRUE(has(run_process_program(2, {"abort"}).error, "node 1: the program crashed: SIGABRT"));
  EXPECT_TRUE(has(run_process_program(2, {"assert"}).error, "node 1: assertion failed"))
      << run_process_program(2, {"assert"}).error;
  EXPECT_EQ(run_process_program(2, {"state"}).code, ExitCode::done);
}

#ifndef SWITCHYARD_SANITIZED  // with a sanitizer, the stacks of threads have other guard pages
TEST(Program, AnEndlessRecursionIsACrash) {
  const ProgramResult ended = run_process_program(2, {"deep"}, ExecutorKind::fibers);
  const std::string& error = ended.error;
  EXPECT_TRUE(has(ended.output, "[0] 1\n")) << "the program cannot change the stack for handlers: " << ended.output;
  EXPECT_TRUE(has(error, "node 1: the program crashed: SIGSEGV")) << error;
  EXPECT_TRUE(has(error, "it has used up its stack of 262144 B; give nodes larger ones with --stack-bytes")) << error;
  EXPECT_TRUE(has(run_process_program(2, {"deep"}, ExecutorKind::threads).error, "it has used up its stack of"));
}
#endif

TEST(Program, AProgramWithoutCallsIsEndedAtTheLimitOfTheHostsTime) {
  const auto program = Program::load_program(SWITCHYARD_PROCESS_PROGRAM);
  for (const ExecutorKind executor : {kQuickExecutor, ExecutorKind::threads}) {
    for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
      const RunOptions options{.clock = clock, .executor = executor, .host_limit = std::chrono::milliseconds{50}};
      try {
        run(machine_of(3), program->make_node_program({"endless"}), options);
        ADD_FAILURE() << "the run has completed";
      } catch (const HostLimitError& error) {
        EXPECT_TRUE(has(error.what(), "node 1 in its own code after gsync (process.c:")) << error.what();
      }
    }
    EXPECT_EQ(run_program_on(machine_of(3), program, {"state"}, executor).code, ExitCode::done);
  }
}

TEST(Program, CallsThatNodesCannotMakeAreRefusedByName) {
  EXPECT_TRUE(has(run_process_program(2, {"fork"}).error, "the program calls fork"))
      << run_process_program(2, {"fork"}).error;
  EXPECT_TRUE(has(run_process_program(2, {"signal"}).error, "the program calls alarm: no signal comes"));
  EXPECT_TRUE(has(run_process_program(2, {"thread"}).error, "the program calls pthread_create"));
  EXPECT_TRUE(has(run_process_program(2, {"library"}).error, "the program calls dlopen: all nodes would share"));
}

TEST(Program, AlarmsDoNotEndNodes) {
  const ProgramResult ended = run_process_program(2, {"alarm"});
  EXPECT_EQ(ended.error, "");
  EXPECT_TRUE(has(ended.output, "0 98 0")) << ended.output;
}

ProgramResult run_library_program(std::uint32_t nodes, std::vector<std::string> words, const RunMode& mode = {}) {
  static const std::shared_ptr<Program> program = Program::load_program(SWITCHYARD_LIBRARY_PROGRAM);
  ProgramResult ended;
  const NodeProgram on_nodes = program->make_node_program(
      std::move(words),
      [&](const std::vector<OutputLine>& lines) {
        for (const OutputLine& line : lines) ended.output += output_line_as_text(line);
      },
      mode);
  try {
    run(machine_of(nodes), on_nodes, {.executor = kQuickExecutor});
  } catch (const Error& error) {
    ended.error = error.what();
  }
  return ended;
}

TEST(Program, LibraryFunctionsThatPrintOrEndPrintAndEndOnTheirNode) {
  EXPECT_EQ(run_library_program(1, {"print"}).output, "[0] into 0\n[0] wide 0\n[0] pieces\n[0] another\n[0] 0 1 2\n");
  const ProgramResult warned = run_library_program(2, {"warn"});
  const auto lines = [](int node) {
    return fmt::format(
        "[{0}] library_program.node: first 1\n[{0}] library_program.node: second\n"
        "[{0}] library_program.node: third\n",
        node);
  };
  EXPECT_EQ(warned.output, lines(0) + lines(1));
  EXPECT_EQ(warned.error, "the program ended with an exit code other than 0 on nodes 0 (3), 1 (3)");
  EXPECT_EQ(run_library_program(2, {"at_exit"}).output, "[0] ended with 0\n[1] ended with 0\n");
}

TEST(Program, LibraryStateIsTheNodesOwn) {
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(run_library_program(2, {"environment"}).output, "[0] 0 LIBRARY_A=0 1 1\n[1] 1 LIBRARY_A=1 1 1\n");
    EXPECT_EQ(run_library_program(2, {"signals"}).output, "[0] 10 1\n[1] 0 1\n");
  }
  EXPECT_EQ(run_library_program(2, {"random"}).output, "[0] 1426026113\n[1] 1426026113\n");
  EXPECT_EQ(run_library_program(2, {"host"}).output, "[0] node0 1\n[1] node1 1\n");
  EXPECT_EQ(run_library_program(1, {"names", "-nx", "3", "-verbose", "-q", "last"}).output, "[0] n=3 v= q= last\n");
  EXPECT_TRUE(has(run_library_program(2, {"raise"}).error, "node 1: the program crashed: SIGTERM"));
}

TEST(Program, ReadingALineMakesABlockOfTheProgramsHeapLarger) {
  const std::string name = testing::TempDir() + "switchyard_lines";
  EXPECT_EQ(run_library_program(1, {"lines", name}).output, "[0] 1000 1\n");
  std::filesystem::remove(name);
}

TEST(Program, StandardStreamsCanBeOpenedAgain) {
  const std::string name = testing::TempDir() + "switchyard_again";
  EXPECT_EQ(run_library_program(2, {"again", name}).output, "[0] read 0\n[1] read 1\n");
  for (const char* node : {"0", "1"}) std::filesystem::remove(name + node);
}

/// Returns the contents of the file that node 1 of two nodes was writing when it ended in the way `ending`. If the node
/// has also printed an unfinished line, the returned text says so at its end.
std::string text_left_by_node_1(const std::string& ending) {
  const std::string name = testing::TempDir() + "switchyard_left";
  const ProgramResult ended = run_library_program(2, {"open_file", name, ending});
  std::ifstream file(name + "1");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const char* node : {"0", "1"}) std::filesystem::remove(name + node);
  return text + (has(ended.output, "[1] unfinished line\n") ? ", unfinished line" : "");
}

TEST(Program, ANormalEndWritesWhatIsInTheBuffersOfAllStreams) {
  EXPECT_EQ(text_left_by_node_1("return"), "text of 1, unfinished line");
  EXPECT_EQ(text_left_by_node_1("exit"), "text of 1, unfinished line");
  EXPECT_EQ(text_left_by_node_1("_exit"), "");
  EXPECT_EQ(text_left_by_node_1("crash"), "");
  // With the ending "wait", the run ends by a deadlock.
  EXPECT_EQ(text_left_by_node_1("wait"), ", unfinished line");
}

TEST(Program, StandardInputIsReadByNode0InEachRun) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "4 5\n", 4), 4);
  close(ends[1]);
  RunMode mode;
  mode.input = std::make_shared<ProgramInput>(ends[0]);
  for (int round = 0; round < 2; ++round)
    EXPECT_EQ(run_library_program(2, {"input"}, mode).output, "[0] 2 4 5\n[1] -1 0 0\n");
  close(ends[0]);
  EXPECT_EQ(run_library_program(1, {"input"}).output, "[0] -1 0 0\n");
}

TEST(Program, OpenMpHasTeamsOfOneThread) {
  const auto program = Program::load_program(SWITCHYARD_OPENMP_PROGRAM);
  for (int round = 0; round < 2; ++round) {
    const ProgramResult ended = run_program_on(machine_of(2), program);
    EXPECT_EQ(ended.output, "[0] 4990 204 1111 121 3 11, 0 of 1\n[1] 4990 204 1111 121 3 11, 0 of 1\n") << ended.error;
  }
}

TEST(Program, MayNeedNoLibraryButThatOfOpenMp) {
  const ProgramResult ended = run_program_on(machine_of(2), Program::load_program(SWITCHYARD_OPENMP_ALONE_PROGRAM));
  EXPECT_EQ(ended.code, ExitCode::done) << ended.error;
}

TEST(Program, TimeIsVirtual) {
  const ProgramResult ended = run_process_program(1, {"sleep"});
  EXPECT_EQ(ended.output, "[0] 2.0 2 0\n") << ended.error;
}

TEST(Program, ADeadlockNamesTheProgramsOwnLine) {
  const ProgramResult ended = run_process_program(2, {"leak"});
  EXPECT_EQ(ended.code, ExitCode::deadlock);
  EXPECT_TRUE(has(ended.error, "node 0 in crecv from any node, tag 5, 1 B (process.c:")) << ended.error;
  EXPECT_EQ(ended.output, "[0] before\n[1] before\n");
}

TEST(Program, NxMessagesArriveAsTheProgramChecks) {
  const ProgramResult ended = run_process_program(2, {"messages"});
  EXPECT_EQ(ended.output, "[0] 101 101 7 8 1 8\n[1] 100 100 7 8 0 8\n") << ended.error;
}

TEST(Program, GlobalOperationsOfNx) {
  const ProgramResult ended = run_process_program(3, {"collect"});
  // The lines are in the order of the virtual times at which they were printed.
  EXPECT_EQ(ended.output, "[1] 3 3 2 3 20\n[0] 3 3 2 3 20\n[2] 3 3 2 3 20\n") << ended.error;
}

TEST(Program, StaticsOfCppAreMadeAnewInEachRun) {
  const auto program = Program::load_program(SWITCHYARD_CPP_PROGRAM);
  for (int round = 0; round < 3; ++round) {
    const ProgramResult ended = run_program_on(machine_of(2), program, {});
    EXPECT_EQ(ended.output, "[0] 1 0 1 0.50\n[0] destroyed 1\n[1] 1 1 1 0.5\n[1] destroyed 1\n") << ended.error;
  }
}

TEST(Program, StreamsOfCppAreFreedFromThoseOfCForOneNodeAndRun) {
  const auto program = Program::load_program(SWITCHYARD_CPP_PROGRAM);
  for (int round = 0; round < 3; ++round) {
    const ProgramResult ended = run_program_on(machine_of(2), program, {"unsynced"});
    EXPECT_EQ(ended.output, "[0] 1 0 1 10 0.50\n[0] destroyed 1\n[1] 1 1 1 10 0.5\n[1] destroyed 1\n") << ended.error;
  }
}

TEST(Program, AnExceptionOutOfMainIsTheNodesError) {
  const auto program = Program::load_program(SWITCHYARD_CPP_PROGRAM);
  EXPECT_TRUE(
      has(run_program_on(machine_of(2), program, {"throw"}).error, "an exception has left main: thrown by 1 0 1"));
}

TEST(Program, ABroadCatchDoesNotKeepAStoppedRunAlive) {
  const auto program = Program::load_program(SWITCHYARD_CPP_PROGRAM);
  for (int round = 0; round < 3; ++round)
    EXPECT_EQ(run_program_on(machine_of(2), program, {"stop"}).code, ExitCode::deadlock);
  EXPECT_EQ(run_program_on(machine_of(2), program, {}).code, ExitCode::done);
}

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t whole = 0, resident = 0;
  file >> whole >> resident;
  return resident * 4096;
}

TEST(Program, StoppedRunsLeaveNothingBehind) {
  run_process_program(4, {"leak"});
  const std::size_t before = resident_bytes();
  // The file matching.hpp has the rule for matching, and the tables in which receives and messages are found.
  for (int round = 0; round < 50; ++round) run_process_program(4, {"leak"});
  EXPECT_LT(resident_bytes(), before + (std::size_t{20} << 20U));
}

TEST(Program, AFileThatIsNoProgramIsRefused) {
  EXPECT_TRUE(has(load_error("/no/such/file"), "there is no such file"));
  EXPECT_TRUE(has(load_error("/"), "is no regular file"));
  EXPECT_TRUE(has(load_error("/proc/self/status"), "is no program in ELF format")) << load_error("/proc/self/status");
  EXPECT_TRUE(has(load_error("/proc/self/exe"), "is an executable"));
  EXPECT_TRUE(has(load_error(SWITCHYARD_NO_MAIN), "has no main")) << load_error(SWITCHYARD_NO_MAIN);
  EXPECT_TRUE(has(load_error(SWITCHYARD_MISSING_CALL), "calls no_such_call_of_nx"))
      << load_error(SWITCHYARD_MISSING_CALL);
}

/// Returns the error of loading a copy of a program file in which `damage` has changed the header of the first loaded
/// segment.
template <class Damage>
std::string load_error_of_damaged_copy(Damage damage) {
  std::ifstream original(SWITCHYARD_NO_MAIN, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(original), {}};
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    char* const place = bytes.data() + header.e_phoff + i * sizeof(Elf64_Phdr);
    Elf64_Phdr segment;
    std::memcpy(&segment, place, sizeof(segment));
    if (segment.p_type != PT_LOAD) continue;
    damage(segment);
    std::memcpy(place, &segment, sizeof(segment));
    break;
  }
  const std::string path = testing::TempDir() + "switchyard_damaged_program";
  std::ofstream(path, std::ios::binary) << bytes;
  std::string error = load_error(path);
  std::filesystem::remove(path);
  return error;
}

TEST(Program, ADamagedFileIsRefusedBeforeItsSizesAreBelieved) {
  constexpr std::uint64_t kHuge = std::uint64_t{1} << 62U;
  const auto is_refused = [](auto damage) { return has(load_error_of_damaged_copy(damage), "is damaged"); };
  EXPECT_TRUE(is_refused([](Elf64_Phdr& segment) { segment.p_filesz = segment.p_memsz = kHuge; }));
  EXPECT_TRUE(is_refused([](Elf64_Phdr& segment) { segment.p_offset = std::uint64_t{0} - 64; }));
  EXPECT_TRUE(is_refused([](Elf64_Phdr& segment) { segment.p_memsz = kHuge; }));
  EXPECT_TRUE(is_refused([](Elf64_Phdr& segment) { segment.p_vaddr = std::uint64_t{0} - 64; }));
  EXPECT_TRUE(is_refused([](Elf64_Phdr& segment) { segment.p_filesz = segment.p_memsz + 1; }));
  EXPECT_FALSE(is_refused([](Elf64_Phdr&) {}));
}

}  // namespace
}  // namespace switchyard
