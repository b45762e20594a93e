#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/mesh.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

Machine make_cm5(std::uint32_t nodes) { return machines::cm5({.nodes = nodes}); }
/// Returns a mesh with one row of nodes, which has no control network and may have any number of nodes.
Machine one_row_mesh(std::uint32_t nodes) { return machines::mesh({.width = nodes, .height = 1}); }

ProgramResult run_cmmd_program(const Machine& machine, std::vector<std::string> words,
                               ExecutorKind executor = kQuickExecutor) {
  static const std::shared_ptr<Program> program = Program::load_program(SWITCHYARD_CMMD_PROGRAM);
  return run_program_on(machine, program, std::move(words), executor);
}

/// Runs the program with this argument, once on fibers and once on threads. Expects that the checks in the program
/// hold, and that both runs have the same trace and output.
void expect_program_passes_on_both_executors(const Machine& machine, const std::string& word) {
  const std::string where = fmt::format("{} on {} nodes of {}", word, machine.node_count(), machine.name());
  std::vector<ProgramResult> all;
  for (const ExecutorKind executor : {ExecutorKind::fibers, ExecutorKind::threads}) {
    all.push_back(run_cmmd_program(machine, {word}, executor));
    EXPECT_EQ(all.back().code, ExitCode::done) << where << ": " << all.back().error << all.back().output;
  }
  EXPECT_EQ(all[0].hash, all[1].hash) << where;
  EXPECT_EQ(all[0].output, all[1].output) << where;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Cmmd, MessagesArriveAsTheProgramChecks) {
  for (const std::uint32_t nodes : {2U, 8U}) expect_program_passes_on_both_executors(make_cm5(nodes), "messages");
  for (const std::uint32_t nodes : {1U, 2U, 7U, 8U})
    expect_program_passes_on_both_executors(one_row_mesh(nodes), "messages");
}

TEST(Cmmd, MessagesOfMpiInTheSameProgramAreKeptApart) {
  const ProgramResult ended = run_program_on(make_cm5(2), SWITCHYARD_INTERFACES_PROGRAM);
  EXPECT_EQ(ended.code, ExitCode::done) << ended.error;
  EXPECT_EQ(ended.output, "[0] 1 by CMMD, 2 by MPI\n");
}

TEST(Cmmd, GlobalOperationsGiveWhatTheProgramComputes) {
  for (const std::uint32_t nodes : {2U, 8U}) expect_program_passes_on_both_executors(make_cm5(nodes), "collectives");
  for (const std::uint32_t nodes : {1U, 2U, 7U, 8U})
    expect_program_passes_on_both_executors(one_row_mesh(nodes), "collectives");
}

TEST(Cmmd, TheGlobalOrIsSeenByAllWithoutWaiting) {
  for (const std::uint32_t nodes : {2U, 8U}) expect_program_passes_on_both_executors(make_cm5(nodes), "global_or");
  EXPECT_TRUE(has(run_cmmd_program(one_row_mesh(2), {"global_or"}).error, "machine mesh has no active messages"));
}

TEST(Cmmd, OutputOfAllNodesTogetherComesInTheirOrderOrOnce) {
  expect_program_passes_on_both_executors(make_cm5(4), "output");
  EXPECT_EQ(run_cmmd_program(make_cm5(4), {"output"}).output,
            "[0] in order\n[1] in order\n[2] in order\n[3] in order\n[0] once\n");
}

TEST(Cmmd, HandlersOfActiveMessagesRunOnTheNodeThatTheyAreSentTo) {
  for (const std::uint32_t nodes : {2U, 8U}) {
    for (const char* word : {"active", "passive", "bulk"})
      expect_program_passes_on_both_executors(make_cm5(nodes), word);
  }
  EXPECT_EQ(run_cmmd_program(make_cm5(4), {"active"}).output, "[3] in the handler\n");
  EXPECT_TRUE(has(run_cmmd_program(one_row_mesh(2), {"active"}).error, "machine mesh has no active messages"));
}

TEST(Cmmd, TheHeadersAreForCppAsWell) {
  const auto program = Program::load_program(SWITCHYARD_CMMD_AS_CPP);
  for (const char* word : {"messages", "collectives", "active", "bulk"}) {
    const ProgramResult ended = run_program_on(make_cm5(4), program, {word});
    EXPECT_EQ(ended.code, ExitCode::done) << word << ": " << ended.error << ended.output;
  }
  const ProgramResult thrown = run_program_on(make_cm5(4), program, {"wrong", "throws"});
  EXPECT_TRUE(has(thrown.error, "an exception has left a handler: it is no std::exception")) << thrown.error;
}

TEST(Cmmd, ADeadlockNamesTheProgramsOwnLine) {
  const ProgramResult ring = run_cmmd_program(make_cm5(4), {"deadlock"});
  EXPECT_EQ(ring.code, ExitCode::deadlock);
  EXPECT_TRUE(has(ring.error, "node 0 in CMMD_receive_block from 1, tag 9, 4 B (cmmd.c:")) << ring.error;
  const ProgramResult poll = run_cmmd_program(make_cm5(2), {"poll"});
  EXPECT_EQ(poll.code, ExitCode::deadlock);
  EXPECT_TRUE(has(poll.error, "(cmmd.c:")) << poll.error;
}

TEST(Cmmd, AWrongCallEndsTheRunWithNodeCallAndLine) {
  struct WrongCallTestCase {
    const char* word;
    const char* call;
    const char* reason;
    DefectClass defect = DefectClass::invalid_parameter;
  };
  constexpr std::array kCases{
      WrongCallTestCase{"length", "CMMD_send_block", "the length -1 is negative"},
      WrongCallTestCase{"null", "CMMD_receive_block", "the buffer is a null pointer"},
      WrongCallTestCase{"node", "CMMD_send_block", "there is no node 4; the machine has nodes 0 to 3"},
      WrongCallTestCase{"negative", "CMMD_receive_block", "there is no node -2"},
      WrongCallTestCase{"tag", "CMMD_send_block", "there is no tag -1"},
      WrongCallTestCase{"message", "CMMD_msg_wait", "there is no message with the number 3",
                        DefectClass::request_lifecycle},
      WrongCallTestCase{"freed", "CMMD_free_mcb", "message 1 is under way; wait for it first",
                        DefectClass::request_lifecycle},
      WrongCallTestCase{"combiner", "CMMD_reduce_float", "or and exclusive or are not for floating-point numbers"},
      WrongCallTestCase{"timer", "CMMD_node_timer_start", "there is no timer 64"},
      WrongCallTestCase{"outside", "CMAM_reply_4", "it is for handlers; a program requests",
                        DefectClass::call_ordering},
      WrongCallTestCase{"foreign", "CMAM_4", "the handler is no function of the program"},
      WrongCallTestCase{"itself", "CMAM_4", "a node cannot do that to itself"},
      WrongCallTestCase{"segment", "CMAM_open_segment", "0 B cannot be expected"},
  };
  for (const WrongCallTestCase& each : kCases) {
    const ProgramResult ended = run_cmmd_program(make_cm5(4), {"wrong", each.word});
    EXPECT_EQ(ended.code, ExitCode::failed) << each.word << ": " << ended.error;
    EXPECT_TRUE(has(ended.error, fmt::format("node 0: {} (cmmd.c:", each.call))) << each.word << ": " << ended.error;
    EXPECT_TRUE(has(ended.error, each.reason)) << each.word << ": " << ended.error;
    EXPECT_EQ(ended.defect, each.defect) << each.word;
    EXPECT_FALSE(has(ended.error, "\n")) << ended.error;
  }
}

TEST(Cmmd, AHandlerThatMakesAForbiddenCallEndsTheRunAndIsNamed) {
  struct WrongCallTestCase {
    const char* word;
    const char* reason;
  };
  constexpr std::array kCases{
      WrongCallTestCase{"blocks", "CMMD_send_block (cmmd.c:"},
      WrongCallTestCase{"exits", "exit, called by a handler"},
      WrongCallTestCase{"crashes", "the program crashed: SIGSEGV"},
      WrongCallTestCase{"clock", "which must not block"},
      WrongCallTestCase{"elsewhere", "a reply goes to the node that the request came from"},
      WrongCallTestCase{"again", "was itself a reply, or has replied before"},
  };
  for (const ExecutorKind executor : {ExecutorKind::fibers, ExecutorKind::threads}) {
    for (const WrongCallTestCase& each : kCases) {
      const ProgramResult ended = run_cmmd_program(make_cm5(4), {"wrong", each.word}, executor);
      EXPECT_EQ(ended.code, ExitCode::failed) << each.word;
      EXPECT_TRUE(has(ended.error, "node 1, handler of the active message from node 0 (cmmd.c:")) << ended.error;
      EXPECT_TRUE(has(ended.error, each.reason)) << each.word << ": " << ended.error;
    }
    EXPECT_EQ(run_cmmd_program(make_cm5(4), {"active"}, executor).code, ExitCode::done);
  }
}

TEST(Cmmd, MessagesThatAreNotWaitedForAreNoted) {
  const auto program = Program::load_program(SWITCHYARD_CMMD_PROGRAM);
  const ProgramResult left = run_program_on(make_cm5(2), program, {"left"}, kQuickExecutor, DefectSearch::on);
  ASSERT_EQ(left.defects.size(), 1U) << left.error;
  EXPECT_EQ(left.defects[0].kind, DefectClass::request_lifecycle);
  EXPECT_EQ(left.defects[0].calls[0].name, "CMMD_send_async");
  for (const char* word : {"collectives", "bulk"})
    EXPECT_TRUE(run_program_on(make_cm5(4), program, {word}, kQuickExecutor, DefectSearch::on).defects.empty()) << word;
}

TEST(Cmmd, NodesThatMakeDifferentCallsAreAnError) {
  EXPECT_TRUE(has(run_cmmd_program(make_cm5(2), {"silent"}).error, "no node broadcasts, and all receive"));
  EXPECT_TRUE(has(run_cmmd_program(make_cm5(2), {"several"}).error, "several nodes broadcast at once"));
  EXPECT_EQ(run_cmmd_program(make_cm5(2), {"several"}).defect, DefectClass::parameter_matching);
  EXPECT_NE(run_cmmd_program(make_cm5(2), {"unlike"}).code, ExitCode::done);
}

}  // namespace
}  // namespace switchyard
