#include "runtime/executor.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

constexpr std::size_t kStackBytes = 64 * 1024;

std::unique_ptr<Executor> make_executor(ExecutorKind kind, Placement placement = Placement::together) {
  return kind == ExecutorKind::threads ? make_thread_executor(placement) : make_fiber_executor(kStackBytes);
}

class ExecutorOfEachKindTest : public testing::TestWithParam<ExecutorKind> {
 protected:
  /// Runs body(executor, id) once for each node id below `count`, on an executor of the kind under test.
  void run_bodies_on_executor(std::uint32_t count, const std::function<void(Executor&, NodeId)>& body) {
    const auto executor = make_executor(GetParam());
    executor->make_threads_or_fibers(count);
    executor->run([&](NodeId id) { body(*executor, id); });
  }
};

TEST_P(ExecutorOfEachKindTest, RunsEveryBodyOnce) {
  for (const std::uint32_t count : {1U, 2U, 7U, 200U}) {
    std::vector<int> runs(count);
    run_bodies_on_executor(count, [&](Executor&, NodeId id) { ++runs[index(id)]; });
    EXPECT_EQ(runs, std::vector<int>(count, 1));
  }
}

TEST_P(ExecutorOfEachKindTest, UnparkBeforeParkIsNotLost) {
  run_bodies_on_executor(1, [](Executor& executor, NodeId id) {
    executor.unpark(id);
    executor.park(id);
  });
}

/// In this test a node's body may unpark the next node before the body of that node has begun to run.
TEST_P(ExecutorOfEachKindTest, UnparkBeforeTheBodyBeginsIsNotLost) {
  for (int round = 0; round < 500; ++round) {
    run_bodies_on_executor(4, [](Executor& executor, NodeId id) {
      if (id != NodeId{3}) executor.unpark(NodeId{index(id) + 1});
      if (id != NodeId{0}) executor.park(id);
    });
  }
}

TEST_P(ExecutorOfEachKindTest, AnUnparkedBodySeesWhatTheCallerWrote) {
  // Not atomic, so that the thread sanitizer checks whether unpark() and park() order the accesses.
  int written = 0;
  run_bodies_on_executor(2, [&](Executor& executor, NodeId id) {
    if (id == NodeId{0}) {
      written = 42;
      executor.unpark(NodeId{1});
    } else {
      executor.park(id);
      EXPECT_EQ(written, 42);
    }
  });
}

TEST_P(ExecutorOfEachKindTest, ATokenGoesAroundARingOfManyBodies) {
  constexpr std::uint32_t count = 64;
  constexpr int laps = 50;
  int steps = 0;
  run_bodies_on_executor(count, [&](Executor& executor, NodeId id) {
    const NodeId next{(index(id) + 1) % count};
    for (int lap = 0; lap < laps; ++lap) {
      if (id != NodeId{0} || lap > 0) executor.park(id);
      ++steps;
      executor.unpark(next);
    }
    // Node 0 waits until the token of the last lap has come round.
    if (id == NodeId{0}) executor.park(id);
  });
  EXPECT_EQ(steps, static_cast<int>(count) * laps);
}

TEST_P(ExecutorOfEachKindTest, YieldLetsTheOthersRun) {
  std::atomic<bool> done{false};
  run_bodies_on_executor(3, [&](Executor& executor, NodeId id) {
    if (id == NodeId{2}) {
      done = true;
    } else {
      while (!done) executor.yield(id);
    }
  });
}

TEST_P(ExecutorOfEachKindTest, WorkIsBracketedWithoutHarm) {
  std::vector<int> sums(4);
  run_bodies_on_executor(4, [&](Executor& executor, NodeId id) {
    for (int i = 0; i < 3; ++i) {
      executor.begin_work_on_host(id);
      sums[index(id)] += i;
      executor.end_work_on_host(id);
    }
  });
  EXPECT_EQ(sums, std::vector<int>(4, 3));
}

/// Node 0 parks inside a catch block while node 1 throws and catches an exception. Each node must get its own exception
/// when it rethrows.
TEST_P(ExecutorOfEachKindTest, ABodyThatParksInACatchBlockKeepsItsException) {
  std::vector<std::string> rethrown(2);
  std::vector<int> uncaught(2, -1);
  run_bodies_on_executor(2, [&](Executor& executor, NodeId id) {
    const bool first = id == NodeId{0};
    const auto let_other_run = [&] {
      executor.unpark(id ^ 1U);
      executor.park(id);
    };
    try {
      try {
        throw std::runtime_error("of node " + std::to_string(index(id)));
        // The bodies of both nodes are in their catch blocks at the same time, and run in turns.
      } catch (const std::exception&) {
        if (!first) executor.park(id);
        let_other_run();
        try {
          throw std::logic_error("nested");
        } catch (const std::logic_error&) {
          if (first) {
            let_other_run();
          } else {
            executor.unpark(NodeId{0});
          }
        }
        uncaught[index(id)] = std::uncaught_exceptions();
        throw;
      }
    } catch (const std::exception& error) {
      rethrown[index(id)] = error.what();
    }
  });
  EXPECT_EQ(rethrown, (std::vector<std::string>{"of node 0", "of node 1"}));
  EXPECT_EQ(uncaught, (std::vector<int>{0, 0}));
}

/// A destructor parks the node while an exception unwinds the stack of the node's body.
TEST_P(ExecutorOfEachKindTest, ABodyMayParkWhileItsStackUnwinds) {
  struct ScopeExitNodeParker {
    Executor& executor;
    NodeId id;
    ~ScopeExitNodeParker() {
      executor.unpark(id ^ 1U);
      executor.park(id);
    }
  };
  std::vector<std::string> caught(2);
  run_bodies_on_executor(2, [&](Executor& executor, NodeId id) {
    try {
      const ScopeExitNodeParker parks{executor, id};
      throw std::runtime_error(std::to_string(index(id)));
    } catch (const std::exception& error) {
      caught[index(id)] = error.what();
    }
  });
  EXPECT_EQ(caught, (std::vector<std::string>{"0", "1"}));
}

TEST_P(ExecutorOfEachKindTest, RunsManyTimesInARow) {
  for (int round = 0; round < 50; ++round) {
    std::vector<int> runs(8);
    run_bodies_on_executor(8, [&](Executor&, NodeId id) { ++runs[index(id)]; });
    ASSERT_EQ(runs, std::vector<int>(8, 1));
  }
}

INSTANTIATE_TEST_SUITE_P(Executors, ExecutorOfEachKindTest, testing::ValuesIn(executors_under_test()),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

TEST(ThreadExecutor, TwoRunAtOnceInOneProcess) {
  std::vector<int> runs(2);
  std::vector<std::thread> callers;
  for (std::size_t c = 0; c < 2; ++c) {
    callers.emplace_back([&runs, c] {
      for (int round = 0; round < 20; ++round) {
        const auto executor = make_thread_executor(Placement::spread);
        std::atomic<int> bodies{0};
        executor->make_threads_or_fibers(3);
        executor->run([&](NodeId) { ++bodies; });
        runs[c] += bodies;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(runs, (std::vector<int>{60, 60}));
}

TEST(ThreadExecutor, BoundThreadsStayOnTheirCores) {
  cpu_set_t all;
  CPU_ZERO(&all);
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  const auto executor = make_thread_executor(Placement::bound);
  constexpr std::uint32_t kBodies = 5;
  std::vector<cpu_set_t> cores(kBodies);
  executor->make_threads_or_fibers(kBodies);
  executor->run([&](NodeId id) { sched_getaffinity(0, sizeof(cpu_set_t), &cores[index(id)]); });
  for (std::uint32_t i = 0; i < kBodies; ++i) {
    EXPECT_EQ(CPU_COUNT(&cores[i]), 1) << "node " << i;
    cpu_set_t shared;
    CPU_AND(&shared, &cores[i], &all);
    EXPECT_EQ(CPU_COUNT(&shared), 1) << "node " << i;
    const std::uint32_t same = i + static_cast<std::uint32_t>(CPU_COUNT(&all));
    if (same < kBodies) {
      EXPECT_TRUE(CPU_EQUAL(&cores[i], &cores[same])) << "node " << i;
    }
  }
}

TEST(ThreadExecutor, UnusedExecutorsGiveTheirThreadsBack) {
  for (int i = 0; i < 3; ++i) {
    const auto executor = make_thread_executor(Placement::together);
    executor->make_threads_or_fibers(2);
  }
}

}  // namespace
}  // namespace switchyard
