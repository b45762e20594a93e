/// \file program_verdict_test.cpp
/// Tests the verdicts on small MPI programs (cases.c) that are right or wrong by what the MPI standard says.

#include <gtest/gtest-spi.h>

#include "bench/verify/gtest.hpp"
#include "machines/ipsc860.hpp"

namespace switchyard {
namespace {

using Kind = Verdict::Kind;

VerifyLimits short_verify_limits() {
  VerifyLimits limits;
  limits.host_time = std::chrono::seconds{20};
  limits.run_time = std::chrono::seconds{10};
  return limits;
}

Verdict verdict_of(const char* name, std::uint32_t nodes) {
  return verify_program(SWITCHYARD_VERIFY_CASES, nodes, {name}, short_verify_limits());
}

std::uint64_t event_order_count_in_verify_setting(const Verdict& verdict, const std::string& setting) {
  const auto found = std::ranges::find(verdict.settings, setting, &ExploredOrdersSummaryOfSetting::name);
  return found == verdict.settings.end() ? 0 : found->orders;
}

void expect_right_verdict(const char* name, std::uint32_t nodes) {
  const Verdict verdict = verdict_of(name, nodes);
  EXPECT_EQ(verdict.kind, Kind::right) << name << ": " << failure_text(verdict);
  EXPECT_TRUE(verdict.complete) << name;
  EXPECT_EQ(verdict.code, ExitCode::done) << name;
}

void expect_wrong_verdict(const char* name, std::uint32_t nodes, DefectClass defect, ExitCode code) {
  const Verdict verdict = verdict_of(name, nodes);
  EXPECT_EQ(verdict.kind, Kind::wrong) << name << ": " << verdict.text;
  EXPECT_EQ(verdict.defect, defect) << name << ": " << failure_text(verdict);
  EXPECT_EQ(verdict.code, code) << name;
  EXPECT_FALSE(verdict.calls.empty()) << name;
}

TEST(Verify, RunsEachOrderOfAFanInOnce) {
  // If k nodes send to one receiver, their messages can come in k! orders.
  for (const auto& [nodes, orders] : {std::pair{3U, 2U}, std::pair{4U, 6U}, std::pair{5U, 24U}}) {
    const Verdict verdict = verdict_of("fan_in", nodes);
    EXPECT_EQ(verdict.kind, Kind::right) << verdict.text;
    EXPECT_EQ(event_order_count_in_verify_setting(verdict, "zero-buffer sends"), 0U)
        << "no collective: the same as with synchronising ones";
    EXPECT_EQ(event_order_count_in_verify_setting(verdict, "zero-buffer sends, synchronising collectives"), orders);
    EXPECT_EQ(event_order_count_in_verify_setting(verdict, "infinite sends, synchronising collectives"), orders);
    ASSERT_EQ(verdict.notes.size(), 2U) << "the other one says what is not looked at";
    EXPECT_NE(verdict.notes.front().find("in any order"), std::string::npos) << verdict.notes.front();
  }
}
TEST(Verify, RunsAsManyOrdersAsTheoryGives) {
  const auto expect_orders = [](const char* path, std::uint32_t nodes, const std::vector<std::string>& words,
                                std::uint64_t orders) {
    const Verdict verdict = verify_program(path, nodes, words, short_verify_limits());
    EXPECT_EQ(verdict.kind, Kind::right) << path << ": " << failure_text(verdict);
    EXPECT_EQ(event_order_count_in_verify_setting(verdict, "zero-buffer sends, synchronising collectives"), orders)
        << path;
    EXPECT_EQ(event_order_count_in_verify_setting(verdict, "infinite sends, synchronising collectives"), orders)
        << path;
  };
  // In the program of the dining philosophers, there are as many orders of events as the ring of k philosophers has
  // acyclic orientations: 2^k - 2.
  expect_orders(SWITCHYARD_BENCH_PHILOSOPHERS, 4, {}, 2);
  expect_orders(SWITCHYARD_BENCH_PHILOSOPHERS, 6, {}, 6);
  expect_orders(SWITCHYARD_BENCH_PHILOSOPHERS, 8, {}, 14);
  // In this program, w workers compute r rows. Each of the first r - w results may come from any worker, and the last w
  // results may come in w! orders.
  expect_orders(SWITCHYARD_BENCH_MATRIX_ROWS, 3, {"4"}, 4 * 2);
  expect_orders(SWITCHYARD_BENCH_MATRIX_ROWS, 4, {"5"}, 9 * 6);
  expect_orders(SWITCHYARD_BENCH_QUADRATURE, 3, {"0.04"}, 12);
  expect_orders(SWITCHYARD_BENCH_TRAPEZOID, 5, {}, 24);
}
TEST(Verify, NeedsOneOrderWhereTheProgramMakesNoChoice) {
  const Verdict verdict = verdict_of("mended_ring", 4);
  EXPECT_EQ(verdict.kind, Kind::right) << verdict.text;
  EXPECT_EQ(verdict.orders(), 2U);
}
TEST(Verify, ProvesAStencilInOneOrder) {
  const Verdict verdict = verdict_of("stencil", 16);
  EXPECT_EQ(verdict.kind, Kind::right) << verdict.text;
  EXPECT_EQ(verdict.orders(), 2U);
}
TEST(Verify, ProvesRightPrograms) {
  expect_right_verdict("fan_in", 4);
  expect_right_verdict("polls", 2);
  expect_right_verdict("probes", 4);
  expect_right_verdict("matched_probes", 3);
  expect_right_verdict("probe_of_the_last", 4);
  expect_right_verdict("own_message", 2);
  expect_right_verdict("tested_barrier", 3);
  expect_right_verdict("master_and_workers", 3);
  expect_right_verdict("wait_any", 3);
}
TEST(Verify, NeedsOneOrderWhereAccessesToWindowsCommute) {
  const Verdict fences = verdict_of("fences", 4);
  EXPECT_EQ(fences.kind, Kind::right) << fences.text;
  EXPECT_EQ(fences.orders(), 4U) << "one in each setting, as the call that makes a window need not wait for others";
  expect_right_verdict("posts", 2);
  expect_right_verdict("tested_posts", 2);
  expect_right_verdict("test_beside_window", 2);
}
TEST(Verify, FindsTheOrderOfAtomicAccessesAndLocks) {
  expect_right_verdict("tickets", 3);
  EXPECT_EQ(verdict_of("first_ticket", 3).kind, Kind::wrong);
  EXPECT_EQ(verdict_of("own_ticket", 3).kind, Kind::wrong) << "the owner's own access may come last, too";
  EXPECT_EQ(verdict_of("last_lock", 3).kind, Kind::wrong);
}
TEST(Verify, NamesTheClassOfADefect) {
  expect_wrong_verdict("ring_of_receives", 3, DefectClass::deadlock, ExitCode::deadlock);
  expect_wrong_verdict("ring_of_sends", 3, DefectClass::buffering_hazard, ExitCode::deadlock);
  expect_wrong_verdict("missing_receive", 2, DefectClass::deadlock, ExitCode::deadlock);
  expect_wrong_verdict("send_behind_broadcast", 3, DefectClass::call_ordering, ExitCode::deadlock);
  expect_wrong_verdict("missing_barrier", 3, DefectClass::call_ordering, ExitCode::deadlock);
  expect_wrong_verdict("digits", 3, DefectClass::message_race, ExitCode::data_lost);
  expect_wrong_verdict("stolen", 3, DefectClass::message_race, ExitCode::data_lost);
  expect_wrong_verdict("taken_after_probe", 3, DefectClass::message_race, ExitCode::data_lost);
  expect_wrong_verdict("first_matched", 3, DefectClass::message_race, ExitCode::data_lost);
  expect_wrong_verdict("tests_once", 2, DefectClass::message_race, ExitCode::data_lost);
  expect_wrong_verdict("crash", 2, DefectClass::memory, ExitCode::failed);
}
TEST(Verify, NamesNoClassIfTheProgramItselfReportsAFailure) {
  for (const char* word : {"exit_code", "aborted"}) {
    const Verdict verdict = verdict_of(word, 2);
    EXPECT_EQ(verdict.kind, Kind::wrong) << word;
    EXPECT_FALSE(verdict.defect.has_value()) << word << ": " << failure_text(verdict);
    EXPECT_EQ(verdict.code, ExitCode::failed) << word;
  }
}
TEST(Verify, ShowsCallsAndMatchesThatLeadToARace) {
  const Verdict verdict = verdict_of("stolen", 3);
  ASSERT_FALSE(verdict.calls.empty());
  EXPECT_EQ(verdict.calls.front().name, "MPI_Recv");
  EXPECT_EQ(verdict.calls.front().node, NodeId{0});
  EXPECT_NE(verdict.text.find("takes the message of rank 2 instead of the message of rank 1"), std::string::npos)
      << verdict.text;
  ASSERT_FALSE(verdict.matches.empty());
  EXPECT_TRUE(verdict.matches.front().is_from_any_source);
  ASSERT_TRUE(verdict.replay.has_value());
}
TEST(Verify, ShowsTheCycleOfADeadlock) {
  const Verdict verdict = verdict_of("ring_of_receives", 3);
  ASSERT_EQ(verdict.stuck.size(), 3U);
  for (const StuckCall& stuck : verdict.stuck) {
    EXPECT_TRUE(stuck.is_in_wait_cycle);
    EXPECT_EQ(stuck.stuck_call.name, "MPI_Recv");
    EXPECT_EQ(stuck.awaited_nodes, std::vector<NodeId>{NodeId{(index(stuck.stuck_call.node) + 1) % 3}});
  }
}
TEST(Verify, NamesTheRequestForWhichAStuckCallWaits) {
  const Verdict verdict = verdict_of("request_without_partner", 2);
  ASSERT_EQ(verdict.stuck.size(), 1U);
  const StuckCall& stuck = verdict.stuck.front();
  EXPECT_EQ(stuck.stuck_call.name, "MPI_Waitall");
  ASSERT_EQ(stuck.requests.size(), 1U);
  EXPECT_TRUE(stuck.requests[0].starts_with("MPI_Irecv from 1, tag 1, 4 B (cases.c:")) << stuck.requests[0];
  ASSERT_EQ(verdict.calls.size(), 2U);
  EXPECT_EQ(verdict.calls[0].name, "MPI_Waitall");
  EXPECT_EQ(verdict.calls[1].name, "MPI_Irecv");
  EXPECT_TRUE(verdict_of("ring_of_receives", 3).stuck[0].requests.empty()) << "the call that is stuck is named already";
}
TEST(Verify, DoesNotDecideOnAProgramThatDiffersFromRunToRun) {
  const Verdict verdict = verdict_of("not_deterministic", 2);
  EXPECT_EQ(verdict.kind, Kind::undecided);
  EXPECT_NE(verdict.text.find("not deterministic by itself"), std::string::npos) << verdict.text;
  EXPECT_EQ(verdict.code, ExitCode::unfinished);
}
TEST(Verify, DoesNotDecideOnAProgramWhoseChoicesDependOnTheDate) {
  const Verdict verdict = verdict_of("random_choice", 2);
  EXPECT_EQ(verdict.kind, Kind::undecided);
  EXPECT_NE(verdict.text.find("the program depends on the date"), std::string::npos) << verdict.text;
}
TEST(Verify, DecidesOnAProgramThatOnlyPrintsAndSendsOtherValuesAtOtherDates) {
  const Verdict verdict = verdict_of("random_values", 2);
  EXPECT_EQ(verdict.kind, Kind::right) << verdict.text;
  ASSERT_FALSE(verdict.notes.empty());
  EXPECT_NE(verdict.notes.front().find("what is printed depends on the date"), std::string::npos);
}
TEST(Verify, DoesNotDecideOnAProgramThatDoesNotEnd) {
  VerifyLimits limits = short_verify_limits();
  limits.run_time = std::chrono::seconds{1};
  const Verdict verdict = verify_program(SWITCHYARD_VERIFY_CASES, 2, {"endless"}, limits);
  EXPECT_EQ(verdict.kind, Kind::undecided);
  EXPECT_NE(verdict.text.find("does not end"), std::string::npos) << verdict.text;
  const Verdict beside = verify_program(SWITCHYARD_VERIFY_CASES, 3, {"endless_beside_collective"}, limits);
  EXPECT_EQ(beside.kind, Kind::undecided) << beside.text;
}
TEST(Verify, SaysWhatTheNodesDoInAnOrderThatDoesNotEnd) {
  VerifyLimits limits = short_verify_limits();
  limits.host_time = std::chrono::seconds{6};
  limits.run_time = std::chrono::seconds{1};
  const Verdict verdict = verify_program(SWITCHYARD_VERIFY_CASES, 3, {"endless_in_another_order"}, limits);
  EXPECT_EQ(verdict.kind, Kind::undecided) << verdict.text;
  EXPECT_NE(verdict.text.find("not finished within 1 s of the host's time: node 0 in MPI_"), std::string::npos)
      << verdict.text;
}
TEST(Verify, DoesNotTakeAProgramForStuckThatGivesUpLate) {
  const Verdict verdict = verdict_of("gives_up_late", 2);
  EXPECT_EQ(verdict.kind, Kind::undecided);
  EXPECT_NE(verdict.text.find("so often before it gives up"), std::string::npos) << verdict.text;
}
TEST(Verify, DoesNotDecideOnAProgramThatStartsThreads) {
  const Verdict verdict = verdict_of("thread", 2);
  EXPECT_EQ(verdict.kind, Kind::undecided);
  EXPECT_NE(verdict.text.find("the program calls pthread_create: threads are not run"), std::string::npos)
      << verdict.text;
  EXPECT_EQ(verdict.code, ExitCode::unfinished);
}
TEST(Verify, IsUndecidedAtTheLimitOfOrders) {
  VerifyLimits limits = short_verify_limits();
  limits.orders = 10;
  const Verdict verdict = verify_program(SWITCHYARD_VERIFY_CASES, 6, {"fan_in"}, limits);
  EXPECT_EQ(verdict.kind, Kind::undecided);
  EXPECT_FALSE(verdict.complete);
  EXPECT_NE(verdict.text.find("the limit of 10 orders"), std::string::npos) << verdict.text;
}

TEST(Verify, AVerdictIsReadAsItWasWritten) {
  const Verdict verdict = verdict_of("stolen", 3);
  EXPECT_EQ(read_verdict(verdict_json(verdict)), verdict);
}

// --- tests that verify node programs --------------------------------------------------------------------------------

Machine small_cube() { return machines::ipsc860({.nodes = 4}); }

void send_all_to_node_zero(Node& self) {
  int value = 1;
  if (self.id() != NodeId{0}) return self.send(NodeId{0}, std::as_bytes(std::span(&value, 1)));
  for (int i = 1; i < 4; ++i) self.receive(kAnyNode, std::as_writable_bytes(std::span(&value, 1)));
}
void receive_one_too_many(Node& self) {
  send_all_to_node_zero(self);
  int value = 1;
  if (self.id() == NodeId{0}) self.receive(kAnyNode, std::as_writable_bytes(std::span(&value, 1)));
}

TEST(VerifyNodeProgram, IsExpectedToBeRight) { EXPECT_VERIFIED(small_cube(), send_all_to_node_zero); }
TEST(VerifyNodeProgram, AFailureSaysWhatIsWrong) {
  EXPECT_NONFATAL_FAILURE(EXPECT_VERIFIED(small_cube(), receive_one_too_many), "deadlock");
}
TEST(VerifyProgram, IsExpectedToBeRight) {
  EXPECT_VERIFIED(SWITCHYARD_VERIFY_CASES, 3, std::vector<std::string>{"mended_ring"});
}

}  // namespace
}  // namespace switchyard
