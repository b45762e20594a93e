#include <gtest/gtest.h>

#include <algorithm>

#include "algorithms/matrix/generators.hpp"
#include "algorithms/schedule/lp.hpp"
#include "algorithms/schedule/verify.hpp"
#include "tests/algorithms/schedule_test_networks.hpp"

namespace switchyard {
namespace {

using Kind = Violation::Kind;
using MessagesByPhase = std::vector<std::vector<ScheduledMessage>>;

ScheduledMessage scheduled_message(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes) {
  return {NodeId{source}, NodeId{destination}, bytes};
}

Schedule schedule_of_phases(const MessagesByPhase& phases, std::uint32_t nodes = 8) {
  Schedule schedule(nodes);
  for (const auto& phase : phases) {
    for (const ScheduledMessage& each : phase) schedule.add(each);
    schedule.close_phase();
  }
  return schedule;
}

MessagesByPhase messages_of_each_phase(const Schedule& schedule) {
  MessagesByPhase phases;
  for (std::uint32_t p = 0; p < schedule.phase_count(); ++p) {
    const auto phase = schedule.phase(PhaseId{p});
    phases.emplace_back(phase.begin(), phase.end());
  }
  return phases;
}

/// A communication matrix of eight nodes and the phases of a correct schedule for it. Tests then put an error into the
/// schedule.
struct CorrectScheduleOfEightNodes {
  CommunicationMatrix matrix = complete(8, 100);
  MessagesByPhase phases = messages_of_each_phase(make_linear_permutation_schedule(matrix));
  test_networks::EcubeRoutes cube_routes{3};

  std::vector<Violation> violations() const { return verify(schedule_of_phases(phases), matrix, cube_routes); }
};

testing::AssertionResult reports_violation(const std::vector<Violation>& found, Kind kind, const std::string& text) {
  for (const Violation& violation : found) {
    if (violation.kind == kind && violation.text.find(text) != std::string::npos) return testing::AssertionSuccess();
  }
  auto failure = testing::AssertionFailure() << "no violation says '" << text << "', only:";
  for (const Violation& violation : found) failure << "\n  " << violation.text;
  return failure;
}

TEST(Verify, AcceptsACorrectSchedule) { EXPECT_TRUE(CorrectScheduleOfEightNodes().violations().empty()); }

TEST(Verify, SeesAMessageThatIsLeftOut) {
  CorrectScheduleOfEightNodes it;
  std::erase(it.phases[2], scheduled_message(0, 3, 100));
  const auto found = it.violations();
  EXPECT_EQ(found.size(), 1U);
  EXPECT_TRUE(reports_violation(found, Kind::never_sent, "no phase has 0 -> 3 (100 bytes)"));
}

TEST(Verify, SeesAMessageThatIsSentTwice) {
  CorrectScheduleOfEightNodes it;
  it.phases.push_back({scheduled_message(0, 3, 100)});
  const auto found = it.violations();
  EXPECT_EQ(found.size(), 1U);
  EXPECT_TRUE(reports_violation(found, Kind::sent_twice, "phase 8: 0 -> 3 was sent already, in phase 3"));
}

TEST(Verify, SeesWrongBytes) {
  CorrectScheduleOfEightNodes it;
  it.phases[0][0].bytes = 99;
  EXPECT_TRUE(
      reports_violation(it.violations(), Kind::wrong_bytes, "phase 1: 0 -> 1 has 99 bytes, the matrix says 100"));
}

TEST(Verify, SeesAMessageThatIsNotInTheMatrix) {
  CorrectScheduleOfEightNodes it;
  it.phases.push_back({scheduled_message(4, 4, 100)});
  EXPECT_TRUE(reports_violation(it.violations(), Kind::no_such_message, "phase 8: 4 -> 4 is not in the matrix"));
}

TEST(Verify, SeesANodeThatDoesNotExist) {
  CorrectScheduleOfEightNodes it;
  it.phases[3].push_back(scheduled_message(1, 8, 100));
  EXPECT_TRUE(
      reports_violation(it.violations(), Kind::no_such_node, "phase 4: 1 -> 8 names a node that does not exist"));
}

TEST(Verify, SeesTwoSendsOfANode) {
  const std::vector<Triplet> triplets = {{NodeId{0}, NodeId{1}, 5}, {NodeId{0}, NodeId{2}, 5}};
  const auto matrix = CommunicationMatrix::from_triplets(8, triplets);
  const auto found = verify(schedule_of_phases({{scheduled_message(0, 1, 5), scheduled_message(0, 2, 5)}}), matrix);
  EXPECT_EQ(found.size(), 1U);
  EXPECT_TRUE(reports_violation(found, Kind::node_contention, "phase 1: node 0 sends twice, 0 -> 1 and 0 -> 2"));
}

TEST(Verify, SeesTwoReceivesOfANode) {
  const std::vector<Triplet> triplets = {{NodeId{1}, NodeId{0}, 5}, {NodeId{2}, NodeId{0}, 5}};
  const auto matrix = CommunicationMatrix::from_triplets(8, triplets);
  EXPECT_TRUE(
      reports_violation(verify(schedule_of_phases({{scheduled_message(1, 0, 5), scheduled_message(2, 0, 5)}}), matrix),
                        Kind::node_contention, "phase 1: node 0 receives twice, 1 -> 0 and 2 -> 0"));
}

TEST(Verify, SeesTwoPathsThatShareALink) {
  // Message 0 -> 3 goes over nodes 0, 1, 3, and message 1 -> 7 over nodes 1, 3, 7 of a cube of three dimensions. Both
  // leave node 1 in dimension 1, by the link with the number 1 * 3 + 1.
  const std::vector<Triplet> triplets = {{NodeId{0}, NodeId{3}, 5}, {NodeId{1}, NodeId{7}, 5}};
  const auto matrix = CommunicationMatrix::from_triplets(8, triplets);
  const Schedule schedule = schedule_of_phases({{scheduled_message(0, 3, 5), scheduled_message(1, 7, 5)}});
  EXPECT_TRUE(verify(schedule, matrix).empty());
  const auto found = verify(schedule, matrix, test_networks::EcubeRoutes(3));
  EXPECT_EQ(found.size(), 1U);
  EXPECT_TRUE(reports_violation(found, Kind::link_contention, "phase 1: 0 -> 3 and 1 -> 7 share link 4"));
}

TEST(Verify, SeesAMatrixOrNetworkOfAnotherSize) {
  const CorrectScheduleOfEightNodes it;
  EXPECT_TRUE(reports_violation(verify(schedule_of_phases(it.phases, 4), it.matrix), Kind::wrong_node_count,
                                "the schedule has 4 nodes, the matrix 8"));
  EXPECT_TRUE(reports_violation(verify(schedule_of_phases(it.phases), it.matrix, test_networks::EcubeRoutes(2)),
                                Kind::wrong_node_count, "the network has 4 nodes, the matrix 8"));
}

TEST(Verify, SeesMessagesThatNoPhaseHolds) {
  CorrectScheduleOfEightNodes it;
  Schedule schedule = schedule_of_phases(it.phases);
  schedule.add(scheduled_message(0, 1, 100));
  EXPECT_TRUE(
      reports_violation(verify(schedule, it.matrix), Kind::message_outside_phases, "1 messages stand after the end"));
}

TEST(Verify, StopsAfterEnoughViolations) { EXPECT_EQ(verify(Schedule(64), complete(64, 1)).size(), kMaxViolations); }

}  // namespace
}  // namespace switchyard
