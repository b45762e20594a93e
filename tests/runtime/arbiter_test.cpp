#include "runtime/arbiter.hpp"

#include <gtest/gtest.h>

#include <array>

#include "machines/ipsc860.hpp"
#include "runtime/random.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

/// An arbiter (which decides the order of pending events) that chooses a random pending event with a probability of one
/// in four and the first one otherwise. It records its choices.
class RandomArbiter final : public Arbiter {
 public:
  explicit RandomArbiter(std::uint64_t seed) : rng_(seed) {}
  std::size_t choose_next_event(std::span<const Event> pending) override {
    choices.push_back(rng_.random_number_below(4) == 0 ? rng_.random_number_below(pending.size()) : 0);
    return choices.back();
  }
  std::vector<std::size_t> choices;

 private:
  Rng rng_;
};

/// An arbiter that makes the recorded choices of an earlier run again.
class ReplayingArbiter final : public Arbiter {
 public:
  explicit ReplayingArbiter(std::vector<std::size_t> choices) : choices_(std::move(choices)) {}
  std::size_t choose_next_event(std::span<const Event> /*pending*/) override { return choices_[next_choice_++]; }

 private:
  std::vector<std::size_t> choices_;
  std::size_t next_choice_ = 0;
};

class FirstEventArbiter final : public Arbiter {
 public:
  std::size_t choose_next_event(std::span<const Event> /*pending*/) override { return 0; }
};

/// A node program: sends a message to every other node, and receives one message from each of them in the order of
/// arrival.
void all_send_to_all(Node& self) {
  const std::uint32_t n = self.node_count();
  std::vector<std::uint32_t> words(n);
  std::vector<Handle> sends;
  for (std::uint32_t k = 1; k < n; ++k) {
    const NodeId to{(index(self.id()) + k) % n};
    words[k] = index(self.id());
    sends.push_back(self.post_send(to, std::as_bytes(std::span(&words[k], 1))));
  }
  for (std::uint32_t k = 1; k < n; ++k) {
    std::uint32_t word = 0;
    const Received got = self.receive(kAnyNode, std::as_writable_bytes(std::span(&word, 1)));
    self.expect(word == index(got.source), "what arrives is what its sender has sent");
  }
  self.wait_all(sends);
}

RunReport run_with_arbiter_and_executor(Arbiter* arbiter, ExecutorKind executor = ExecutorKind::fibers) {
  RunOptions options;
  options.executor = executor;
  options.arbiter = arbiter;
  return run(machines::ipsc860({.nodes = 8}), all_send_to_all, options);
}

/// A run with an arbiter has more events than a run without one, because the arbiter gets more steps that it can delay.
/// If it delays none of them, everything happens at the same times as without an arbiter.
TEST(Arbiter, AnArbiterThatTakesTheFirstEventsChangesNoTimes) {
  FirstEventArbiter undisturbed;
  const RunReport with = run_with_arbiter_and_executor(&undisturbed);
  const RunReport without = run_with_arbiter_and_executor(nullptr);
  EXPECT_EQ(with.finished, without.finished);
  EXPECT_EQ(with.network.link_wait, without.network.link_wait);
  EXPECT_EQ(with.network.port_wait, without.network.port_wait);
}

TEST(Arbiter, AnyOrderDeliversEverything) {
  const std::uint64_t undisturbed = run_with_arbiter_and_executor(nullptr).trace_hash;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomArbiter disturber(seed);
    const RunReport report = run_with_arbiter_and_executor(&disturber);
    EXPECT_EQ(report.network.messages, 8U * 7U);
    EXPECT_NE(report.trace_hash, undisturbed);
  }
}

/// An arbiter for calls that may return one of several answers, such as test_any: it chooses the last answer. For other
/// events it chooses the first pending one.
class LastRequestChoosingArbiter final : public Arbiter {
 public:
  std::size_t choose_next_event(std::span<const Event> pending) override {
    return pending.front().kind == kChoiceAmongRequests ? pending.size() - 1 : 0;
  }
};

/// Returns the index of the request that test_any finds among three complete requests, or 3 if it finds none of them.
std::size_t request_index_found_by_test_any(Arbiter* arbiter) {
  std::size_t found = 3;
  RunOptions options;
  options.arbiter = arbiter;
  run(
      machines::ipsc860({.nodes = 2}),
      [&](Node& self) {
        std::array<std::array<std::byte, 4>, 3> words{};
        std::array<Handle, 3> handles;
        const NodeId other = self.id() ^ 1U;
        for (std::size_t i = 0; i < 3; ++i) {
          handles[i] = self.id() == NodeId{0} ? self.post_receive(other, words[i]) : self.post_send(other, words[i]);
        }
        self.exchange(other, {}, {}, {.tag = Tag{1}});
        if (self.id() == NodeId{0}) found = self.test_any(handles).value_or(3);
        self.wait_all(handles);
      },
      options);
  return found;
}

TEST(Arbiter, TestAnyMayFindAnyCompleteRequest) {
  FirstEventArbiter undisturbed;
  LastRequestChoosingArbiter last_answer;
  EXPECT_EQ(request_index_found_by_test_any(nullptr), 0U);
  EXPECT_EQ(request_index_found_by_test_any(&undisturbed), 0U);
  EXPECT_EQ(request_index_found_by_test_any(&last_answer), 2U);
}

TEST(Arbiter, TheSameChoicesGiveTheSameRunOnEachExecutor) {
  RandomArbiter disturber(17);
  const RunReport first = run_with_arbiter_and_executor(&disturber);
  ReplayingArbiter again(disturber.choices);
  EXPECT_EQ(run_with_arbiter_and_executor(&again).trace_hash, first.trace_hash);
  ReplayingArbiter on_threads(disturber.choices);
  const RunReport threads = run_with_arbiter_and_executor(&on_threads, ExecutorKind::threads);
  EXPECT_EQ(threads.trace_hash, first.trace_hash);
  EXPECT_EQ(threads.finished, first.finished);
}

}  // namespace
}  // namespace switchyard
