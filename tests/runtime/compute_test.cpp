#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <vector>

#include "machines/ipsc860.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

Machine machine_of(std::uint32_t nodes) { return fixed_delay_machine({.nodes = nodes}); }

TEST(Compute, WorkRunsWhereItIsCalledAndOnce) {
  std::vector<int> runs(3);
  run(machine_of(3), [&](Node& self) { self.compute(1us, [&] { ++runs[index(self.id())]; }); });
  EXPECT_EQ(runs, std::vector<int>(3, 1));
}

/// The work that one node does in compute() waits for the work of the other node, so that the run can only end if both
/// run at the same time.
TEST(Compute, WorksOfDifferentNodesRunAtTheSameTimeOnThreads) {
  std::latch both{2};
  run(machine_of(2), [&](Node& self) { self.compute(10us, [&] { both.arrive_and_wait(); }); });
  EXPECT_TRUE(both.try_wait());
}

TEST(Compute, WorksOverlapThoughTheyBeginAtDifferentVirtualTimes) {
  std::latch all{3};
  run(machine_of(3), [&](Node& self) {
    self.compute(3us * index(self.id()));
    (void)self.now();
    self.compute(10us, [&] { all.arrive_and_wait(); });
  });
  EXPECT_TRUE(all.try_wait());
}

/// The work that node 1 does in compute() lasts until node 2 has received node 0's message, so that the run can only
/// end if other nodes do not wait for the work.
TEST(Compute, OthersGoOnWhileANodeWorks) {
  std::latch arrived{1};
  const RunReport report = run(machine_of(3), [&](Node& self) {
    if (self.id() == NodeId{0}) self.signal(NodeId{2});
    if (self.id() == NodeId{1}) self.compute(1ms, [&] { arrived.wait(); });
    if (self.id() == NodeId{2}) {
      self.receive(NodeId{0}, {});
      arrived.count_down();
    }
  });
  EXPECT_EQ(report.finished[2], VirtualTime{10us});
  EXPECT_EQ(report.finished[1], VirtualTime{1ms});
}

void compute_and_exchange(Node& self, bool real, std::uint64_t& sum) {
  const NodeId peer = self.id() ^ 1U;
  for (int i = 0; i < 25; ++i) {
    const Duration cost{self.random().random_number_below(20'000)};
    const auto work = [&] {
      for (std::uint64_t k = self.id() == NodeId{0} ? 0 : 200; k < 400; ++k) sum = mix(sum + k);
    };
    if (real) {
      self.compute(cost, work);
      // Makes a second call of compute() directly after the first one.
      if (i % 3 == 0) self.compute(cost, work);
    } else {
      self.compute(cost);
      if (i % 3 == 0) self.compute(cost);
    }
    if (i % 2 == 0) self.exchange(peer, {}, {});
    if (i % 5 == 0) self.compute(1us);
  }
}

TEST(Compute, VirtualResultsDoNotDependOnTheRealWork) {
  for (int round = 0; round < 10; ++round) {
    std::vector<std::uint64_t> sums(8);
    for (const Machine& machine : {machine_of(8), machines::ipsc860({.nodes = 8})}) {
      const auto program = [&](bool real) {
        return [&sums, real](Node& self) { compute_and_exchange(self, real, sums[index(self.id())]); };
      };
      const RunReport without = run_on_all_executors(machine, program(false));
      const RunReport with = run_on_all_executors(machine, program(true));
      EXPECT_EQ(without.makespan, with.makespan);
      EXPECT_EQ(without.finished, with.finished);
    }
  }
}

/// Nodes 0 and 1 do many pieces of work in a row while nodes 2 and 3 communicate. Virtual time must never advance
/// beyond the time that a working node has reached.
TEST(Compute, ManyWorksInARowNextToNodesThatCommunicate) {
  for (int round = 0; round < 30; ++round) {
    const RunReport report = run_on_all_executors(machine_of(4), [](Node& self) {
      if (index(self.id()) < 2) {
        for (int i = 0; i < 40; ++i) self.compute(1us, [] {});
        self.expect(self.now() == VirtualTime{40us}, "forty works");
        return;
      }
      for (int i = 0; i < 10; ++i) self.exchange(self.id() ^ 1U, {}, {});
      self.expect(self.now() == VirtualTime{100us}, "ten exchanges");
    });
    ASSERT_EQ(report.makespan, 100us);
  }
}

TEST(Compute, WorkAtNoCostIsFine) {
  const RunReport report = run_on_all_executors(machine_of(2), [](Node& self) {
    for (int i = 0; i < 200; ++i) self.compute(0us, [] {});
    self.compute(0us);
    self.expect(self.now() == VirtualTime{}, "no time");
  });
  EXPECT_EQ(report.makespan, 0us);
}

TEST(Compute, AMessageThatComesDuringWorkIsThereAfterwards) {
  run_on_all_executors(machine_of(2), [](Node& self) {
    const NodeId peer = self.id() ^ 1U;
    std::uint32_t mine = index(self.id()), theirs = 7;
    const Handle receive = self.post_receive(peer, std::as_writable_bytes(std::span(&theirs, 1)));
    const Handle send = self.post_send(peer, std::as_bytes(std::span(&mine, 1)));
    self.compute(1ms, [] {});
    self.expect(self.test(receive), "it came");
    self.wait(receive);
    self.wait(send);
    self.expect(theirs == index(peer), "content");
  });
}

TEST(Compute, PastTheEndOfTimeIsAnError) {
  const auto program = [](Node& self) {
    self.compute(1s);
    self.compute(Duration::max());
  };
  for (const ExecutorKind executor : executors_under_test()) {
    EXPECT_THROW(run(machines::ipsc860({.nodes = 2}), program, {.executor = executor}), Error);
  }
}

}  // namespace
}  // namespace switchyard
