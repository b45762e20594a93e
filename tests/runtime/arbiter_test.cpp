#include "runtime/arbiter.hpp"

#include <gtest/gtest.h>

#include "machines/ipsc860.hpp"
#include "runtime/random.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

/// Takes each event with a probability of one in four, and records which events it has taken.
class Disturber final : public Arbiter {
 public:
  explicit Disturber(std::uint64_t seed) : rng_(seed) {}
  std::size_t choose(std::span<const Event> pending) override {
    choices.push_back(rng_.below(4) == 0 ? rng_.below(pending.size()) : 0);
    return choices.back();
  }
  std::vector<std::size_t> choices;

 private:
  Rng rng_;
};

/// Takes the events that another arbiter has taken.
class Repeater final : public Arbiter {
 public:
  explicit Repeater(std::vector<std::size_t> choices) : choices_(std::move(choices)) {}
  std::size_t choose(std::span<const Event> /*pending*/) override { return choices_[next_++]; }

 private:
  std::vector<std::size_t> choices_;
  std::size_t next_ = 0;
};

class Undisturbed final : public Arbiter {
 public:
  std::size_t choose(std::span<const Event> /*pending*/) override { return 0; }
};

/// Every node sends to every other node, and records whom it has heard of first.
void crowd(Node& self) {
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

RunReport disturbed(Arbiter* arbiter, ExecutorKind executor = ExecutorKind::fibers) {
  RunOptions options;
  options.executor = executor;
  options.arbiter = arbiter;
  return run(machines::ipsc860({.nodes = 8}), crowd, options);
}

/// With the arbiter there are more events than without, as more events can be held up, but all happens at the same
/// times.
TEST(Arbiter, OneThatDisturbsNothingChangesNothing) {
  Undisturbed undisturbed;
  const RunReport with = disturbed(&undisturbed);
  const RunReport without = disturbed(nullptr);
  EXPECT_EQ(with.finished, without.finished);
  EXPECT_EQ(with.network.link_wait, without.network.link_wait);
  EXPECT_EQ(with.network.port_wait, without.network.port_wait);
}

TEST(Arbiter, AnyOrderDeliversEverything) {
  const std::uint64_t undisturbed = disturbed(nullptr).trace_hash;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Disturber disturber(seed);
    const RunReport report = disturbed(&disturber);
    EXPECT_EQ(report.network.messages, 8U * 7U);
    EXPECT_NE(report.trace_hash, undisturbed);
  }
}

TEST(Arbiter, TheSameChoicesAreTheSameRunOnEachExecutor) {
  Disturber disturber(17);
  const RunReport first = disturbed(&disturber);
  Repeater again(disturber.choices);
  EXPECT_EQ(disturbed(&again).trace_hash, first.trace_hash);
  Repeater on_threads(disturber.choices);
  const RunReport threads = disturbed(&on_threads, ExecutorKind::threads);
  EXPECT_EQ(threads.trace_hash, first.trace_hash);
  EXPECT_EQ(threads.finished, first.finished);
}

}  // namespace
}  // namespace switchyard
