/// \file host_limit_test.cpp
/// Tests that a limit on the host's time ends programs that would run for ever, under every clock. The error says what
/// each node was doing.

#include "runtime/host_watch.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <string>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/parking_spot.hpp"
#include "runtime/stress/stress.hpp"
#include "tests/runtime/settings_under_test.hpp"

namespace switchyard {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

Machine two_node_cube() { return machines::ipsc860({.nodes = 2}); }
Machine fat_tree() { return machines::cm5({.nodes = 2}); }

std::string host_limit_error_text(const Machine& machine, const NodeProgram& program, RunOptions options) {
  options.host_limit = milliseconds{30};
  try {
    run(machine, program, options);
  } catch (const HostLimitError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::unfinished);
    return error.what();
  }
  ADD_FAILURE() << "the run has ended by itself";
  return {};
}

/// Expects that the limit on the host's time ends the program under each of `clocks`, with an error whose text contains
/// `text`.
void expect_ended_by_limit(const Machine& machine, const NodeProgram& program, const std::vector<ClockKind>& clocks,
                           const std::string& text) {
  for (const ClockKind clock : clocks) {
    for (const ExecutorKind executor : executors_under_test()) {
      if (clock == ClockKind::wall && executor == ExecutorKind::fibers) continue;
      SCOPED_TRACE(fmt::format("clock {}, {}", name_of(clock), name_of(executor)));
      RunOptions options;
      options.clock = clock;
      options.executor = executor;
      const std::string said = host_limit_error_text(machine, program, options);
      EXPECT_NE(said.find("not finished within 0.03 s of the host's time"), std::string::npos) << said;
      EXPECT_NE(said.find(text), std::string::npos) << said;
    }
  }
}

const std::vector<ClockKind> kAllClocks{ClockKind::virtual_time, ClockKind::wall, ClockKind::off};
const std::vector<ClockKind> kVirtualClockAndNoClock{ClockKind::virtual_time, ClockKind::off};

TEST(HostLimit, EndsARunThatMakesBarriersForEver) {
  expect_ended_by_limit(
      two_node_cube(),
      [](Node& self) {
        for (;;) self.barrier();
      },
      kAllClocks, "host_limit_test.cpp:");
}

TEST(HostLimit, EndsARunThatComputesUntilAFlagThatNobodySets) {
  std::atomic<bool> flag{false};
  expect_ended_by_limit(
      two_node_cube(),
      [&](Node& self) {
        while (!flag) self.compute(microseconds{1});
      },
      kAllClocks, "node 1 in compute (host_limit_test.cpp:");
}

TEST(HostLimit, EndsARunThatTestsAReceiveThatNobodySendsTo) {
  expect_ended_by_limit(
      two_node_cube(),
      [](Node& self) {
        if (self.id() == NodeId{1}) return;
        const Handle never = self.post_receive(NodeId{1}, {}, Tag{7});
        while (!self.test(never)) self.compute(microseconds{3});
      },
      {ClockKind::virtual_time, ClockKind::off}, "; 1 has ended");
}

TEST(HostLimit, EndsARunWhoseHandlersReplyForEver) {
  struct EndlessReplyHandler {
    static void reply_for_ever(ActiveMessage& at) {
      at.reply([](ActiveMessage& there) { reply_for_ever(there); });
    }
  };
  expect_ended_by_limit(
      fat_tree(),
      [](Node& self) {
        if (self.id() == NodeId{0})
          self.request(NodeId{1}, [](ActiveMessage& at) { EndlessReplyHandler::reply_for_ever(at); });
        self.poll_until([] { return false; });
      },
      kVirtualClockAndNoClock, "node 1 in poll_until (host_limit_test.cpp:");
}

TEST(HostLimit, EndsARunThatReadsTheClockForEver) {
  expect_ended_by_limit(
      two_node_cube(),
      [](Node& self) {
        while (self.now() >= VirtualTime{}) self.compute(Duration::zero());
      },
      {ClockKind::wall, ClockKind::off}, "node 0 in ");
}

/// The error at a limit on the host's time also names the nodes that wait, together with their calls.
TEST(HostLimit, NodesThatWaitAreNamed) {
  expect_ended_by_limit(
      two_node_cube(),
      [](Node& self) {
        if (self.id() == NodeId{1}) self.receive(NodeId{0}, {}, Tag{7});
        for (;;) self.compute(microseconds{1});
      },
      kVirtualClockAndNoClock, "node 1 in receive from 0, tag 7, 0 B (host_limit_test.cpp:");
}

TEST(HostLimit, ADeadlockWithinTheLimitIsReportedAsADeadlock) {
  call_for_each_machine_clock_executor([](const Machine& machine, RunOptions options) {
    options.host_limit = std::chrono::hours{1};
    EXPECT_THROW(run(
                     machine, [](Node& self) { self.receive(self.id() ^ 1U, {}); }, options),
                 DeadlockError);
  });
}

TEST(HostLimit, LimitsThatAClockDoesNotKnowAreRefused) {
  const NodeProgram nothing = [](Node&) {};
  EXPECT_THROW(run(two_node_cube(), nothing, {.clock = ClockKind::off, .time_limit = milliseconds{1}}), UsageError);
  EXPECT_THROW(run(two_node_cube(), nothing, {.request_limit = 5}), UsageError);
  EXPECT_THROW(run(two_node_cube(), nothing, {.host_limit = Duration::zero()}), UsageError);
}

TEST(HostTimeLimitAlarm, CallsInTheOrderOfLimits) {
  std::vector<int> called;
  ParkingSpot both;
  const HostTimeLimitAlarm later(milliseconds{20}, [&] {
    if (called.size() == 1) called.push_back(2);
    both.unpark();
  });
  const HostTimeLimitAlarm never(std::chrono::hours{1}, [&] { called.push_back(3); });
  const HostTimeLimitAlarm sooner(milliseconds{1}, [&] {
    if (called.empty()) called.push_back(1);
  });
  both.park();
  EXPECT_EQ(called, (std::vector{1, 2}));
}

TEST(HostTimeLimitAlarm, CallsAgainUntilItEnds) {
  int calls = 0;
  ParkingSpot thrice;
  const HostTimeLimitAlarm watch(milliseconds{1}, [&] {
    if (++calls == 3) thrice.unpark();
  });
  thrice.park();
}

#ifndef SWITCHYARD_TSAN  // the thread sanitizer allows no new threads in a child process after fork()

/// After a fork, the child process starts a thread of its own that watches the host's time.
TEST(HostTimeLimitAlarm, WatchesInAChildProcess) {
  const HostTimeLimitAlarm starts_the_thread(std::chrono::hours{1}, [] {});
  const pid_t child = ::fork();
  if (child == 0) {
    ParkingSpot called;
    const HostTimeLimitAlarm watch(milliseconds{1}, [&] { called.unpark(); });
    called.park();
    ::_exit(7);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

#endif

}  // namespace
}  // namespace switchyard
