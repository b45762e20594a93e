#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "machines/ipsc860.hpp"
#include "runtime/node.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

bool operator==(const Event& a, const Event& b) {
  return a.time == b.time && a.order_at_equal_time == b.order_at_equal_time && a.kind == b.kind &&
         a.subject_number == b.subject_number;
}

/// A node program that computes with and without real work, receives from any node, exchanges messages, polls, and
/// takes part in collectives.
void use_all_kinds_of_calls(Node& self) {
  const std::uint32_t n = self.node_count();
  std::vector<std::byte> out(700), in(700), token(4);
  for (int round = 0; round < 4; ++round) {
    const auto draw = [&](std::uint64_t bound) { return self.random().random_number_below(bound); };
    self.compute(Duration{draw(30'000)});
    if (draw(2) == 0) self.compute(Duration{draw(50'000)}, [&] { out[0] = std::byte{1}; });
    if (draw(3) == 0) self.compute(Duration{draw(50'000)}, [&] { out[1] = std::byte{2}; });
    const NodeId peer = self.id() ^ (1U + static_cast<std::uint32_t>(round) % (n - 1));
    self.exchange(peer, std::span(out).first(100 + static_cast<std::size_t>(round) * 150), in, {.tag = Tag{1}});

    // Each node sends two messages, and receives two messages in the order of their arrival.
    std::array handles{self.post_send(NodeId{(index(self.id()) + 1) % n}, token, {.tag = Tag{2}}),
                       self.post_send(NodeId{(index(self.id()) + 3) % n}, token, {.tag = Tag{2}})};
    for (int i = 0; i < 2; ++i) {
      const Received got = self.receive(kAnyNode, token, Tag{2});
      // The time of this computation depends on the sender, so that later times depend on the order of arrival.
      self.compute(Duration{100 * (index(got.source) + 1)});
    }
    self.wait_all(handles);

    const Handle incoming = self.post_receive(peer, in, Tag{3});
    self.send(peer, std::span(out).first(draw(600)), {.tag = Tag{3}});
    while (!self.test(incoming)) self.compute(Duration{draw(2'000)});
    self.wait(incoming);
    if (round % 2 == 1) self.barrier();
    (void)self.all_reduce(draw(10), [](std::uint64_t a, std::uint64_t b) { return a + b; });
  }
}

struct LoggedRun {
  RunReport report;
  EventLog event_log;
};

LoggedRun logged_run(const Machine& machine, std::uint64_t seed, ExecutorKind executor, Placement placement) {
  LoggedRun logged;
  logged.report = run(machine, use_all_kinds_of_calls,
                      {.seed = seed, .executor = executor, .placement = placement, .log = &logged.event_log});
  return logged;
}

void expect_equal_logged_runs(const LoggedRun& a, const LoggedRun& b, std::uint64_t seed) {
  expect_equal_runs(a.report, b.report);
  ASSERT_EQ(a.event_log.size(), b.event_log.size()) << "seed " << seed;
  for (std::size_t i = 0; i < a.event_log.size(); ++i) {
    ASSERT_TRUE(a.event_log[i] == b.event_log[i])
        << "event " << i << " at " << a.event_log[i].time << " and " << b.event_log[i].time << " ns, seed " << seed;
  }
}

class DeterminismTest : public testing::TestWithParam<int> {
 protected:
  Machine machine() const {
    return GetParam() == 0 ? fixed_delay_machine({.nodes = 8}) : machines::ipsc860({.nodes = 8});
  }
};

TEST_P(DeterminismTest, EveryEventIsTheSameForEveryExecutorPlacementAndRepetition) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const LoggedRun reference = logged_run(machine(), seed, ExecutorKind::threads, Placement::together);
    EXPECT_GT(reference.event_log.size(), 100U);
    for (const ExecutorKind executor : executors_under_test()) {
      expect_equal_logged_runs(reference, logged_run(machine(), seed, executor, Placement::together), seed);
      expect_equal_logged_runs(reference, logged_run(machine(), seed, executor, Placement::spread), seed);
    }
    if (testing::Test::HasFailure()) return;
  }
}

TEST_P(DeterminismTest, TheTraceHashTellsSeedsApart) {
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    hashes.push_back(logged_run(machine(), seed, ExecutorKind::threads, Placement::together).report.trace_hash);
  }
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

INSTANTIATE_TEST_SUITE_P(Machines, DeterminismTest, testing::Values(0, 1),
                         [](const auto& tested) { return tested.param == 0 ? "fixed_delay" : "ipsc860"; });

TEST(Drift, WithoutDriftTheSeedOfTheMachineChangesNothing) {
  const auto cube = machines::ipsc860({.nodes = 8, .drift_on = false});
  const NodeProgram program = [](Node& self) {
    std::vector<std::byte> out(300), in(300);
    for (std::uint32_t p = 1; p < self.node_count(); ++p) self.exchange(self.id() ^ p, out, in);
    self.barrier();
  };
  expect_equal_runs(run(cube, program, {.seed = 1}), run(cube, program, {.seed = 2}));
}

}  // namespace
}  // namespace switchyard
