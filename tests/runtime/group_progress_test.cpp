/// Tests of posted collectives of groups, which do not block: they proceed while their node waits, tests or polls, for
/// whatever reason.

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "machines/machine_catalogue.hpp"
#include "runtime/group_post.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"
#include "tests/runtime/group_reference.hpp"
#include "tests/runtime/settings_under_test.hpp"

namespace switchyard {
namespace {

constexpr Context kGroupContext{kFirstFreeContext}, kSecondGroupContext{kFirstFreeContext + 1};
const std::vector<NodeId> kAllFourNodes{NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}};
const std::vector<NodeId> kNodesInReverse{NodeId{3}, NodeId{2}, NodeId{1}, NodeId{0}};

/// A posted (nonblocking) all_reduce that adds up the ids of four nodes. When it is complete, its result can be
/// checked.
struct PostedAllReduceOfNodeIds {
  explicit PostedAllReduceOfNodeIds(Node& node) : self(node), mine{index(node.id())} {}
  Handle post(Group& group) { return post_all_reduce<std::uint32_t>(group, mine, result, std::plus<>{}); }
  void check_result() const { self.expect(result[0] == 6, "the sum of all"); }
  Node& self;
  std::array<std::uint32_t, 1> mine, result{};
};

/// Expects that a posted sum makes progress while node 0 is blocked in `block`. The other nodes call `release`, which
/// lets node 0 continue, only when they have the sum, so that node 0 must do its part of the sum while it is blocked.
void expect_progress_while_blocked(const std::function<void(Node&)>& block, const std::function<void(Node&)>& release) {
  expect_runs_on_all_settings([&](Node& self) {
    Group group(self, kNodesInReverse, kGroupContext);
    PostedAllReduceOfNodeIds sum(self);
    const Handle handle = sum.post(group);
    if (self.id() == NodeId{0}) block(self);
    self.wait(handle);
    if (self.id() != NodeId{0}) release(self);
    sum.check_result();
  });
}

TEST(GroupProgress, GoesOnWhileTheNodeReceives) {
  expect_progress_while_blocked(
      [](Node& self) {
        for (std::uint32_t i = 1; i < 4; ++i) {
          std::array<std::byte, 3> in{};
          self.receive(NodeId{i}, in);
        }
      },
      [](Node& self) { self.send(NodeId{0}, std::array<std::byte, 3>{}); });
}

TEST(GroupProgress, GoesOnWhileTheNodeExchanges) {
  expect_progress_while_blocked(
      [](Node& self) {
        std::array<std::byte, 3> out{}, in{};
        for (std::uint32_t i = 1; i < 4; ++i) self.exchange(NodeId{i}, out, in);
      },
      [](Node& self) {
        std::array<std::byte, 3> out{}, in{};
        self.exchange(NodeId{0}, out, in);
      });
}

TEST(GroupProgress, GoesOnWhileTheNodeAwaitsASignal) {
  expect_progress_while_blocked(
      [](Node& self) {
        for (std::uint32_t i = 1; i < 4; ++i) self.await_signal(NodeId{i});
      },
      [](Node& self) { self.signal(NodeId{0}); });
}

TEST(GroupProgress, GoesOnWhileTheNodeProbes) {
  expect_progress_while_blocked(
      [](Node& self) {
        for (std::uint32_t i = 1; i < 4; ++i) {
          std::array<std::byte, 3> in{};
          self.expect(self.probe(NodeId{i}).bytes == 3, "what it sends");
          TakenMessage message = self.matched_probe(NodeId{i});
          self.receive(message, in);
        }
      },
      [](Node& self) { self.send(NodeId{0}, std::array<std::byte, 3>{}); });
}

TEST(GroupProgress, GoesOnWhileTheNodeWaitsUntilItsMessageIsTaken) {
  expect_progress_while_blocked(
      [](Node& self) {
        for (std::uint32_t i = 1; i < 4; ++i) {
          self.send(NodeId{i}, std::array<std::byte, 3>{}, {.mode = SendMode::synchronous});
        }
      },
      [](Node& self) {
        std::array<std::byte, 3> in{};
        self.receive(NodeId{0}, in);
      });
}

TEST(GroupProgress, GoesOnWhileTheNodeWaitsForSomeMessagesOrTestsThem) {
  for (const bool waits : {true, false}) {
    expect_progress_while_blocked(
        [=](Node& self) {
          std::array<std::array<std::byte, 3>, 3> in{};
          std::vector<Handle> receives;
          for (std::uint32_t i = 1; i < 4; ++i) receives.push_back(self.post_receive(NodeId{i}, in[i - 1]));
          for (std::size_t done = 0; done < 3;) {
            done += waits ? self.wait_some(receives).size() : self.test_some(receives).size();
          }
        },
        [](Node& self) { self.send(NodeId{0}, std::array<std::byte, 3>{}); });
  }
}

TEST(GroupProgress, IsTestedTogetherWithMessages) {
  expect_runs_on_all_settings([](Node& self) {
    Group group(self, kAllFourNodes, kGroupContext);
    PostedAllReduceOfNodeIds sum(self);
    std::array<std::byte, 3> in{};
    std::vector<Handle> both{sum.post(group), self.post_receive(self.id() ^ 1U, in)};
    self.send(self.id() ^ 1U, std::array<std::byte, 3>{});
    while (!self.test_all(both)) {
    }
    std::size_t done = 0;
    while (done < 2) done += self.test_any(both) ? 1 : 0;
    sum.check_result();
  });
}

TEST(GroupProgress, GoesOnWhileTheNodeWaitsForAnyMessage) {
  expect_progress_while_blocked(
      [](Node& self) {
        std::array<std::byte, 3> in{};
        std::array handles{Handle{}, self.post_receive(NodeId{3}, in)};
        self.expect(self.wait_any(handles) == 1, "the message");
        self.receive(kAnyNode, in);
        self.wait_later(self.post_receive(kAnyNode, in));
      },
      [](Node& self) { self.send(NodeId{0}, std::array<std::byte, 3>{}); });
}

TEST(GroupProgress, GoesOnWhileTheNodeIsInACollectiveOfTheMachine) {
  const std::vector<std::function<void(Node&)>> collectives{
      [](Node& self) { self.barrier(); },
      [](Node& self) { self.barrier_later(); },
      [](Node& self) {
        std::array<std::byte, 5> data{};
        if (self.id() == NodeId{2}) data.fill(std::byte{7});
        self.broadcast(NodeId{2}, data);
        self.expect(data.back() == std::byte{7}, "what the root has sent");
      },
      [](Node& self) { self.expect(self.all_reduce(1, std::plus<>{}) == 4, "the number of nodes"); },
      [](Node& self) { self.reduce(NodeId{1}, 1, std::plus<>{}); },
      [](Node& self) { self.scan(1, std::plus<>{}); },
      [](Node& self) {
        Group everyone(self, kAllFourNodes, kSecondGroupContext);
        everyone.barrier();
      }};
  for (const auto& collective : collectives) expect_progress_while_blocked(collective, collective);
}

/// Nodes that wait in a barrier often do their part of a posted collective meanwhile. No node may enter the next
/// barrier because of that before all others have entered the present one.
TEST(GroupProgress, GoesOnInManyCollectivesInARow) {
  expect_runs_on_all_settings([](Node& self) {
    Group group(self, kNodesInReverse, kGroupContext);
    for (std::uint32_t round = 0; round < 20; ++round) {
      PostedAllReduceOfNodeIds sum(self);
      const Handle handle = sum.post(group);
      const bool early = self.random().random_number_below(2) == 0;
      if (early) self.wait(handle);
      self.barrier();
      self.expect(self.all_reduce(round, std::plus<>{}) == 4 * round, "all are in the same round");
      if (!early) self.wait(handle);
      sum.check_result();
    }
  });
}

/// Expects that a posted sum makes progress while node 0 polls. Node 0 polls until the active messages of the other
/// nodes have come, which they send when they have the sum.
void expect_progress_while_polling(const std::function<void(Node&, const std::uint32_t& come)>& poll) {
  const Machine machine = machines::make_machine({.name = "cm5", .nodes = 4});
  for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
    for (const ExecutorKind executor : executors_under_test()) {
      SCOPED_TRACE(fmt::format("clock {}, {}", name_of(clock), name_of(executor)));
      RunOptions options;
      options.clock = clock;
      options.executor = executor;
      const NodeProgram program = [&](Node& self) {
        std::uint32_t come = 0;
        self.expose(come);
        self.barrier();
        Group group(self, kNodesInReverse, kGroupContext);
        PostedAllReduceOfNodeIds sum(self);
        const Handle handle = sum.post(group);
        if (self.id() == NodeId{0}) poll(self, come);
        self.wait(handle);
        if (self.id() != NodeId{0}) self.request(NodeId{0}, [](ActiveMessage& at) { ++at.state<std::uint32_t>(); });
        sum.check_result();
        self.barrier();
      };
      EXPECT_NO_THROW(run(machine, program, options));
    }
  }
}

TEST(GroupProgress, GoesOnWhileTheNodePolls) {
  expect_progress_while_polling([](Node& self, const std::uint32_t& come) {
    while (come < 3) self.poll();
  });
}

TEST(GroupProgress, GoesOnWhileTheNodePollsUntilSomethingHolds) {
  expect_progress_while_polling(
      [](Node& self, const std::uint32_t& come) { self.poll_until([&] { return come == 3; }); });
}

TEST(GroupProgress, GoesOnWhileTheNodePollsUntilADeadline) {
  expect_progress_while_polling([](Node& self, const std::uint32_t& come) {
    while (!self.poll_until(self.now() + std::chrono::milliseconds{1}, [&] { return come == 3; })) {
    }
  });
}

/// The group of all nodes in the order of their ids carries out its collectives on the machine's control network, if
/// the machine has one; the other group always uses messages.
TEST(GroupProgress, GoesOnBeforeTheNodeEntersACollectiveOfTheMachine) {
  for (const bool others_come_first : {true, false}) {
    expect_runs_on_all_settings([&](Node& self) {
      Group group(self, kNodesInReverse, kGroupContext), everyone(self, kAllFourNodes, kSecondGroupContext);
      PostedAllReduceOfNodeIds sum(self);
      const bool waits_first = self.id() != NodeId{0} && !others_come_first;
      const bool enters_first = self.id() != NodeId{0} && others_come_first;
      if (enters_first) everyone.barrier();
      const Handle handle = sum.post(group);
      if (waits_first) self.wait(handle);
      if (!enters_first) everyone.barrier();
      if (!waits_first) self.wait(handle);
      sum.check_result();
    });
  }
}

TEST(GroupProgress, SeveralNodesMayHavePostedBeforeTheyEnterACollectiveOfTheMachine) {
  expect_runs_on_all_settings([&](Node& self) {
    Group group(self, kNodesInReverse, kGroupContext), everyone(self, kAllFourNodes, kSecondGroupContext);
    PostedAllReduceOfNodeIds sum(self);
    const Handle handle = sum.post(group);
    const bool early = index(self.id()) % 2 == 0;
    if (early) self.wait(handle);
    const std::array mine{1U};
    std::array total{0U};
    everyone.all_reduce<std::uint32_t>(mine, total, std::plus<>{});
    self.expect(total[0] == 4, "the sum on the control network");
    if (!early) self.wait(handle);
    sum.check_result();
  });
}

TEST(GroupProgress, GoesOnWhileTheNodeTests) {
  expect_runs_on_all_settings([](Node& self) {
    Group group(self, kNodesInReverse, kGroupContext);
    PostedAllReduceOfNodeIds sum(self);
    const Handle handle = sum.post(group);
    while (!self.test(handle)) {
    }
    sum.check_result();
    self.wait(handle);
  });
}

#ifdef SWITCHYARD_SANITIZED
constexpr std::array kWhetherEndlessTestLoopAlsoProbes{
    true};  // only one variant, because each run takes about a million tests
#else
constexpr std::array kWhetherEndlessTestLoopAlsoProbes{false, true};
#endif

/// All nodes but node 0 test a posted collective for ever, in one run also probing for messages, while node 0 waits for
/// a message that is never sent. At most one of the runs is on threads, because every test then switches between
/// threads, which takes seconds in all.
TEST(GroupProgress, TestingForEverBesideABlockedNodeIsADeadlock) {
  for (const bool probes : kWhetherEndlessTestLoopAlsoProbes) {
    const Machine machine = fixed_delay_machine({.nodes = 4});
    const NodeProgram program = [=](Node& self) {
      Group group(self, kNodesInReverse, kGroupContext);
      PostedAllReduceOfNodeIds sum(self);
      if (self.id() == NodeId{0}) self.receive(NodeId{1}, std::span<std::byte>(), Tag{9});
      const Handle handle = sum.post(group);
      while (!self.test(handle)) {
        if (probes) self.try_probe(kAnyNode, Tag{5});
      }
      self.wait(handle);
    };
    const auto error = probes && !kIsSanitized
                           ? error_on_all_executors<DeadlockError>(machine, program)
                           : error_on_executor<DeadlockError>(machine, program, ExecutorKind::fibers);
    EXPECT_NE(std::string(error.what()).find("node 0 in receive from 1, tag 9"), std::string::npos) << error.what();
  }
}

/// A posted collective proceeds while its node tests for a message rather than for the collective.
TEST(GroupProgress, GoesOnWhileTheNodeTestsForAMessage) {
  expect_progress_while_blocked(
      [](Node& self) {
        for (std::uint32_t i = 1; i < 4; ++i) {
          std::array<std::byte, 3> in{};
          const Handle receive = self.post_receive(NodeId{i}, in);
          while (!self.test(receive)) {
          }
          self.wait(receive);
        }
      },
      [](Node& self) { self.send(NodeId{0}, std::array<std::byte, 3>{}); });
}

TEST(GroupProgress, WaitsTakeCollectivesAndMessagesInAnyMixture) {
  expect_runs_on_all_settings([](Node& self) {
    Group group(self, kNodesInReverse, kGroupContext);
    PostedAllReduceOfNodeIds one(self), two(self);
    const NodeId peer = self.id() ^ 1U;
    const std::array<std::byte, 5> out{};
    std::array<std::byte, 5> in{};
    std::vector<Handle> handles{one.post(group), self.post_receive(peer, in), two.post(group),
                                self.post_send(peer, out), Handle{}};
    for (int i = 0; i < 4; ++i) {
      Received received;
      const std::size_t which = self.wait_any(handles, &received);
      if (which == 0) one.check_result();
      if (which == 1) self.expect(received.source == peer && received.bytes == 5, "what was received");
      if (which == 2) two.check_result();
      self.expect(handles[which].empty(), "it has been waited for");
    }
    handles = {one.post(group), self.post_receive(peer, in), two.post(group), self.post_send(peer, out), Handle{}};
    self.wait_all(handles);
    one.check_result();
    two.check_result();
  });
}

TEST(GroupProgress, CollectivesOfSeveralGroupsEndInAnyOrder) {
  expect_runs_on_all_settings([](Node& self) {
    std::deque<Group> groups;
    for (std::uint16_t i = 0; i < 4; ++i) {
      groups.emplace_back(self, i % 2 == 0 ? kAllFourNodes : kNodesInReverse,
                          Context{static_cast<std::uint16_t>(kFirstFreeContext + i)});
    }
    std::deque<PostedAllReduceOfNodeIds> sums;
    std::vector<Handle> handles;
    for (std::uint32_t i = 0; i < 12; ++i) {
      sums.emplace_back(self);
      handles.push_back(sums.back().post(groups[i % 4]));
    }
    for (std::uint32_t i = 0; i < 12; ++i) {
      const std::uint32_t which = (i * 5 + index(self.id())) % 12;
      self.wait(handles[which]);
      sums[which].check_result();
    }
  });
}

// --- random programs ----------------------------------------------------------------------------------------------

/// A random program of collectives in several groups, and of messages between neighbouring members of these groups. All
/// nodes carry out its steps in the same order, but each node waits later for its posted collectives, in an order of
/// its own.
struct RandomGroupProgram {
  struct RandomProgramStep {
    std::size_t group_index = 0;
    bool is_posted = false;
    /// Whether the step is an exchange of messages between neighbouring members of the group rather than a collective.
    bool is_neighbour_exchange = false;
    PlannedCollective planned_collective;
  };
  std::vector<std::vector<NodeId>> groups;
  std::vector<RandomProgramStep> steps;

  RandomGroupProgram(std::uint32_t nodes, std::uint64_t seed) {
    Rng rng(seed);
    groups.push_back({});
    for (std::uint32_t i = 0; i < nodes; ++i) groups.front().push_back(NodeId{i});
    for (std::uint64_t left = 1 + rng.random_number_below(4); left > 0; --left) {
      groups.push_back(
          random_group_members(rng, nodes, static_cast<std::uint32_t>(1 + rng.random_number_below(nodes))));
    }
    for (std::uint64_t left = 1 + rng.random_number_below(14); left > 0; --left) steps.push_back(random_step(rng));
  }

  RandomProgramStep random_step(Rng& rng) const {
    RandomProgramStep step;
    step.group_index = static_cast<std::size_t>(rng.random_number_below(groups.size()));
    step.is_posted = rng.random_number_below(2) == 0;
    step.is_neighbour_exchange = rng.random_number_below(6) == 0;
    PlannedCollective& plan = step.planned_collective;
    plan.kind = static_cast<Collective>(rng.random_number_below(10));
    const bool has_blocks = plan.kind == Collective::gather || plan.kind == Collective::scatter ||
                            plan.kind == Collective::all_gather || plan.kind == Collective::all_to_all;
    plan.has_varying_sizes = has_blocks && rng.random_number_below(2) == 0;
    plan.is_in_place = rng.random_number_below(3) == 0;
    plan.operand_order = rng.random_number_below(3) == 0 ? OperandOrder::free : OperandOrder::kept;
    plan.root = static_cast<std::uint32_t>(rng.random_number_below(groups[step.group_index].size()));
    plan.data_seed = static_cast<std::uint32_t>(rng.random_number_below(1U << 20U));
    plan.element_count =
        rng.random_number_below(12) == 0 ? 1100 + rng.random_number_below(300) : rng.random_number_below(40);
    return step;
  }
};

/// The part of one node in carrying out a random program of collectives.
class NodeOfRandomProgram {
 public:
  NodeOfRandomProgram(Node& self, const RandomGroupProgram& program) : self_(self), program_(program) {
    for (std::size_t i = 0; i < program.groups.size(); ++i) {
      const auto& members = program.groups[i];
      const bool inside = std::ranges::find(members, self.id()) != members.end();
      if (inside) groups_[i].emplace(self, members, Context{static_cast<std::uint16_t>(kFirstFreeContext + i)});
    }
  }
  void run() {
    for (const auto& step : program_.steps) {
      if (groups_[step.group_index]) carry_out_program_step(step, *groups_[step.group_index]);
      while (!collective_handles_.empty() && self_.random().random_number_below(3) == 0) complete_random_collective();
    }
    while (!collective_handles_.empty()) complete_random_collective();
  }

 private:
  void carry_out_program_step(const RandomGroupProgram::RandomProgramStep& step, Group& group) {
    if (step.is_neighbour_exchange) return exchange_with_neighbours(group);
    auto call = std::make_unique<GroupMemberCall>(step.planned_collective, group.rank(), group.size());
    if (!step.is_posted) {
      group.run(call->make_group_call());
      return check_result(*call, step.planned_collective);
    }
    collective_handles_.push_back(group.post(call->make_group_call()));
    pending_calls_.push_back(std::move(call));
    pending_plans_.push_back(step.planned_collective);
  }
  void exchange_with_neighbours(Group& group) {
    if (group.size() == 1) return;
    const NodeId next = group.node_at((group.rank() + 1) % group.size());
    const NodeId previous = group.node_at((group.rank() + group.size() - 1) % group.size());
    const std::uint32_t mine = index(self_.id());
    std::uint32_t theirs = 0;
    const Handle receive =
        self_.post_receive(previous, std::as_writable_bytes(std::span(&theirs, 1)), TagSelector::any(group.context()));
    self_.send(next, std::as_bytes(std::span(&mine, 1)), {.context = group.context()});
    self_.wait(receive);
    self_.expect(theirs == index(previous), "the message of the one before");
  }
  void complete_random_collective() {
    const std::size_t which = self_.random().random_number_below(collective_handles_.size());
    switch (self_.random().random_number_below(4)) {
      case 0:
        self_.wait(collective_handles_[which]);
        return check_and_remove_collective(which);
      case 1:
        return check_and_remove_collective(self_.wait_any(collective_handles_));
      case 2:
        while (!self_.test(collective_handles_[which])) {
        }
        self_.wait(collective_handles_[which]);
        return check_and_remove_collective(which);
      default:
        self_.wait_all(collective_handles_);
        while (!collective_handles_.empty()) check_and_remove_collective(0);
    }
  }
  void check_and_remove_collective(std::size_t which) {
    check_result(*pending_calls_[which], pending_plans_[which]);
    const auto at = static_cast<std::ptrdiff_t>(which);
    pending_calls_.erase(pending_calls_.begin() + at);
    pending_plans_.erase(pending_plans_.begin() + at);
    collective_handles_.erase(collective_handles_.begin() + at);
  }
  static void check_result(const GroupMemberCall& call, const PlannedCollective& plan) {
    if (!call.has_expected_result()) throw std::runtime_error(planned_collective_as_text(plan));
  }

  Node& self_;
  const RandomGroupProgram& program_;
  std::array<std::optional<Group>, 6> groups_;
  std::vector<Handle> collective_handles_;
  std::vector<std::unique_ptr<GroupMemberCall>> pending_calls_;
  std::vector<PlannedCollective> pending_plans_;
};

void expect_runs_like_reference(const Machine& machine, std::uint64_t seed, ClockKind clock) {
  SCOPED_TRACE(testing::Message() << machine.name() << ", program " << seed);
  const RandomGroupProgram program(machine.node_count(), seed);
  const NodeProgram of_node = [&](Node& self) { NodeOfRandomProgram(self, program).run(); };
  RunOptions options;
  options.seed = seed;
  options.clock = clock;
  if (clock == ClockKind::virtual_time) {
    EXPECT_NO_THROW(run_on_all_executors(machine, of_node, options));
  } else {
    EXPECT_NO_THROW(run(machine, of_node, options));
  }
}

#ifdef SWITCHYARD_SANITIZED
constexpr std::uint64_t kProgramCount = 30;
#else
constexpr std::uint64_t kProgramCount = 200;
#endif

TEST(GroupProgress, RandomProgramsRunAsTheReferenceSays) {
  for (std::uint64_t seed = 1; seed <= kProgramCount; ++seed) {
    const auto nodes = static_cast<std::uint32_t>(1 + seed % 9);
    expect_runs_like_reference(fixed_delay_machine({.nodes = nodes, .stores_early_messages = seed % 2 == 0}), seed,
                               ClockKind::virtual_time);
    if (HasFailure()) return;
  }
}

TEST(GroupProgress, RandomProgramsRunOnAControlNetworkAndWithTheClockOff) {
  const Machine machine = machines::make_machine({.name = "cm5", .nodes = 8});
  for (std::uint64_t seed = 1; seed <= kProgramCount; ++seed) {
    expect_runs_like_reference(machine, seed, seed % 2 == 0 ? ClockKind::virtual_time : ClockKind::off);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace switchyard
