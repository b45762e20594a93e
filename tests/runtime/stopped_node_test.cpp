/// \file stopped_node_test.cpp
/// Tests programs whose destructors call their node, and programs that catch and ignore the exception that stops them:
/// the run must still end, with the first error.

#include <array>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>

#include "runtime/group_post.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/runtime/settings_under_test.hpp"

namespace switchyard {
namespace {

using std::chrono::microseconds;

/// An object whose destructor calls a function, which may in turn make calls of the node.
class CallAtScopeEnd {
 public:
  explicit CallAtScopeEnd(std::function<void()> at_end) : call_at_end_(std::move(at_end)) {}
  CallAtScopeEnd(const CallAtScopeEnd&) = delete;
  CallAtScopeEnd& operator=(const CallAtScopeEnd&) = delete;
  ~CallAtScopeEnd() { call_at_end_(); }

 private:
  std::function<void()> call_at_end_;
};

constexpr NodeId kThrowingNode{0};

enum class MachineSelection : std::uint8_t { all_machines, only_ipsc860 };

/// Runs the program on all machines or on one of them, with every clock and executor. Expects that each run ends with
/// an error whose text contains `text`.
void expect_error(const std::string& text, const NodeProgram& program,
                  MachineSelection on = MachineSelection::all_machines) {
  call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
    if (on == MachineSelection::only_ipsc860 && machine.name() != "ipsc860") return;
    try {
      run(machine, program, options);
      ADD_FAILURE() << "the run ended without an error";
    } catch (const NodeError& error) {
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  });
}

/// Runs a program in which node 0 throws an error and all other nodes are stopped while they wait in a receive. When
/// their stacks are unwound, a destructor makes the calls `calls`. Expects that the run ends with the error of node 0.
void expect_end_despite_destructor(const std::function<void(Node&)>& calls,
                                   MachineSelection on = MachineSelection::all_machines) {
  expect_error(
      "out of luck",
      [&](Node& self) {
        if (self.id() == kThrowingNode) throw std::runtime_error("out of luck");
        const CallAtScopeEnd guard([&] { calls(self); });
        self.receive(kThrowingNode, {});
      },
      on);
}

std::array<std::byte, 8> some_bytes{};

TEST(StoppedNode, DestructorsMaySendAndReceive) {
  expect_end_despite_destructor([](Node& self) {
    std::array<std::byte, 8> data{};
    self.signal(kThrowingNode);
    self.send(kThrowingNode, some_bytes);
    const Received received = self.receive(kThrowingNode, data);
    if (!received.cancelled || received.bytes != 0) std::abort();
    self.exchange(kThrowingNode, some_bytes, data);
    for (int i = 0; i < 200; ++i) self.signal(kThrowingNode);
    self.complete_later_waits();
  });
}

TEST(StoppedNode, DestructorsMayWaitAndTest) {
  expect_end_despite_destructor([](Node& self) {
    std::array<std::byte, 8> data{};
    std::array<Handle, 2> handles{self.post_receive(kThrowingNode, data), self.post_receive(kThrowingNode, data)};
    if (self.wait_any(handles) > 1) std::abort();
    self.wait_all(handles);
    const Handle one = self.post_receive(kThrowingNode, data);
    while (!self.test(one)) self.compute(microseconds{3});
    if (!self.wait(one).cancelled) std::abort();
    std::array<Handle, 2> others{self.post_receive(kThrowingNode, data), self.post_receive(kThrowingNode, data)};
    while (self.test_some(others).size() + self.test_some(others).size() == 0) self.compute(microseconds{3});
    const VirtualTime end = self.now() + microseconds{5};
    while (self.now() < end - microseconds{10}) self.compute(microseconds{3});
  });
}

TEST(StoppedNode, DestructorsMayProbe) {
  expect_end_despite_destructor([](Node& self) {
    if (!self.probe(kThrowingNode).cancelled) std::abort();
    while (!self.try_probe(kThrowingNode)) {
    }
    if (!self.matched_probe(kThrowingNode).empty()) std::abort();
  });
}

TEST(StoppedNode, DestructorsMayMakeCollectives) {
  expect_end_despite_destructor([](Node& self) {
    self.barrier();
    self.barrier_later();
    self.broadcast(NodeId{1}, std::span(some_bytes).first(0));
    self.all_reduce(1, std::plus<>{});
    Group group(self, {NodeId{1}, NodeId{2}, NodeId{3}}, Context{16});
    group.barrier();
  });
}

TEST(StoppedNode, DestructorsMayFreeLocksAndPoll) {
  const Machine machine = machines::make_machine({.name = "cm5", .nodes = 4});
  for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
    RunOptions options;
    options.clock = clock;
    EXPECT_THROW(run(
                     machine,
                     [](Node& self) {
                       if (self.id() == kThrowingNode) throw std::runtime_error("out of luck");
                       const CallAtScopeEnd guard([&] {
                         self.unlock(kThrowingNode);
                         while (!self.try_lock(kThrowingNode)) self.poll();
                         self.busy_lock();
                         self.poll_until([] { return false; });
                       });
                       self.receive(kThrowingNode, {});
                     },
                     options),
                 NodeError);
  }
}

/// If a program throws, the run ends with its error. But the messages that destructors of the program send meanwhile
/// still arrive.
TEST(StoppedNode, DestructorsOfAProgramThatThrowsMakeCallsAsUsual) {
  std::atomic<int> arrived{0};
  expect_error("node 1 threw: out of luck", [&](Node& self) {
    if (self.id() == NodeId{1}) {
      const CallAtScopeEnd guard([&] { self.send(NodeId{2}, some_bytes); });
      throw std::runtime_error("out of luck");
    }
    if (self.id() == NodeId{2}) {
      std::array<std::byte, 8> data{};
      self.receive(NodeId{1}, data);
      ++arrived;
    }
    self.receive(NodeId{1}, {}, Tag{9});
  });
  EXPECT_GT(arrived.load(), 0);
}

/// In this test, the run stops nodes while they wait in a call that a destructor makes, when no exception is unwinding
/// their stacks yet.
TEST(StoppedNode, ADestructorThatIsStoppedWhileItWaitsEndsItsNode) {
  expect_error("out of luck", [](Node& self) {
    if (self.id() == kThrowingNode) throw std::runtime_error("out of luck");
    const CallAtScopeEnd guard([&] { self.receive(kThrowingNode, {}); });
  });
}

TEST(StoppedNode, ADeadlockInADestructorIsReported) {
  call_for_each_machine_clock_executor([](const Machine& machine, const RunOptions& options) {
    EXPECT_THROW(run(
                     machine, [](Node& self) { const CallAtScopeEnd guard([&] { self.receive(self.id() ^ 1U, {}); }); },
                     options),
                 DeadlockError);
  });
}

TEST(StoppedNode, AnErrorThatLeavesADestructorIsReportedForItsNode) {
  expect_error("node 2 threw out of a destructor, or another function that must not: broken", [](Node& self) {
    const CallAtScopeEnd guard([&] {
      if (self.id() == NodeId{2}) throw std::runtime_error("broken");
    });
    if (self.id() != NodeId{2}) self.receive(NodeId{2}, {});
  });
}

TEST(StoppedNode, AProgramThatSwallowsEverythingForEverIsAbandoned) {
  expect_error(
      "out of luck",
      [](Node& self) {
        if (self.id() == kThrowingNode) throw std::runtime_error("out of luck");
        for (;;) {
          try {
            self.receive(kThrowingNode, {});
          } catch (...) {
          }
        }
      },
      MachineSelection::only_ipsc860);
}

TEST(StoppedNode, ADestructorThatCallsForEverIsAbandoned) {
  expect_end_despite_destructor(
      [](Node& self) {
        for (;;) self.receive(kThrowingNode, {});
      },
      MachineSelection::only_ipsc860);
}

TEST(StoppedNode, RunsGoOnAfterNodesWereAbandoned) {
  const NodeProgram swallows = [](Node& self) {
    for (;;) {
      try {
        self.receive(self.id() ^ 1U, {});
      } catch (...) {
      }
    }
  };
  call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
    if (machine.name() != "ipsc860") return;
    EXPECT_THROW(run(machine, swallows, options), DeadlockError);
    EXPECT_NO_THROW(run(
        machine, [](Node& self) { self.barrier(); }, options));
  });
}

}  // namespace
}  // namespace switchyard
