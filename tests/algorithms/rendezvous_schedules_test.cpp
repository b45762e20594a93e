#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/matrix/generators.hpp"
#include "algorithms/schedule/greedy.hpp"
#include "algorithms/schedule/linear.hpp"
#include "algorithms/schedule/lp.hpp"
#include "algorithms/schedule/pairwise.hpp"
#include "algorithms/schedule/verify.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMessageBytes = 8;

/// Makes the communication matrix of pattern P of Ponnusamy et al. 1992, table 6.
CommunicationMatrix make_matrix_of_ponnusamy_pattern_p() {
  const std::array<std::string, 8> rows{"01010110", "10101111", "01010000", "10101110",
                                        "01110101", "01001010", "10110101", "11001010"};
  std::vector<Triplet> triplets;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    for (std::uint32_t j = 0; j < rows[i].size(); ++j) {
      if (rows[i][j] == '1') triplets.push_back({NodeId{i}, NodeId{j}, kMessageBytes});
    }
  }
  return CommunicationMatrix::from_triplets(8, triplets);
}

/// Returns one step of a schedule as text, such as "0<->3 1->2". Its messages are in the order of their senders; an
/// exchange comes in the place of its lower node.
std::string step_text(std::span<const ScheduledMessage> phase) {
  std::vector<ScheduledMessage> messages(phase.begin(), phase.end());
  std::ranges::sort(messages, {}, [](const ScheduledMessage& m) { return std::pair(m.source, m.destination); });
  std::string text;
  for (const auto& [source, destination, bytes, route] : messages) {
    const bool back = std::ranges::count(messages, ScheduledMessage{destination, source, bytes}) > 0;
    if (back && destination < source) continue;
    text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", index(source), back ? "<->" : "->", index(destination));
  }
  return text;
}

std::vector<std::string> step_texts(const Schedule& schedule) {
  std::vector<std::string> steps;
  for (std::uint32_t p = 0; p < schedule.phase_count(); ++p) steps.push_back(step_text(schedule.phase(PhaseId{p})));
  return steps;
}

using StepTexts = std::vector<std::string>;

TEST(LinearSchedule, OfPatternPIsTable7) {
  EXPECT_EQ(
      step_texts(make_linear_schedule(make_matrix_of_ponnusamy_pattern_p())),
      (StepTexts{"1->0 3->0 6->0 7->0", "0->1 2->1 4->1 5->1 7->1", "1->2 3->2 4->2 6->2", "0->3 2->3 4->3 6->3",
                 "1->4 3->4 5->4 7->4", "0->5 1->5 3->5 4->5 6->5", "0->6 1->6 3->6 5->6 7->6", "1->7 4->7 6->7"}));
}

TEST(PairwiseSchedule, OfPatternPIsTable8WithoutTheStepThatSendsNothing) {
  EXPECT_EQ(step_texts(make_pairwise_schedule(make_matrix_of_ponnusamy_pattern_p())),
            (StepTexts{"0<->1 2<->3 4<->5 6<->7", "0<->3 1<->2 4<->7 5<->6", "1<->5 6->2", "0->5 1<->4 3<->6",
                       "0<->6 1<->7 3->5 4->2", "1->6 3<->4 7->0"}));
}

TEST(BalancedSchedule, OfPatternPIsTable9) {
  EXPECT_EQ(step_texts(make_balanced_schedule(make_matrix_of_ponnusamy_pattern_p())),
            (StepTexts{"1<->2 3<->4 5<->6 7->0", "1<->7 3->5", "0<->1 3<->6 4<->5", "1<->5 6->2", "0<->3 1->6 4<->7",
                       "0<->6 4->2", "0->5 1<->4 2<->3 6<->7"}));
}

TEST(GreedySchedule, OfPatternPIsTable10) {
  EXPECT_EQ(step_texts(make_greedy_schedule(make_matrix_of_ponnusamy_pattern_p())),
            (StepTexts{"0<->1 2<->3 4<->5 6<->7", "0<->3 1<->2 4<->7 5<->6", "0->5 1<->4 3<->6", "0<->6 1<->5 3<->4",
                       "1->6 3->5 4->2 7->0", "1<->7 6->2"}));
}

/// Makes an arbitrary communication matrix, from empty to complete, of up to 64 nodes (a power of two), for property
/// tests.
CommunicationMatrix arbitrary_matrix() {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  return random_percent_matrix(1U << *rc::gen::inRange(0U, 7U), *rc::gen::inRange(0, 101), kMessageBytes, rng);
}

RC_GTEST_PROP(LinearSchedule, IsCorrectAndHasOnePhaseForEachReceiver, ()) {
  const CommunicationMatrix matrix = arbitrary_matrix();
  const Schedule schedule = make_linear_schedule(matrix);
  RC_ASSERT(verify(schedule, matrix).empty());
  std::uint32_t receiver_count = 0;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) receiver_count += matrix.in_degree(NodeId{i}) > 0 ? 1 : 0;
  RC_ASSERT(schedule.phase_count() == receiver_count);
}

RC_GTEST_PROP(PairwiseSchedule, IsCorrectAndThatOfLinearPermutationsWithoutEmptyPhases, ()) {
  const CommunicationMatrix matrix = arbitrary_matrix();
  const Schedule schedule = make_pairwise_schedule(matrix);
  RC_ASSERT(verify(schedule, matrix).empty());
  StepTexts steps = step_texts(make_linear_permutation_schedule(matrix));
  std::erase(steps, "");
  RC_ASSERT(step_texts(schedule) == steps);
}

RC_GTEST_PROP(BalancedSchedule, IsCorrect, ()) {
  const CommunicationMatrix matrix = arbitrary_matrix();
  RC_ASSERT(verify(make_balanced_schedule(matrix), matrix).empty());
}

RC_GTEST_PROP(GreedySchedule, IsCorrectOnAnyNumberOfNodes, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const CommunicationMatrix matrix =
      random_percent_matrix(*rc::gen::inRange<std::uint32_t>(1, 70), *rc::gen::inRange(0, 101), kMessageBytes, rng);
  RC_ASSERT(verify(make_greedy_schedule(matrix), matrix).empty());
}

/// Tests that a node has at most one partner in each phase of a greedy schedule, because exchange_with_blocking_sends()
/// can deal only with one.
RC_GTEST_PROP(GreedySchedule, LetsANodeDealWithOneOtherInAPhase, ()) {
  const Schedule schedule = make_greedy_schedule(arbitrary_matrix());
  const ScheduleStepsByNode plans(schedule);
  for (std::uint32_t i = 0; i < schedule.node_count(); ++i) {
    for (const PlanStep& step : plans.steps_of_node(NodeId{i})) {
      const bool has_two_peers = step.send && step.receive && step.send->peer != step.receive->peer;
      RC_ASSERT(!has_two_peers);
    }
  }
}

TEST(GreedySchedule, OfACompletePatternIsThePairwiseOne) {
  for (const std::uint32_t nodes : {2U, 8U, 32U}) {
    const CommunicationMatrix matrix = complete(nodes, kMessageBytes);
    EXPECT_EQ(step_texts(make_greedy_schedule(matrix)), step_texts(make_pairwise_schedule(matrix))) << nodes;
  }
}

TEST(GreedySchedule, CountsBasicOperations) {
  // Counts the operations of the greedy scheduler. In phase 1, it looks at message 0 -> 1, whose nodes are free, and
  // then for a message 1 -> 0 in the other direction, which takes 2 + n = 5 operations. Node 2 has nothing to send.
  // Phase 2 also takes 5 operations, for message 1 -> 2.
  const std::vector<Triplet> triplets{{NodeId{0}, NodeId{1}, kMessageBytes}, {NodeId{1}, NodeId{2}, kMessageBytes}};
  EXPECT_EQ(make_greedy_schedule(CommunicationMatrix::from_triplets(3, triplets)).operations(), 10U);
}

/// Returns, for each step of a schedule, the number of messages that go from one half of the nodes to the other half.
std::vector<std::ptrdiff_t> messages_across_root_by_step(const Schedule& schedule) {
  const std::uint32_t half = schedule.node_count() / 2;
  std::vector<std::ptrdiff_t> counts;
  for (std::uint32_t p = 0; p < schedule.phase_count(); ++p) {
    const auto across = [&](const auto& m) { return index(m.source) / half != index(m.destination) / half; };
    counts.push_back(std::ranges::count_if(schedule.phase(PhaseId{p}), across));
  }
  return counts;
}

/// Ponnusamy et al. 1992, sec. 3.4: in the balanced schedule of 32 nodes, nodes 15 and 31 have virtual numbers in the
/// other half of the machine. So in 15 of 31 steps only these two nodes and their partners send to the other half. In
/// the other steps all nodes except these two and their partners send to the other half; but if nodes 15 and 31 are
/// each other's partners, all nodes do.
TEST(BalancedSchedule, SendsAcrossTheRootInEveryStep) {
  const auto pairwise = messages_across_root_by_step(make_pairwise_schedule(complete(32, kMessageBytes)));
  EXPECT_EQ(std::ranges::count(pairwise, 0), 15);
  EXPECT_EQ(std::ranges::count(pairwise, 32), 16);
  const auto balanced = messages_across_root_by_step(make_balanced_schedule(complete(32, kMessageBytes)));
  EXPECT_EQ(std::ranges::count(balanced, 4), 15);
  EXPECT_EQ(std::ranges::count(balanced, 28), 15);
  EXPECT_EQ(std::ranges::count(balanced, 32), 1);
}

TEST(PairwiseSchedule, RefusesNodesThatAreNoPowerOfTwo) {
  EXPECT_THROW(make_pairwise_schedule(complete(6, kMessageBytes)), UsageError);
  EXPECT_THROW(make_balanced_schedule(complete(6, kMessageBytes)), UsageError);
}

Schedule gather_schedule_of_one_phase(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  Schedule schedule(4, PhaseShape::gather);
  for (const auto& [source, destination] : pairs) schedule.add({NodeId{source}, NodeId{destination}, kMessageBytes});
  schedule.close_phase();
  return schedule;
}

CommunicationMatrix matrix_of_first_phase(const Schedule& schedule) {
  std::vector<Triplet> triplets;
  for (const auto& [source, destination, bytes, route] : schedule.phase(PhaseId{0})) {
    triplets.push_back({source, destination, bytes});
  }
  return CommunicationMatrix::from_triplets(schedule.node_count(), triplets);
}

TEST(Gather, HasAStepForEachMessageOfItsReceiver) {
  const ScheduleStepsByNode plans(gather_schedule_of_one_phase({{1, 0}, {3, 0}}));
  const auto receiver = plans.steps_of_node(NodeId{0});
  ASSERT_EQ(receiver.size(), 2U);
  EXPECT_EQ(receiver[0], (PlanStep{PhaseId{0}, std::nullopt, PlannedTransfer{NodeId{1}, kMessageBytes}}));
  EXPECT_EQ(receiver[1], (PlanStep{PhaseId{0}, std::nullopt, PlannedTransfer{NodeId{3}, kMessageBytes}}));
  ASSERT_EQ(plans.steps_of_node(NodeId{3}).size(), 1U);
  EXPECT_EQ(plans.steps_of_node(NodeId{3})[0],
            (PlanStep{PhaseId{0}, PlannedTransfer{NodeId{0}, kMessageBytes}, std::nullopt}));
  EXPECT_TRUE(plans.steps_of_node(NodeId{2}).empty());
}

TEST(Gather, WithTwoReceiversIsRefused) {
  const Schedule schedule = gather_schedule_of_one_phase({{1, 0}, {3, 2}});
  EXPECT_THROW(ScheduleStepsByNode{schedule}, UsageError);
  const auto violations = verify(schedule, matrix_of_first_phase(schedule));
  ASSERT_EQ(violations.size(), 1U);
  EXPECT_EQ(violations[0].kind, Violation::Kind::two_receivers);
  EXPECT_EQ(violations[0].text, "phase 1: 1 -> 0 and 3 -> 2 go to two nodes, and a gather has one receiver");
}

TEST(Gather, WithTwoMessagesOfOneSenderIsRefused) {
  const Schedule schedule = gather_schedule_of_one_phase({{1, 0}, {1, 0}});
  EXPECT_THROW(ScheduleStepsByNode{schedule}, UsageError);
  const auto violations = verify(schedule, matrix_of_first_phase(gather_schedule_of_one_phase({{1, 0}})));
  ASSERT_EQ(violations.size(), 2U);
  EXPECT_EQ(violations[0].kind, Violation::Kind::sent_twice);
  EXPECT_EQ(violations[1].kind, Violation::Kind::node_contention);
}

TEST(Gather, IsRefusedAsAPartialPermutation) {
  Schedule schedule(4);
  schedule.add({NodeId{1}, NodeId{0}, kMessageBytes});
  schedule.add({NodeId{3}, NodeId{0}, kMessageBytes});
  schedule.close_phase();
  EXPECT_NE(schedule, gather_schedule_of_one_phase({{1, 0}, {3, 0}}));
  EXPECT_FALSE(verify(schedule, matrix_of_first_phase(schedule)).empty());
}

}  // namespace
}  // namespace switchyard
