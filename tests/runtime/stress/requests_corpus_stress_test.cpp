/// Tests probes, modes of sending, and requests that are cancelled, freed and tested, in runs whose order of events is
/// disturbed: right programs must complete in all these runs.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/stress/gtest.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/random_requests.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

#ifdef SWITCHYARD_SANITIZED
constexpr std::uint64_t kRunCount = 24;
constexpr std::uint64_t kProgramCount = 6;
#else
constexpr std::uint64_t kRunCount = 200;
constexpr std::uint64_t kProgramCount = 150;
#endif

std::vector<Machine> machines_under_stress() {
  return {machines::ipsc860({.nodes = 4}), machines::cm5({.nodes = 4}), machines::mesh({.width = 2, .height = 2}),
          fixed_delay_machine({.nodes = 4, .stores_early_messages = false}), fixed_delay_machine({.nodes = 4})};
}

/// Returns limits for a run that practically do not limit polls, because it depends on the host how often a node polls
/// until its message comes.
RunLimits make_run_limits_for_unbounded_polling() { return {.request_limit = 100'000'000}; }

/// The stress strategies that do not make system buffers smaller. With small buffers, a large message may hold up
/// earlier messages.
const std::vector kStrategiesKeepingBuffers{StressStrategy::random, StressStrategy::pct, StressStrategy::starve,
                                            StressStrategy::threads};

TEST(RequestsUnderStress, RandomProgramsReceiveTheRightData) {
  const std::vector<Machine> machines = machines_under_stress();
  for (std::uint64_t seed = 1; seed <= kProgramCount; ++seed) {
    const NodeProgram program = random_requests(seed, 2 + static_cast<std::uint32_t>(seed / 7 % 3));
    SCOPED_TRACE(fmt::format("seed {} on {}", seed, seed % machines.size()));
    ASSERT_SURVIVES(machines[seed % machines.size()], program,
                    {.runs = 24,
                     .strategies = kStrategiesKeepingBuffers,
                     .runs_per_block = 24,
                     .limits = make_run_limits_for_unbounded_polling()});
  }
}

TEST(RequestsUnderStress, RandomProgramsAreRightWithAnyStandardSends) {
  const std::vector<Machine> machines = machines_under_stress();
  for (std::uint64_t seed = 1; seed <= kProgramCount; ++seed) {
    StressOptions options{.runs = 8,
                          .strategies = kStrategiesKeepingBuffers,
                          .runs_per_block = 8,
                          .limits = make_run_limits_for_unbounded_polling()};
    options.limits.standard_sends =
        seed % 2 == 0 ? StandardSendRule::synchronous_from_size(0) : StandardSendRule::always_buffered();
    SCOPED_TRACE(fmt::format("seed {} on {}", seed, seed % machines.size()));
    ASSERT_SURVIVES(machines[seed % machines.size()], random_requests(1000 + seed, 4), options);
  }
}

void expect_stress_survival_on_all_machines(const NodeProgram& program) {
  for (const Machine& machine : machines_under_stress()) {
    EXPECT_SURVIVES(machine, program, {.runs = kRunCount, .limits = make_run_limits_for_unbounded_polling()});
  }
}

/// In this program, the sender cancels its message at about the time at which the receiver receives it. Either of the
/// two may come first, and both nodes learn which did.
TEST(RequestsUnderStress, ASendIsEitherTakenBackOrReceived) {
  for (const std::size_t bytes : {0U, 90U, 500U}) {
    expect_stress_survival_on_all_machines([=](Node& self) {
      if (index(self.id()) == 0) {
        const Bytes out = test_data(bytes, 1);
        const Handle handle = self.post_send(NodeId{1}, out, {.tag = Tag{7}, .mode = SendMode::synchronous});
        self.compute(self.id() == NodeId{0} ? 100us : 0us);
        self.cancel(handle);
        const std::byte cancelled{self.wait(handle).cancelled ? std::uint8_t{1} : std::uint8_t{0}};
        self.send(NodeId{1}, std::span(&cancelled, 1), {.tag = Tag{8}});
      } else if (index(self.id()) == 1) {
        Bytes in(bytes);
        std::byte cancelled{};
        const std::array handles{self.post_receive(NodeId{2}, {}, Tag{1}), self.post_receive(NodeId{0}, in, Tag{7})};
        self.wait(handles[0]);
        self.receive(NodeId{0}, std::span(&cancelled, 1), Tag{8});
        self.cancel(handles[1]);
        const Received got = self.wait(handles[1]);
        self.expect(got.cancelled == (cancelled == std::byte{1}), "both say the same");
        self.expect(got.cancelled || is_test_data(in, 1), "its bytes");
      } else if (index(self.id()) == 2) {
        self.signal(NodeId{1}, Tag{1});
      }
    });
  }
}

/// In this program, the sender cancels its message at about the time at which a matched probe takes it. Either of the
/// two may come first, and both nodes learn which did.
TEST(RequestsUnderStress, ASendIsEitherTakenBackOrTakenByAProbe) {
  expect_stress_survival_on_all_machines([](Node& self) {
    if (index(self.id()) == 0) {
      const Bytes out = test_data(90, 1);
      const Handle handle = self.post_send(NodeId{1}, out, {.tag = Tag{7}, .mode = SendMode::synchronous});
      self.compute(100us);
      self.cancel(handle);
      const std::byte cancelled{self.wait(handle).cancelled ? std::uint8_t{1} : std::uint8_t{0}};
      self.send(NodeId{1}, std::span(&cancelled, 1), {.tag = Tag{8}});
    } else if (index(self.id()) == 1) {
      std::byte cancelled{};
      const Handle word = self.post_receive(NodeId{0}, std::span(&cancelled, 1), Tag{8});
      std::optional<TakenMessage> taken;
      while (!taken && !self.test(word)) taken = self.try_matched_probe(NodeId{0}, Tag{7});
      Bytes in(90);
      if (taken) {
        self.receive(*taken, in);
        self.expect(is_test_data(in, 1), "its bytes");
      }
      self.wait(word);
      self.expect(taken.has_value() == (cancelled == std::byte{0}), "both say the same");
    }
  });
}

/// In this program, three nodes send to one node, which takes each message by a matched probe and then receives it.
TEST(RequestsUnderStress, TakenMessagesOfManySendersKeepEachSendersOrder) {
  expect_stress_survival_on_all_machines([](Node& self) {
    constexpr std::uint32_t kEach = 3;
    if (index(self.id()) != 0) {
      for (std::uint32_t i = 0; i < kEach; ++i) self.send(NodeId{0}, test_data(90, 10 * index(self.id()) + i));
      return;
    }
    std::array<std::uint32_t, 4> next{};
    for (std::uint32_t i = 0; i < 3 * kEach; ++i) {
      TakenMessage taken = self.matched_probe(kAnyNode);
      const NodeId from = taken.envelope().source;
      Bytes in(taken.envelope().bytes);
      self.receive(taken, in);
      self.expect(is_test_data(in, 10 * index(from) + next.at(index(from))++), "in order");
    }
  });
}

TEST(RequestsUnderStress, BufferedHeadOnMessagesAreReceivedWithSomeTests) {
  expect_stress_survival_on_all_machines([](Node& self) {
    const NodeId partner = self.id() ^ 1U;
    self.attach_buffer(1000);
    for (std::uint32_t i = 0; i < 3; ++i) {
      const Bytes out = test_data(200, i);
      self.send(partner, out, {.tag = Tag{i}, .mode = SendMode::buffered});
    }
    std::vector<Bytes> in(3, Bytes(200));
    std::vector<Handle> handles;
    for (std::uint32_t i = 0; i < 3; ++i) handles.push_back(self.post_receive(partner, in[i], Tag{i}));
    for (std::size_t done = 0; done < 3;) done += self.test_some(handles).size();
    for (std::uint32_t i = 0; i < 3; ++i) self.expect(is_test_data(in[i], i), "its bytes");
    self.detach_buffer();
  });
}

}  // namespace
}  // namespace switchyard
