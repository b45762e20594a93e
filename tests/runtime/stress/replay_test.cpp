#include "runtime/stress/replay.hpp"

#include <gtest/gtest.h>

#include <array>

#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/random.hpp"
#include "runtime/stress/shrink.hpp"
#include "runtime/stress/stress.hpp"
#include "tests/machines/fixed_delay_machine.hpp"

namespace switchyard {
namespace {

/// A program that deadlocks if node 0 receives the message of node 1 last. With only one node, it sends no messages.
void deadlock_if_node_1_is_last(Node& self) {
  if (self.id() != NodeId{0}) return self.signal(NodeId{0});
  NodeId last{};
  for (std::uint32_t left = self.node_count() - 1; left > 0; --left) last = self.receive(kAnyNode, {}).source;
  if (last == NodeId{1}) self.receive(NodeId{1}, {});
}

StressedRun find_failing_run(const Machine& machine, const NodeProgram& program,
                             StressStrategy strategy = StressStrategy::pct) {
  const StressReport report = stress(machine, program, {.runs = 200, .strategies = {strategy}});
  return report.findings.at(RunOutcome::deadlock).run;
}

/// Returns the text of the error that parsing a wrong replay string gives, or "no error". The test fails if the error
/// has several lines.
std::string replay_error_text(const std::string& text) {
  try {
    parse_replay_string("--replay", text);
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    EXPECT_TRUE(std::string(error.what()).starts_with("--replay: ")) << error.what();
    return error.what();
  }
  return "no error";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(ReplayString, LeadsToARunWithTheSameTraceHash) {
  const Machine machine = machines::mesh({.width = 2, .height = 2});
  for (const StressStrategy strategy : {StressStrategy::random, StressStrategy::pct}) {
    const StressedRun known = find_failing_run(machine, deadlock_if_node_1_is_last, strategy);
    const StressedRun again = replay(machine, deadlock_if_node_1_is_last, replay_string(known));
    EXPECT_EQ(again.outcome, RunOutcome::deadlock);
    EXPECT_EQ(again.trace_hash, known.trace_hash);
    EXPECT_EQ(again.text, known.text);
  }
}

TEST(ReplayString, HoldsHowSmallTheBuffersAre) {
  const auto both_send = [](Node& self) {
    std::array<std::byte, 512> out{}, in{};
    self.send(self.id() ^ 1U, out);
    self.receive(self.id() ^ 1U, in);
  };
  const Machine machine = machines::ipsc860({.nodes = 2});
  const StressedRun known = find_failing_run(machine, both_send, StressStrategy::halved_buffer_sizes);
  EXPECT_GT(known.halvings, 0U);
  const StressedRun again = replay(machine, both_send, replay_string(known));
  EXPECT_EQ(again.outcome, RunOutcome::deadlock);
  EXPECT_EQ(again.trace_hash, known.trace_hash);
}

TEST(ReplayString, OfRealThreadsIsRepeatedUntilItFails) {
  const auto wait = [](Node& self) { self.receive(self.id() ^ 1U, {}); };
  EXPECT_EQ(replay(machines::ipsc860({.nodes = 2}), wait, "sy1:threads:7:n2:b0").outcome, RunOutcome::deadlock);
}

TEST(ReplayString, IsWrittenAndReadAlike) {
  const ReplayLineContents key{StressStrategy::pct, 17, 3, 1, std::chrono::milliseconds{100}, {{12, 3}, {40, 1}}};
  EXPECT_EQ(replay_string(key), "sy1:pct:17:n3:b1:t100ms:12.3,40.1");
  EXPECT_EQ(parse_replay_string("", replay_string(key)), key);
  EXPECT_EQ(parse_replay_string("", "sy1:pct:17:n3:b1:12.3,40.1").arbiter_decisions, key.arbiter_decisions);
  EXPECT_TRUE(parse_replay_string("", "sy1:starve:0:n1:b0").arbiter_decisions.empty());
}

TEST(ReplayString, SaysWhatIsWrongWithIt) {
  EXPECT_TRUE(has(replay_error_text(""), "it does not begin with sy1:"));
  EXPECT_TRUE(has(replay_error_text("sy2:pct:1:n2:b0"), "it does not begin with sy1:"));
  EXPECT_TRUE(
      has(replay_error_text("sy1:luck:1:n2:b0"), "its strategy is none of random, pct, starve, buffers, threads"));
  EXPECT_TRUE(has(replay_error_text("sy1:pct:-1:n2:b0"), "the seed is no whole number"));
  EXPECT_TRUE(has(replay_error_text("sy1:pct:1:2:b0"), "n and the nodes is missing"));
  EXPECT_TRUE(has(replay_error_text("sy1:pct:1:n0:b0"), "there are no nodes"));
  EXPECT_TRUE(has(replay_error_text("sy1:pct:1:n2:b64"), "the number of halvings is no whole number up to 63"));
  EXPECT_TRUE(has(replay_error_text("sy1:pct:1:n2"), "b and the halvings is missing"));
  EXPECT_TRUE(has(replay_error_text("sy1:pct:1:n2:b0:t5"), "its limit of time is no time with a unit"));
  EXPECT_TRUE(has(replay_error_text("sy1:pct:1:n2:b0:5"), "a decision's choice is no whole number"));
  EXPECT_TRUE(has(replay_error_text("sy1:pct:1:n2:b0:5.0"), "a decision for the first event is none"));
  EXPECT_TRUE(has(replay_error_text("sy1:pct:1:n2:b0:5.1,5.2"), "its decisions are not in order"));
  EXPECT_TRUE(has(replay_error_text("sy1:pct:1:n2:b0:5.1:6.1"), "it goes on behind the decisions"));
  EXPECT_TRUE(has(replay_error_text("sy1:threads:1:n2:b0:5.1"), "real threads follow no decisions"));
}

TEST(ReplayString, DamagedTextIsReadOrRefused) {
  const std::string text = "sy1:pct:18446744073709551615:n3:b1:t100ms:12.3,40.1,41.7";
  Rng rng(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = rng.random_number_below(4) == 0 ? std::string(rng.random_number_below(40), ' ') : text;
    for (std::uint64_t left = rng.random_number_below(5); left > 0 && !damaged.empty(); --left) {
      const std::size_t at = rng.random_number_below(damaged.size());
      if (rng.random_number_below(3) == 0)
        damaged.erase(at, rng.random_number_below(6));
      else
        damaged[at] = rng.random_number_below(2) == 0 ? static_cast<char>(rng.random_number_below(256))
                                                      : "sy:n.,0159"[rng.random_number_below(10)];
    }
    try {
      const ReplayLineContents key = parse_replay_string("test", damaged);
      EXPECT_EQ(parse_replay_string("test", replay_string(key)), key) << damaged;
    } catch (const UsageError&) {
    }
  }
}

TEST(ReplayString, OfMoreNodesThanTheMachineCanHaveIsRefused) {
  const auto nothing = [](Node&) {};
  EXPECT_THROW(replay(machines::ipsc860({.nodes = 4}), nothing, "sy1:pct:1:n3:b0"), UsageError);
  EXPECT_THROW(replay(fixed_delay_machine({.nodes = 4}), nothing, "sy1:pct:1:n5000000:b0"), UsageError);
  EXPECT_EQ(replay(machines::ipsc860({.nodes = 4}), nothing, "sy1:pct:1:n8:b0").outcome, RunOutcome::completed);
}

TEST(StressOptions, AReplayReplacesAllRuns) {
  const Machine machine = machines::mesh({.width = 2, .height = 2});
  const StressReport report = stress(machine, deadlock_if_node_1_is_last,
                                     {.replay = replay_string(find_failing_run(machine, deadlock_if_node_1_is_last))});
  EXPECT_EQ(report.runs(), 1U);
  EXPECT_EQ(report.count(RunOutcome::deadlock), 1U);
}

/// With two nodes, the program fails even in an undisturbed run. That is another failure than the one that was found
/// with more nodes, so that the failing case must not be reduced to two nodes.
TEST(Shrink, AProgramLosesNodesAndDecisions) {
  const Machine machine = machines::mesh({.width = 4, .height = 2});
  const StressedRun found = find_failing_run(machine, deadlock_if_node_1_is_last);
  const FailingCase small = shrink({std::make_shared<ProgramCase>(machine, deadlock_if_node_1_is_last), found});
  EXPECT_EQ(small.run.outcome, RunOutcome::deadlock);
  EXPECT_EQ(small.run.machine.node_count(), 3U);
  EXPECT_LE(small.run.arbiter_decisions.size(), found.arbiter_decisions.size());
  EXPECT_FALSE(small.run.arbiter_decisions.empty());
  EXPECT_EQ(replay(machine, deadlock_if_node_1_is_last, replay_string(small.run)).trace_hash, small.run.trace_hash);
}

}  // namespace
}  // namespace switchyard
