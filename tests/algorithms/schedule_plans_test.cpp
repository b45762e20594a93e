#include <gtest/gtest.h>

#include "algorithms/schedule/schedule.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

ScheduledMessage scheduled_message(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes) {
  return {NodeId{source}, NodeId{destination}, bytes};
}

/// Makes a schedule of three phases. The first phase has the messages 0 <-> 1 and 2 -> 3, the second has none, and the
/// third has 1 -> 0.
Schedule schedule_of_three_phases() {
  Schedule schedule(5);
  schedule.add(scheduled_message(0, 1, 10));
  schedule.add(scheduled_message(2, 3, 20));
  schedule.add(scheduled_message(1, 0, 30));
  schedule.close_phase();
  schedule.close_phase();
  schedule.add(scheduled_message(1, 0, 40));
  schedule.close_phase();
  return schedule;
}

TEST(Schedule, KeepsPhasesInOrderIncludingEmptyOnes) {
  const Schedule schedule = schedule_of_three_phases();
  EXPECT_EQ(schedule.phase_count(), 3U);
  EXPECT_EQ(schedule.message_count(), 4U);
  EXPECT_EQ(schedule.phase(PhaseId{0}).size(), 3U);
  EXPECT_TRUE(schedule.phase(PhaseId{1}).empty());
  EXPECT_EQ(schedule.phase(PhaseId{2})[0], scheduled_message(1, 0, 40));
}

TEST(Schedule, CountsPairwiseExchangesWithinAPhaseOnly) {
  EXPECT_EQ(schedule_of_three_phases().pairwise_exchange_count(), 1U);
}

TEST(Schedule, MessagesOfAnOpenPhaseBelongToNone) {
  Schedule schedule(2);
  schedule.add(scheduled_message(0, 1, 1));
  EXPECT_EQ(schedule.message_count(), 0U);
  EXPECT_EQ(schedule.message_count_outside_phases(), 1U);
}

TEST(ScheduleStepsByNode, ListWhatEachNodeDoesPhaseByPhase) {
  const ScheduleStepsByNode plans(schedule_of_three_phases());
  EXPECT_EQ(plans.node_count(), 5U);
  EXPECT_EQ(plans.phase_count(), 3U);

  const auto zero = plans.steps_of_node(NodeId{0});
  ASSERT_EQ(zero.size(), 2U);
  EXPECT_EQ(zero[0], (PlanStep{PhaseId{0}, PlannedTransfer{NodeId{1}, 10}, PlannedTransfer{NodeId{1}, 30}}));
  EXPECT_EQ(zero[1], (PlanStep{PhaseId{2}, std::nullopt, PlannedTransfer{NodeId{1}, 40}}));

  const auto two = plans.steps_of_node(NodeId{2});
  ASSERT_EQ(two.size(), 1U);
  EXPECT_EQ(two[0], (PlanStep{PhaseId{0}, PlannedTransfer{NodeId{3}, 20}, std::nullopt}));
  EXPECT_TRUE(plans.steps_of_node(NodeId{4}).empty());
}

TEST(ScheduleStepsByNode, RefuseAPhaseThatIsNoPartialPermutation) {
  Schedule twice(3);
  twice.add(scheduled_message(0, 1, 1));
  twice.add(scheduled_message(0, 2, 1));
  twice.close_phase();
  EXPECT_THROW(ScheduleStepsByNode{twice}, UsageError);

  Schedule stranger(2);
  stranger.add(scheduled_message(0, 2, 1));
  stranger.close_phase();
  EXPECT_THROW(ScheduleStepsByNode{stranger}, UsageError);
}

TEST(ScheduleStepsByNode, OfAnEmptyScheduleHaveNoNodes) {
  EXPECT_EQ(ScheduleStepsByNode(Schedule(0)).node_count(), 0U);
}

}  // namespace
}  // namespace switchyard
