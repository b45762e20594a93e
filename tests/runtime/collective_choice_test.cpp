/// Tests of the algorithms of collectives: each algorithm computes the right result, and a collective uses the fastest
/// one.

#include "runtime/collective_choice.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "machines/ipsc860.hpp"
#include "machines/machine_catalogue.hpp"
#include "machines/mesh.hpp"
#include "runtime/group/choices.hpp"
#include "runtime/group/halving_tree.hpp"
#include "runtime/group/rehearsal.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"
#include "tests/runtime/group_reference.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

constexpr Context kGroupContext{kFirstFreeContext};

RunOptions quick_run_options() { return {.executor = executors_under_test().back()}; }

std::vector<NodeId> all_nodes(std::uint32_t count) {
  std::vector<NodeId> all;
  for (std::uint32_t i = 0; i < count; ++i) all.push_back(NodeId{i});
  return all;
}

/// Returns a two-dimensional mesh if this number of nodes can form a grid, and otherwise a machine without links, on
/// which every message has the same delay.
Machine mesh_or_fixed_delay_machine(std::uint32_t nodes) {
  const GroupShape shape = nearly_square_grid(nodes);
  if (shape.sides.size() == 1) return fixed_delay_machine({.nodes = nodes});
  return machines::mesh({.width = shape.sides[1], .height = shape.sides[0]});
}

/// Returns calls of each kind of collective that has several algorithms, for a group of this size. Their numbers of
/// elements are near those at which the algorithms divide the data differently.
std::vector<PlannedCollective> planned_calls_for(std::uint32_t size) {
  std::vector<std::size_t> counts{0, 1, size - 1, size, 2 * size + 3};
  if (size <= 16) counts.push_back(1501);
  std::vector<PlannedCollective> plans;
  for (const std::size_t count : counts) {
    for (const OperandOrder order : {OperandOrder::kept, OperandOrder::free}) {
      plans.push_back({.kind = Collective::all_reduce, .operand_order = order, .data_seed = 1, .element_count = count});
      for (const bool varying : {false, true}) {
        plans.push_back({.kind = Collective::reduce_scatter,
                         .has_varying_sizes = varying,
                         .operand_order = order,
                         .data_seed = 2,
                         .element_count = std::min<std::size_t>(count, size <= 16 ? 40 : 1)});
      }
      for (const std::uint32_t root : std::set{0U, size / 2, size - 1}) {
        plans.push_back({.kind = Collective::reduce,
                         .operand_order = order,
                         .root = root,
                         .data_seed = root,
                         .element_count = count});
        if (order == OperandOrder::kept) continue;
        plans.push_back({.kind = Collective::broadcast, .root = root, .data_seed = root, .element_count = count});
      }
    }
  }
  return plans;
}

/// Returns a program in which a group of these members makes each of the planned calls with each algorithm that is
/// suited to the call, and checks the results.
NodeProgram program_of_all_algorithms(const std::vector<NodeId>& members, const std::vector<PlannedCollective>& plans,
                                      const GroupShape& shape) {
  return [&members, &plans, &shape](Node& self) {
    if (std::ranges::find(members, self.id()) == members.end()) return;
    Group group(self, members, kGroupContext);
    for (const PlannedCollective& plan : plans) {
      GroupMemberCall any(plan, group.rank(), group.size());
      for (const CollectiveAlgorithm algorithm : algorithms_for(any.make_group_call(), shape)) {
        GroupMemberCall mine(plan, group.rank(), group.size());
        GroupCall call = mine.make_group_call();
        call.algorithm = algorithm;
        group.run(std::move(call));
        self.expect(mine.has_expected_result(), name_of(algorithm));
      }
    }
  };
}

class AlgorithmsForGroupSize : public testing::TestWithParam<std::uint32_t> {};

TEST_P(AlgorithmsForGroupSize, AllNodesGiveWhatTheReferenceDoes) {
  const Machine machine = mesh_or_fixed_delay_machine(GetParam());
  const std::vector<NodeId> members = all_nodes(GetParam());
  const GroupShape shape = machine_shape(machine.model());
  const std::vector<PlannedCollective> plans = planned_calls_for(GetParam());
  EXPECT_NO_THROW(run(machine, program_of_all_algorithms(members, plans, shape), quick_run_options()));
}

TEST_P(AlgorithmsForGroupSize, SomeNodesGiveWhatTheReferenceDoes) {
  const Machine machine = fixed_delay_machine({.nodes = GetParam() + 3, .stores_early_messages = false});
  Rng rng(GetParam());
  const std::vector<NodeId> members = random_group_members(rng, machine.node_count(), GetParam());
  const GroupShape shape = nearly_square_grid(GetParam());
  const std::vector<PlannedCollective> plans = planned_calls_for(GetParam());
  EXPECT_NO_THROW(run(machine, program_of_all_algorithms(members, plans, shape), quick_run_options()));
}

std::vector<std::uint32_t> group_sizes() {
  if (kIsSanitized) return {2, 3, 7, 16, 32};
  return {2, 3, 7, 16, 32, 48, 64, 96};
}

INSTANTIATE_TEST_SUITE_P(, AlgorithmsForGroupSize, testing::ValuesIn(group_sizes()), testing::PrintToStringParamName());

TEST(Algorithms, OfManyNodesGiveWhatTheReferenceDoes) {
  const Machine machine = machines::mesh({.width = 16, .height = 32});
  const std::vector<NodeId> members = all_nodes(512);
  const GroupShape shape = machine_shape(machine.model());
  const std::vector<PlannedCollective> plans{{.kind = Collective::broadcast, .root = 77, .element_count = 1025}};
  const NodeProgram program = program_of_all_algorithms(members, plans, shape);
  if (kIsSanitized) GTEST_SKIP() << "so many nodes take long";
  EXPECT_NO_THROW(run(machine, program, quick_run_options()));
  EXPECT_NO_THROW(run(
      machine,
      [&](Node& self) {
        std::vector<std::uint64_t> values(1025, index(self.id()));
        self.all_reduce(std::span(values), std::plus<>(), OperandOrder::free);
        self.expect(values == std::vector<std::uint64_t>(1025, 511 * 256), "the sum of all");
      },
      quick_run_options()));
}

TEST(Algorithms, ABarrierByAnyAlgorithmHoldsEachMemberUntilTheLastHasCome) {
  for (const std::uint32_t size : {2U, 3U, 7U, 16U, 48U}) {
    const std::vector<NodeId> members = all_nodes(size);
    for (const CollectiveAlgorithm algorithm : algorithms_for(GroupCall::barrier(), nearly_square_grid(size))) {
      std::vector<VirtualTime> after(size);
      run(
          mesh_or_fixed_delay_machine(size),
          [&](Node& self) {
            Group group(self, members, kGroupContext);
            self.compute(1ms * ((index(self.id()) * 5) % size));
            GroupCall call = GroupCall::barrier();
            call.algorithm = algorithm;
            group.run(call);
            after[index(self.id())] = self.now();
          },
          quick_run_options());
      EXPECT_GE(*std::ranges::min_element(after), VirtualTime{1ms * (size - 1)}) << name_of(algorithm) << size;
    }
  }
}

/// Tests that an algorithm adds numbers in the same order, whichever nodes are late. Sums of floating-point numbers
/// would show another order, because they depend on it.
TEST(Algorithms, GiveTheSameBitsWhicheverNodesAreLate) {
  constexpr std::uint32_t kNodes = 12;
  const std::vector<NodeId> members = all_nodes(kNodes);
  const auto sums = [&](CollectiveAlgorithm algorithm, std::uint32_t late) {
    std::vector<std::vector<double>> results(kNodes);
    run(
        mesh_or_fixed_delay_machine(kNodes),
        [&](Node& self) {
          Group group(self, members, kGroupContext);
          if (index(self.id()) % 3 == late) self.compute(5ms);
          std::vector<double> values;
          for (int i = 0; i < 40; ++i) values.push_back(1.0 / (3 + i + index(self.id())));
          GroupCall call = make_all_reduce_or_scan_call(Collective::all_reduce, std::span<const double>(values),
                                                        std::span(values), std::plus<>(), OperandOrder::free);
          call.algorithm = algorithm;
          group.run(call);
          results[index(self.id())] = values;
        },
        quick_run_options());
    for (const auto& result : results) EXPECT_EQ(result, results.front()) << name_of(algorithm);
    return results.front();
  };
  for (const CollectiveAlgorithm each :
       {CollectiveAlgorithm::tree, CollectiveAlgorithm::doubling, CollectiveAlgorithm::halving,
        CollectiveAlgorithm::ring, CollectiveAlgorithm::rings}) {
    EXPECT_EQ(sums(each, 0), sums(each, 1)) << name_of(each);
    EXPECT_EQ(sums(each, 0), sums(each, 2)) << name_of(each);
  }
}

TEST(Algorithms, CombiningCostsAnOperationForEachElement) {
  const Machine machine = machines::mesh({.width = 2, .height = 1, .flop = 1us});
  const Machine free = machines::mesh({.width = 2, .height = 1, .flop = 0us});
  const NodeProgram of_many = [](Node& self) {
    std::vector<float> values(100);
    self.reduce(NodeId{0}, std::span(values), std::plus<>());
  };
  const NodeProgram of_one = [](Node& self) {
    self.reduce(NodeId{0}, std::array<double, 3>{}, [](const auto& a, const auto&) { return a; });
  };
  const auto costs = [&](const NodeProgram& program) {
    return run(machine, program, quick_run_options()).makespan - run(free, program, quick_run_options()).makespan;
  };
  EXPECT_EQ(costs(of_one), 3us);
  EXPECT_LE(costs(of_many), 100us);
  // If the algorithm halves the vectors, each of the two nodes adds half of the elements.
  EXPECT_GE(costs(of_many), 50us);
}

TEST(HalvingTree, ReachesEachRankOnceFromAnyRoot) {
  for (const GroupShape& shape :
       {GroupShape{7, {7}}, GroupShape{16, {16}}, GroupShape{15, {5, 3}}, GroupShape{24, {2, 3, 4}}}) {
    for (std::uint32_t root = 0; root < shape.size; ++root) {
      const detail::HalvingTree tree(shape, root);
      std::multiset<std::uint32_t> children;
      for (std::uint32_t rank = 0; rank < shape.size; ++rank) {
        const auto place = tree.position_of(rank);
        EXPECT_EQ(place.parent.has_value(), rank != root);
        EXPECT_TRUE(place.subtree.contains(rank));
        for (const auto& child : place.children) {
          children.insert(child.rank);
          EXPECT_EQ(tree.position_of(child.rank).parent, rank);
          EXPECT_EQ(tree.position_of(child.rank).subtree.first, child.subtree.first);
        }
      }
      EXPECT_EQ(children.size(), shape.size - 1);
      EXPECT_EQ(std::set(children.begin(), children.end()).size(), shape.size - 1);
    }
  }
}

TEST(HalvingTree, GoesAlongOneDimensionOfAGridTheFarthestFirst) {
  const detail::HalvingTree tree({32, {4, 8}}, 0);
  std::vector<std::uint32_t> children;
  for (const auto& child : tree.position_of(0).children) children.push_back(child.rank);
  EXPECT_EQ(children, (std::vector<std::uint32_t>{16, 8, 4, 2, 1}));
  EXPECT_EQ(tree.position_of(21).parent, 20U);
  EXPECT_EQ(detail::HalvingTree({9, {3, 3}}, 4).position_of(8).parent, 7U);
}

/// A run that consists of one collective takes as long as its rehearsal predicts (a simulation of the collective, by
/// which its algorithm is chosen).
TEST(CollectiveSimulation, TakesAsLongAsTheRun) {
  const auto sum = make_byte_operation<double>(std::plus<>(), OperandOrder::free);
  for (const Machine& machine :
       {machines::mesh({.width = 4, .height = 3}), machines::ipsc860({.nodes = 8, .drift_on = false}),
        machines::make_machine({.name = "sp2", .nodes = 6}), machines::make_machine({.name = "cm5", .nodes = 8}),
        fixed_delay_machine({.nodes = 5, .stores_early_messages = false})}) {
    const std::vector<NodeId> members = all_nodes(machine.node_count());
    for (const Collective kind :
         {Collective::barrier, Collective::broadcast, Collective::reduce, Collective::all_reduce}) {
      for (const std::size_t bytes : {std::size_t{8}, std::size_t{4000}}) {
        const CollectiveSimulation rehearsal({machine.model()}, kind, kind == Collective::barrier ? 0 : bytes, sum);
        std::vector<CollectiveAlgorithm> all = algorithms_for(rehearsal.simulated_call(), rehearsal.group_shape());
        if (kind != Collective::barrier && machine.model().has_collective(kind))
          all.push_back(CollectiveAlgorithm::machine);
        for (const CollectiveAlgorithm algorithm : all) {
          const RunReport report = run(
              machine,
              [&](Node& self) {
                Group group(self, members, kGroupContext);
                std::vector<double> values(bytes / sizeof(double));
                GroupCall call = rehearsal.simulated_call();
                call.in = std::as_bytes(std::span(values)).first(call.in.size());
                call.out = std::as_writable_bytes(std::span(values)).first(call.out.size());
                call.operation = sum;
                call.algorithm = algorithm;
                group.run(std::move(call));
              },
              quick_run_options());
          EXPECT_EQ(rehearsal.simulated_time_of(algorithm), report.makespan)
              << machine.name() << " " << name_of(kind) << " " << name_of(algorithm) << " " << bytes;
        }
      }
    }
  }
}

TEST(CollectiveSimulation, EndsAtItsLimit) {
  const Machine machine = fixed_delay_machine({.nodes = 4, .latency = 10us});
  const CollectiveSimulation rehearsal({machine.model()}, Collective::broadcast, 8, {});
  EXPECT_EQ(rehearsal.simulated_time_of(CollectiveAlgorithm::tree, 5us), std::nullopt);
  EXPECT_NE(rehearsal.simulated_time_of(CollectiveAlgorithm::tree, 1ms), std::nullopt);
}

TEST(CollectiveChoice, TakesTreesForFewBytesAndOthersForMany) {
  const Machine machine = machines::mesh({.width = 8, .height = 8});
  EXPECT_EQ(collective_choice(machine.model(), Collective::broadcast, 8), CollectiveAlgorithm::tree);
  EXPECT_NE(collective_choice(machine.model(), Collective::broadcast, 1U << 20U), CollectiveAlgorithm::tree);
  EXPECT_NE(collective_choice(machine.model(), Collective::all_reduce, 1U << 20U), CollectiveAlgorithm::doubling);
}

TEST(CollectiveChoice, KeepsTheMachinesOwnOperationWhereItIsFaster) {
  const Machine cm5 = machines::make_machine({.name = "cm5", .nodes = 32});
  const auto choice = [&](Collective kind, std::uint64_t bytes) { return collective_choice(cm5.model(), kind, bytes); };
  EXPECT_EQ(choice(Collective::barrier, 0), CollectiveAlgorithm::machine);
  for (const Collective kind : {Collective::broadcast, Collective::reduce, Collective::all_reduce}) {
    EXPECT_EQ(choice(kind, 8), CollectiveAlgorithm::machine) << name_of(kind);
  }
  EXPECT_NE(choice(Collective::broadcast, 1U << 20U), CollectiveAlgorithm::machine);
  const auto barrier_of = [](const machines::MeshOptions& options) {
    return collective_choice(machines::mesh(options).model(), Collective::barrier, 0);
  };
  EXPECT_EQ(barrier_of({.width = 4, .height = 4, .sync_per_step = 1us}), CollectiveAlgorithm::machine);
  EXPECT_NE(barrier_of({.width = 4, .height = 4, .sync_per_step = 1ms}), CollectiveAlgorithm::machine);
}

TEST(CollectiveChoice, ACallMayAskForTheMachinesOwnOperation) {
  const auto broadcast_on = [](const Machine& machine, std::optional<CollectiveAlgorithm> algorithm) {
    return run(
               machine,
               [&](Node& self) {
                 Group group(self, all_nodes(self.node_count()), kGroupContext);
                 std::vector<std::byte> data(1U << 18U, std::byte{index(self.id()) == 0});
                 GroupCall call = GroupCall::broadcast(0, data);
                 call.algorithm = algorithm;
                 group.run(std::move(call));
                 self.expect(data.back() == std::byte{1}, "the root's data");
               },
               quick_run_options())
        .makespan;
  };
  const Machine cm5 = machines::make_machine({.name = "cm5", .nodes = 16});
  EXPECT_GT(broadcast_on(cm5, CollectiveAlgorithm::machine), broadcast_on(cm5, std::nullopt));
  const Machine none = machines::mesh({.width = 4, .height = 4});
  EXPECT_EQ(broadcast_on(none, CollectiveAlgorithm::machine), broadcast_on(none, std::nullopt));
}

TEST(CollectiveChoice, AGlobalSynchronisationUsesTheMachinesOwnOperation) {
  const Machine machine = machines::ipsc860({.nodes = 16, .drift_on = false});
  const RunReport report = run(
      machine, [](Node& self) { self.global_sync(); }, quick_run_options());
  EXPECT_EQ(report.makespan, 4 * 150us);
  EXPECT_LT(run(
                machine, [](Node& self) { self.barrier(); }, quick_run_options())
                .makespan,
            report.makespan);
}

TEST(CollectiveChoice, NodesThatSynchroniseInDifferentWaysAreAnError) {
  const NodeProgram program = [](Node& self) { self.id() == NodeId{0} ? self.barrier() : self.global_sync(); };
  try {
    run(machines::ipsc860({.nodes = 2}), program, quick_run_options());
    FAIL() << "no error";
  } catch (const NodeError& error) {
    EXPECT_NE(std::string(error.what()).find("global_sync"), std::string::npos) << error.what();
  }
}

/// Tests every shipped machine with 4 and with 32 nodes, because every machine allows these numbers of nodes.
TEST(CollectiveChoice, ABarrierIsNeverSlowerThanAReduction) {
  for (const std::string& name : machines::machine_names()) {
    for (const std::uint32_t nodes : {4U, 32U}) {
      const Machine machine = machines::make_machine({.name = name, .nodes = nodes});
      const auto reduces = [](Node& self) { self.all_reduce(1.0, std::plus<>()); };
      EXPECT_LE(run(
                    machine, [](Node& self) { self.barrier(); }, quick_run_options())
                    .makespan,
                run(machine, reduces, quick_run_options()).makespan)
          << name << " " << nodes;
    }
  }
}

}  // namespace
}  // namespace switchyard
