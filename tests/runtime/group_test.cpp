/// Tests that collectives of groups of nodes give the right results.

#include "runtime/group.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <deque>
#include <span>
#include <vector>

#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/group_reference.hpp"
#include "tests/runtime/settings_under_test.hpp"

namespace switchyard {
namespace {

constexpr std::uint32_t kNodes = 12;
constexpr Context kGroupContext{kFirstFreeContext};

enum class CollectiveCallMode : std::uint8_t { blocking, posted };

/// A kind of collective under test: its name, whether its members have blocks of different sizes, and whether it is
/// blocking or posted (nonblocking).
struct TestedCollective {
  Collective kind;
  bool has_varying_sizes;
  CollectiveCallMode mode;
  friend std::ostream& operator<<(std::ostream& out, const TestedCollective& k) {
    return out << (k.mode == CollectiveCallMode::posted ? "post_" : "") << name_of(k.kind)
               << (k.has_varying_sizes ? "_varying" : "");
  }
};

std::vector<TestedCollective> tested_collectives() {
  std::vector<TestedCollective> all;
  for (const CollectiveCallMode mode : {CollectiveCallMode::blocking, CollectiveCallMode::posted}) {
    for (const auto kind :
         {Collective::broadcast, Collective::reduce, Collective::all_reduce, Collective::scan, Collective::exscan}) {
      all.push_back({kind, false, mode});
    }
    for (const auto kind : {Collective::gather, Collective::scatter, Collective::all_gather, Collective::all_to_all,
                            Collective::reduce_scatter}) {
      all.push_back({kind, false, mode});
      all.push_back({kind, true, mode});
    }
  }
  return all;
}

void make_and_check_call(Node& self, Group& group, CollectiveCallMode mode, const PlannedCollective& plan) {
  GroupMemberCall mine(plan, group.rank(), group.size());
  if (mode == CollectiveCallMode::blocking) group.run(mine.make_group_call());
  if (mode == CollectiveCallMode::posted) self.wait(group.post(mine.make_group_call()));
  if (!mine.has_expected_result()) throw std::runtime_error(planned_collective_as_text(plan));
}

bool contains_node(const std::vector<NodeId>& members, NodeId node) {
  return std::find(members.begin(), members.end(), node) != members.end();
}

class GroupCollectives : public testing::TestWithParam<TestedCollective> {
 protected:
  PlannedCollective planned_call(std::size_t count) const {
    return {.kind = GetParam().kind, .has_varying_sizes = GetParam().has_varying_sizes, .element_count = count};
  }
  /// Runs the planned calls in a group of `size` random nodes of the machine, which have their ranks in random order,
  /// and expects no error.
  void run_in_random_group(const Machine& machine, std::uint32_t size,
                           const std::vector<PlannedCollective>& plans) const {
    Rng rng(size);
    const std::vector<NodeId> members = random_group_members(rng, machine.node_count(), size);
    const NodeProgram program = [&, mode = GetParam().mode](Node& self) {
      if (!contains_node(members, self.id())) return;
      Group group(self, members, kGroupContext);
      for (const PlannedCollective& plan : plans) make_and_check_call(self, group, mode, plan);
    };
    EXPECT_NO_THROW(run_on_all_executors(machine, program)) << size;
  }
};

TEST_P(GroupCollectives, GiveWhatTheReferenceDoesForAllSizesOfGroups) {
  for (std::uint32_t size = 1; size <= 9; ++size) {
    std::vector<PlannedCollective> plans;
    for (const std::size_t count : {0, 1, 3, 40}) {
      for (std::uint32_t root = 0; root < size; ++root) {
        plans.push_back(planned_call(count));
        plans.back().root = root;
        plans.back().data_seed = root;
      }
    }
    run_in_random_group(fixed_delay_machine({.nodes = kNodes}), size, plans);
    run_in_random_group(fixed_delay_machine({.nodes = kNodes, .stores_early_messages = false}), size, plans);
  }
}

TEST_P(GroupCollectives, GiveWhatTheReferenceDoesForManyBytes) {
  const auto sizes = kIsSanitized ? std::vector{3U, 8U} : std::vector{2U, 3U, 5U, 7U, 8U, 9U};
  for (const std::uint32_t size : sizes) {
    std::vector<PlannedCollective> plans;
    for (const std::uint32_t root : {0U, 1U, size - 1}) {
      plans.push_back(planned_call(2501));
      plans.back().root = root;
    }
    run_in_random_group(fixed_delay_machine({.nodes = kNodes, .stores_early_messages = false}), size, plans);
  }
}

TEST_P(GroupCollectives, WorkInPlaceAndOnOperationsThatCommute) {
  const auto sizes = kIsSanitized ? std::vector{1U, 5U} : std::vector{1U, 2U, 5U, 8U, 9U};
  for (const std::uint32_t size : sizes) {
    std::vector<PlannedCollective> plans;
    for (const std::size_t count : {2, 2500}) {
      for (const std::uint32_t root : {0U, size - 1}) {
        for (const auto order : {OperandOrder::kept, OperandOrder::free}) {
          plans.push_back(planned_call(count));
          plans.back().root = root;
          plans.back().operand_order = order;
          plans.back().is_in_place = true;
        }
      }
    }
    run_in_random_group(fixed_delay_machine({.nodes = kNodes}), size, plans);
  }
}

TEST_P(GroupCollectives, WorkOnAllMachinesClocksAndExecutors) {
  const CollectiveCallMode mode = GetParam().mode;
  expect_runs_on_all_settings([&](Node& self) {
    const std::vector<NodeId> odd{NodeId{2}, NodeId{0}, NodeId{3}};
    const std::vector<NodeId> all{NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}};
    Group everyone(self, all, kGroupContext);
    for (const std::size_t count : {1, 300, 2501}) {
      PlannedCollective plan = planned_call(count);
      plan.root = 1;
      make_and_check_call(self, everyone, mode, plan);
      if (!contains_node(odd, self.id())) continue;
      Group some(self, odd, Context{kFirstFreeContext + 1});
      make_and_check_call(self, some, mode, plan);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Kinds, GroupCollectives, testing::ValuesIn(tested_collectives()),
                         [](const auto& tested) { return testing::PrintToString(tested.param); });

TEST(Group, KnowsItsMembersByRank) {
  run_on_all_executors(fixed_delay_machine({.nodes = kNodes}), [](Node& self) {
    const std::vector<NodeId> members{NodeId{7}, NodeId{2}, NodeId{11}};
    if (!contains_node(members, self.id())) return;
    const Group group(self, members, kGroupContext);
    self.expect(group.size() == 3 && group.context() == kGroupContext, "its size and context");
    self.expect(group.node_at(group.rank()) == self.id(), "its rank");
    self.expect(group.rank_of(NodeId{11}) == 2 && group.rank_of(NodeId{3}) == 3, "the ranks of others");
  });
}

TEST(Group, ABarrierHoldsEachMemberUntilTheLastOneHasCome) {
  for (const CollectiveCallMode mode : {CollectiveCallMode::blocking, CollectiveCallMode::posted}) {
    std::vector<VirtualTime> before(kNodes), after(kNodes, VirtualTime::max());
    run_on_all_executors(fixed_delay_machine({.nodes = kNodes}), [&](Node& self) {
      const std::uint32_t me = index(self.id());
      if (me % 2 == 0) return;
      Group group(self, {NodeId{9}, NodeId{1}, NodeId{5}, NodeId{11}, NodeId{3}, NodeId{7}}, kGroupContext);
      self.compute(Duration{1000} * (me * 5 % kNodes));
      before[me] = self.now();
      mode == CollectiveCallMode::blocking ? group.barrier() : static_cast<void>(self.wait(post_barrier(group)));
      after[me] = self.now();
    });
    EXPECT_GE(*std::min_element(after.begin(), after.end()), *std::max_element(before.begin(), before.end()));
  }
}

/// Runs a collective of three members, of which member 0 comes late. `call_of` makes the call of each member. Checks
/// that the members in `waiting_members`, and no others, leave the collective only when member 0 has come.
template <class CallOf>
void check_who_waits_for_late_member(const std::vector<std::uint32_t>& waiting_members, CallOf call_of) {
  constexpr Duration kLate{1'000'000'000};
  run_on_all_executors(fixed_delay_machine({.nodes = 3}), [&](Node& self) {
    Group group(self, {NodeId{0}, NodeId{1}, NodeId{2}}, kGroupContext);
    if (group.rank() == 0) self.compute(kLate);
    std::array<std::byte, 3> in{}, out{};
    GroupCall call = call_of(group.rank(), std::span(in), std::span(out));
    call.skips_empty_blocks = true;
    group.run(std::move(call));
    const bool has_waited = self.now() >= VirtualTime{kLate};
    const bool should_wait = std::ranges::find(waiting_members, group.rank()) != waiting_members.end();
    self.expect(group.rank() == 0 || has_waited == should_wait, "who waits");
  });
}

TEST(Group, MembersDoNotWaitForEmptyBlocksThatAreSkipped) {
  const auto block_of = [](std::span<std::byte> all, std::uint32_t bytes) { return all.first(bytes); };
  check_who_waits_for_late_member({}, [&](std::uint32_t rank, std::span<std::byte> in, std::span<std::byte> out) {
    return GroupCall::all_gather(block_of(in, rank == 0 ? 0 : 1), out.first(2), contiguous_blocks({0, 1, 1}));
  });
  check_who_waits_for_late_member({}, [&](std::uint32_t rank, std::span<std::byte> in, std::span<std::byte> out) {
    return GroupCall::gather(2, block_of(in, rank == 0 ? 0 : 1), out.first(2), contiguous_blocks({0, 1, 1}));
  });
  check_who_waits_for_late_member({1}, [&](std::uint32_t rank, std::span<std::byte> in, std::span<std::byte> out) {
    return GroupCall::scatter(0, in.first(1), contiguous_blocks({0, 1, 0}), block_of(out, rank == 1 ? 1 : 0));
  });
  check_who_waits_for_late_member({2}, [&](std::uint32_t rank, std::span<std::byte> in, std::span<std::byte> out) {
    const Blocks given = contiguous_blocks(rank == 0 ? std::vector<std::size_t>{0, 0, 1} : std::vector<std::size_t>(3));
    const Blocks taken = contiguous_blocks(rank == 2 ? std::vector<std::size_t>{1, 0, 0} : std::vector<std::size_t>(3));
    return GroupCall::all_to_all(block_of(in, rank == 0 ? 1 : 0), given, block_of(out, rank == 2 ? 1 : 0), taken);
  });
}

/// Returns the result that this member gets in a reduce to member 2, a scan or an exscan. The operands are
/// floating-point numbers whose sum depends on the order in which they are added.
double run_collective_with_algorithm(Group& group, Collective kind, CollectiveAlgorithm algorithm) {
  const double mine = 1.0 / (3.0 + group.rank());
  double result = 0;
  const auto in = std::as_bytes(std::span(&mine, 1));
  const auto out = std::as_writable_bytes(std::span(&result, 1));
  const Operation add = make_byte_operation<double>(std::plus<>{});
  GroupCall call = kind == Collective::reduce ? GroupCall::reduce(2, in, out, add)
                                              : GroupCall::all_reduce_or_scan(kind, in, out, add);
  call.algorithm = algorithm;
  group.run(std::move(call));
  return result;
}

TEST(Group, ValuesThatGoStraightToTheirReceiversAreCombinedAsUsual) {
  run_on_all_executors(fixed_delay_machine({.nodes = kNodes}), [](Node& self) {
    std::vector<NodeId> members;
    for (std::uint32_t i = 0; i < 11; ++i) members.push_back(NodeId{i});
    if (self.id() == NodeId{11}) return;
    Group group(self, members, kGroupContext);
    const auto are_alike = [&](Collective kind, CollectiveAlgorithm usual) {
      return run_collective_with_algorithm(group, kind, usual) ==
             run_collective_with_algorithm(group, kind, CollectiveAlgorithm::pairs);
    };
    self.expect(are_alike(Collective::reduce, CollectiveAlgorithm::tree), "the same sum on the root");
    self.expect(are_alike(Collective::scan, CollectiveAlgorithm::usual), "the same scan");
    self.expect(are_alike(Collective::exscan, CollectiveAlgorithm::usual), "the same exscan");
  });
}

TEST(Group, MembersDoNotWaitForThoseThatWouldPassValuesOn) {
  const auto directly = [](GroupCall call) {
    call.algorithm = CollectiveAlgorithm::pairs;
    return call;
  };
  check_who_waits_for_late_member({}, [&](std::uint32_t, std::span<std::byte> in, std::span<std::byte>) {
    return directly(GroupCall::broadcast(2, in));
  });
  check_who_waits_for_late_member({1}, [&](std::uint32_t, std::span<std::byte> in, std::span<std::byte> out) {
    return directly(GroupCall::gather(1, in.first(1), out));
  });
  check_who_waits_for_late_member({1, 2}, [&](std::uint32_t, std::span<std::byte> in, std::span<std::byte> out) {
    const auto larger = [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); };
    return directly(
        GroupCall::all_reduce_or_scan(Collective::scan, in, out, make_byte_operation<std::uint8_t>(larger)));
  });
}

TEST(Group, VerbsTakeElementsOfAnyType) {
  run_on_all_executors(fixed_delay_machine({.nodes = 3}), [](Node& self) {
    Group group(self, {NodeId{2}, NodeId{1}, NodeId{0}}, kGroupContext);
    const std::uint32_t rank = group.rank();
    const std::array<int, 2> mine{static_cast<int>(rank), 1};
    std::array<int, 2> sum{};
    std::array<int, 6> all{};
    group.all_reduce<int>(mine, sum, std::plus<>{});
    self.expect(sum == std::array{3, 3}, "all_reduce");
    group.reduce<int>(1, mine, sum, std::minus<>{}, OperandOrder::kept);
    if (rank == 1) self.expect(sum == std::array{0 - 1 - 2, 1 - 1 - 1}, "reduce");
    group.scan<int>(mine, sum, std::plus<>{}, OperandOrder::free);
    self.expect(sum[1] == static_cast<int>(rank) + 1, "scan");
    group.exscan<int>(mine, sum, std::plus<>{});
    if (rank > 0) self.expect(sum[1] == static_cast<int>(rank), "exscan");
    group.all_gather<int>(mine, all);
    self.expect(all == std::array{0, 1, 1, 1, 2, 1}, "all_gather");
    group.scatter<int>(0, all, sum);
    self.expect(sum == mine, "scatter");
    group.gather<int>(2, mine, all, contiguous_blocks({2, 2, 2}));
    group.broadcast<int>(2, all);
    std::array<int, 6> turned{};
    group.all_to_all<int>(all, turned);
    self.expect(turned[0] == static_cast<int>(rank) && turned[5] == 1, "all_to_all");
    self.wait(post_all_to_all<int>(group, turned, contiguous_blocks({2, 2, 2}), all, contiguous_blocks({2, 2, 2})));
    self.expect(all == std::array{0, 1, 1, 1, 2, 1}, "all_to_all of varying sizes");
  });
}

TEST(Group, AFloatingPointSumIsEqualToTheBitOnAllMembers) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{4000}}) {
    for (std::uint32_t size = 2; size <= 9; ++size) {
      std::vector<std::vector<float>> got(size, std::vector<float>(count));
      run_on_all_executors(fixed_delay_machine({.nodes = size}), [&](Node& self) {
        Rng rng(0);
        Group group(self, random_group_members(rng, size, size), kGroupContext);
        std::vector<float> mine(count);
        for (float& x : mine) x = std::pow(-10.0F, static_cast<float>(self.random().random_number_below(9))) / 3.0F;
        group.all_reduce<float>(mine, got[group.rank()], std::plus<>{}, OperandOrder::free);
      });
      for (const auto& sum : got) EXPECT_EQ(std::memcmp(sum.data(), got[0].data(), count * sizeof(float)), 0) << size;
    }
  }
}

TEST(Group, AContextIsFreeAgainWhenItsGroupIsGone) {
  run_on_all_executors(fixed_delay_machine({.nodes = 4}), [](Node& self) {
    const NodeId partner = self.id() ^ 1U;
    for (int round = 0; round < 5; ++round) {
      // A group of two nodes: this node and its partner.
      Group pair(self, {std::min(self.id(), partner), std::max(self.id(), partner)}, kGroupContext);
      std::array mine{index(self.id())}, sum{0U};
      pair.all_reduce<std::uint32_t>(mine, sum, std::plus<>{});
      self.expect(sum[0] == index(self.id()) + index(partner), "the sum of the pair");
      Group moved = std::move(pair);
      moved.barrier();
    }
  });
}

TEST(Group, GroupsOfDifferentContextsDoNotDisturbEachOther) {
  run_on_all_executors(fixed_delay_machine({.nodes = 3}), [](Node& self) {
    const std::vector<NodeId> all{NodeId{0}, NodeId{1}, NodeId{2}};
    Group one(self, all, kGroupContext), other(self, all, Context{kFirstFreeContext + 1});
    std::array first{AffineFunction{3, index(self.id())}}, second{AffineFunction{5, index(self.id())}};
    const Values sums_of_one{{27, 0 * 9 + 1 * 3 + 2}}, sums_of_other{{125, 0 * 25 + 1 * 5 + 2}};
    Values got_one(1), got_other(1);
    const bool odd = index(self.id()) == 1;
    Handle early = odd ? post_all_reduce<AffineFunction>(other, second, got_other, AffineFunction::compose)
                       : post_all_reduce<AffineFunction>(one, first, got_one, AffineFunction::compose);
    Handle late = odd ? post_all_reduce<AffineFunction>(one, first, got_one, AffineFunction::compose)
                      : post_all_reduce<AffineFunction>(other, second, got_other, AffineFunction::compose);
    self.wait(late);
    self.wait(early);
    self.expect(got_one == sums_of_one && got_other == sums_of_other, "each has its own");
  });
}

/// A programming interface such as MPI may send its own messages in a context with the same number as that of a group.
TEST(Group, MessagesOfAProgramInAContextOfTheSameNumberDoNotMeetCollectives) {
  expect_runs_on_all_settings([](Node& self) {
    if (index(self.id()) > 1) return;
    Group pair(self, {NodeId{1}, NodeId{0}}, kGroupContext);
    const NodeId peer = self.id() ^ 1U;
    std::uint32_t mine = 7 + index(self.id()), theirs = 0, sum = 0;
    const Handle receive =
        self.post_receive(peer, std::as_writable_bytes(std::span(&theirs, 1)), TagSelector::any(kGroupContext));
    pair.all_reduce<std::uint32_t>(std::span(&mine, 1), std::span(&sum, 1), std::plus<>{});
    const Handle send = self.post_send(peer, std::as_bytes(std::span(&mine, 1)), {.context = kGroupContext});
    self.wait(receive);
    self.wait(send);
    self.expect(sum == 15 && theirs == 15 - mine, "both");
  });
}

}  // namespace
}  // namespace switchyard
