/// Tests of exchange algorithms in collectives of a group of nodes: the data is right, and the virtual time is at most
/// that of the same algorithm when it exchanges a communication matrix without a group.

#include "algorithms/collective_algorithms.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/error.hpp"
#include "runtime/group.hpp"
#include "runtime/group/persistent_exchange.hpp"
#include "runtime/group_post.hpp"
#include "runtime/quick_executor.hpp"

namespace switchyard {
namespace {

constexpr Context kGroupContext{kFirstFreeContext};

RunOptions quick_run_options() { return {.executor = kQuickExecutor}; }

Machine ipsc860_without_drift(std::uint32_t nodes) { return machines::ipsc860({.nodes = nodes, .drift_on = false}); }

std::byte expected_byte(std::uint32_t from, std::uint32_t to, std::size_t place) {
  return static_cast<std::byte>(31 * from + 7 * to + place);
}

/// The data that one member of a group sends or receives in an exchange: one block for each member, of any size.
struct ExchangeBufferWithBlockLayout {
  Blocks blocks;
  std::vector<std::byte> data;

  explicit ExchangeBufferWithBlockLayout(std::vector<std::size_t> counts)
      : blocks(contiguous_blocks(std::move(counts))) {
    data.resize(blocks.offsets.back() + blocks.counts.back());
  }
  template <class ByteOf>
  void fill_blocks_with(ByteOf value_of) {
    for (std::uint32_t i = 0; i < blocks.counts.size(); ++i) {
      for (std::size_t k = 0; k < blocks.counts[i]; ++k) data[blocks.offsets[i] + k] = value_of(i, k);
    }
  }
};

/// Returns how many bytes one rank sends to another one: none for about two thirds of all pairs, and 1 to 700 for the
/// others. A rank may also send to itself.
std::size_t bytes_between_ranks(std::uint32_t from, std::uint32_t to) {
  const std::uint64_t bits = mix(from * 1000ULL + to);
  return bits % 3 == 0 ? 1 + bits % 700 : 0;
}

/// The data that one rank sends in an exchange, the data that it has received, and the data that it must receive.
struct ExchangeOfOneRank {
  ExchangeOfOneRank(std::uint32_t rank, std::uint32_t size, std::size_t (*bytes)(std::uint32_t, std::uint32_t))
      : sent_data(block_sizes(size, [&](std::uint32_t i) { return bytes(rank, i); })),
        received_data(block_sizes(size, [&](std::uint32_t i) { return bytes(i, rank); })),
        expected_data(received_data) {
    sent_data.fill_blocks_with([&](std::uint32_t to, std::size_t k) { return expected_byte(rank, to, k); });
    expected_data.fill_blocks_with([&](std::uint32_t from, std::size_t k) { return expected_byte(from, rank, k); });
  }
  template <class Count>
  static std::vector<std::size_t> block_sizes(std::uint32_t size, Count count) {
    std::vector<std::size_t> all;
    for (std::uint32_t i = 0; i < size; ++i) all.push_back(count(i));
    return all;
  }
  GroupCall group_call() {
    return GroupCall::all_to_all(sent_data.data, sent_data.blocks, received_data.data, received_data.blocks);
  }
  bool received_expected_bytes() const { return received_data.data == expected_data.data; }

  ExchangeBufferWithBlockLayout sent_data, received_data, expected_data;
};

std::vector<std::shared_ptr<const ExchangeAlgorithm>> usable_exchange_algorithms(SettableCollective which,
                                                                                 const Machine& machine,
                                                                                 std::uint32_t members) {
  static const Catalogue catalogue = shipped_algorithms();
  std::vector<std::shared_ptr<const ExchangeAlgorithm>> all;
  for (const std::string& name : exchange_algorithm_names(catalogue, which)) {
    auto algorithm = make_exchange_algorithm(catalogue.find({}, name));
    if (algorithm->usable_by(machine.model(), members)) all.push_back(std::move(algorithm));
  }
  return all;
}

/// Returns all nodes of a machine in ascending order or, if `all` is false, every second node in descending order.
std::vector<NodeId> group_members(const Machine& machine, bool all) {
  std::vector<NodeId> members;
  for (std::uint32_t i = 0; i < machine.node_count(); i += all ? 1 : 2) members.push_back(NodeId{i});
  if (!all) std::ranges::reverse(members);
  return members;
}

void exchange_with_each_algorithm(const Machine& machine, const std::vector<NodeId>& members) {
  const auto algorithms =
      usable_exchange_algorithms(SettableCollective::alltoallv, machine, static_cast<std::uint32_t>(members.size()));
  ASSERT_GE(algorithms.size(), 8U);
  run(
      machine,
      [&](Node& self) {
        if (std::ranges::find(members, self.id()) == members.end()) return;
        Group group(self, members, kGroupContext);
        for (const auto& algorithm : algorithms) {
          ExchangeOfOneRank blocking(group.rank(), group.size(), bytes_between_ranks),
              posted(group.rank(), group.size(), bytes_between_ranks);
          GroupCall call = blocking.group_call();
          call.exchange = algorithm;
          group.run(std::move(call));
          self.expect(blocking.received_expected_bytes(), algorithm->name.c_str());
          call = posted.group_call();
          call.exchange = algorithm;
          self.wait(group.post(std::move(call)));
          self.expect(posted.received_expected_bytes(), algorithm->name.c_str());
        }
      },
      quick_run_options());
}

TEST(CollectiveAlgorithms, CarryOutAnExchangeOfAllNodes) {
  exchange_with_each_algorithm(ipsc860_without_drift(16), group_members(ipsc860_without_drift(16), true));
  exchange_with_each_algorithm(machines::cm5({.nodes = 16}), group_members(machines::cm5({.nodes = 16}), true));
  const Machine mesh = machines::mesh({.width = 5, .height = 3});
  exchange_with_each_algorithm(mesh, group_members(mesh, true));
}

TEST(CollectiveAlgorithms, CarryOutAnExchangeOfSomeNodesInAnyOrder) {
  exchange_with_each_algorithm(ipsc860_without_drift(16), group_members(ipsc860_without_drift(16), false));
  const Machine mesh = machines::mesh({.width = 4, .height = 3});
  exchange_with_each_algorithm(mesh, group_members(mesh, false));
}

TEST(CollectiveAlgorithms, CarryOutACompleteExchangeInPlace) {
  const Machine cube = ipsc860_without_drift(8);
  run(
      cube,
      [&](Node& self) {
        Group group(self, group_members(cube, true), kGroupContext);
        for (const auto& algorithm : usable_exchange_algorithms(SettableCollective::alltoall, cube, 8)) {
          std::vector<std::uint32_t> values, expected;
          for (std::uint32_t i = 0; i < 8; ++i) {
            values.push_back(100 * group.rank() + i);
            expected.push_back(100 * i + group.rank());
          }
          GroupCall call =
              GroupCall::all_to_all(std::as_bytes(std::span(values)), std::as_writable_bytes(std::span(values)), 4);
          call.exchange = algorithm;
          group.run(std::move(call));
          self.expect(values == expected, algorithm->name.c_str());
        }
      },
      quick_run_options());
}

/// Returns the time of an exchange of the communication matrix as a persistent exchange of a group, of which all
/// members know all sizes in advance.
Duration measure_persistent_exchange_makespan(const Machine& machine, const Algorithm& algorithm,
                                              const CommunicationMatrix& matrix) {
  std::vector<GroupMessage> messages;
  for (std::uint32_t from = 0; from < matrix.node_count(); ++from) {
    for (const auto& entry : matrix.row(NodeId{from}))
      messages.push_back({from, index(entry.destination), entry.bytes});
  }
  auto settings = std::make_shared<CollectiveSettings>();
  settings->algorithm_settings[static_cast<std::size_t>(SettableCollective::neighbor_alltoallv)].exchange =
      make_exchange_algorithm(algorithm);
  settings->is_scheduling_time_charged = false;
  return run(
             machine,
             [&](Node& self) {
               self.set_collective_algorithms(settings);
               Group group(self, group_members(machine, true), kGroupContext);
               PersistentExchange exchange(group, messages);
               const auto bytes = [&](std::uint32_t from, std::uint32_t to) -> std::size_t {
                 const auto* entry = matrix.find(NodeId{from}, NodeId{to});
                 return entry == nullptr ? 0 : entry->bytes;
               };
               ExchangeBufferWithBlockLayout given(ExchangeOfOneRank::block_sizes(
                   group.size(), [&](std::uint32_t i) { return bytes(group.rank(), i); }));
               ExchangeBufferWithBlockLayout result(ExchangeOfOneRank::block_sizes(
                   group.size(), [&](std::uint32_t i) { return bytes(i, group.rank()); }));
               GroupCall call = GroupCall::neighbor_exchange(given.data, given.blocks, result.data, result.blocks);
               call.exchange_plan = exchange.plan_of_next_exchange(SettableCollective::neighbor_alltoallv, 1024);
               group.run(std::move(call));
             },
             quick_run_options())
      .makespan;
}

TEST(CollectiveAlgorithms, TakeNoLongerThanOnABareMatrix) {
  const Machine cube = ipsc860_without_drift(16);
  const Catalogue catalogue = shipped_algorithms();
  Rng rng(3);
  for (const std::uint64_t bytes : {64U, 4096U}) {
    const CommunicationMatrix matrix = random_matrix_with_degree(16, 4, bytes, rng);
    for (const char* name : {"lp", "rs_n", "rs_nl", "optimal_n", "ls", "ps", "bs", "gs", "fcfs", "dsatur", "linear"}) {
      const Algorithm& algorithm = catalogue.find({}, name);
      Workload workload(matrix);
      const Duration bare = run_exchange(cube, algorithm, workload, {.run = quick_run_options()}).communication_cost;
      const Duration collective = measure_persistent_exchange_makespan(cube, algorithm, matrix);
      EXPECT_LE(collective, bare + std::chrono::microseconds(name == std::string("linear") ? 2000 : 1))
          << name << bytes;
      EXPECT_GE(collective, bare / 2) << name << bytes;
    }
  }
}

/// Tests a communication matrix in which nodes 0 to 6 send round a ring, and node 7 neither sends nor receives.
TEST(CollectiveAlgorithms, MembersWithoutMessagesDelayNoOther) {
  const Machine cube = ipsc860_without_drift(8);
  std::vector<Triplet> ring;
  for (std::uint32_t i = 0; i < 7; ++i) ring.push_back({NodeId{i}, NodeId{(i + 1) % 7}, 100});
  const CommunicationMatrix matrix = CommunicationMatrix::from_triplets(8, ring);
  const Catalogue catalogue = shipped_algorithms();
  for (const char* name : {"naive", "linear", "pairwise_f_global", "pairwise_u", "lp", "rs_nl", "gs"})
    EXPECT_GT(measure_persistent_exchange_makespan(cube, catalogue.find({}, name), matrix), Duration::zero()) << name;
}

/// Tests an exchange in which each node sends to the next one, and no node knows at first what other nodes send.
TEST(CollectiveAlgorithms, SharingTheSizesAndSchedulingCostTime) {
  const Machine cube = ipsc860_without_drift(8);
  const auto to_next = [](std::uint32_t from, std::uint32_t to) -> std::size_t {
    return to == (from + 1) % 8 ? 100 : 0;
  };
  const auto rs_nl = make_exchange_algorithm(shipped_algorithms().find({}, "rs_nl"));
  const auto time = [&](bool is_scheduling_time_charged, int rounds) {
    auto settings = std::make_shared<CollectiveSettings>();
    settings->is_scheduling_time_charged = is_scheduling_time_charged;
    return run(
               cube,
               [&](Node& self) {
                 self.set_collective_algorithms(settings);
                 Group group(self, group_members(cube, true), kGroupContext);
                 for (int round = 0; round < rounds; ++round) {
                   ExchangeOfOneRank exchange(group.rank(), group.size(), to_next);
                   GroupCall call = exchange.group_call();
                   call.exchange = rs_nl;
                   group.run(std::move(call));
                 }
               },
               quick_run_options())
        .makespan;
  };
  const Duration schedule = time(true, 1) - time(false, 1);
  EXPECT_GT(schedule, Duration::zero());
  // The second of the two rounds exchanges the same messages as the first, so that it needs no new schedule.
  EXPECT_EQ(time(true, 2) - time(false, 2), schedule);
}

TEST(CollectiveAlgorithms, AnExchangeWhoseSizesDoNotFitNamesBothNodes) {
  const Machine cube = ipsc860_without_drift(4);
  const auto rs_nl = make_exchange_algorithm(shipped_algorithms().find({}, "rs_nl"));
  try {
    run(
        cube,
        [&](Node& self) {
          Group group(self, group_members(cube, true), kGroupContext);
          ExchangeOfOneRank exchange(group.rank(), group.size(),
                                     [](std::uint32_t, std::uint32_t) -> std::size_t { return 8; });
          if (group.rank() == 2) exchange.received_data = ExchangeBufferWithBlockLayout({8, 8, 8, 16});
          GroupCall call = exchange.group_call();
          call.exchange = rs_nl;
          group.run(std::move(call));
        },
        quick_run_options());
    FAIL() << "no error";
  } catch (const NodeError& error) {
    EXPECT_NE(std::string(error.what()).find("16 B were to come from node 3, which sends 8 B"), std::string::npos)
        << error.what();
  }
}

/// Tests that a persistent exchange whose algorithm is chosen automatically takes no longer than any single algorithm.
TEST(CollectiveAlgorithms, AnExchangeAmongNeighborsIsAsFastAsTheBestAlgorithm) {
  const Machine cube = ipsc860_without_drift(16);
  const Catalogue catalogue = shipped_algorithms();
  Rng rng(5);
  for (const std::uint64_t bytes : {16U, 1024U, 16384U}) {
    const CommunicationMatrix matrix = random_matrix_with_degree(16, 4, bytes, rng);
    std::vector<GroupMessage> messages;
    for (std::uint32_t from = 0; from < 16; ++from) {
      for (const auto& entry : matrix.row(NodeId{from})) messages.push_back({from, index(entry.destination), bytes});
    }
    auto settings = std::make_shared<CollectiveSettings>();
    settings->algorithms_for_neighbor_exchanges = neighbor_exchange_algorithms(catalogue);
    settings->is_scheduling_time_charged = false;
    const Duration chosen =
        run(
            cube,
            [&](Node& self) {
              self.set_collective_algorithms(settings);
              Group group(self, group_members(cube, true), kGroupContext);
              PersistentExchange exchange(group, messages);
              const auto out = [&](std::uint32_t i) -> std::size_t {
                return matrix.find(self.id(), NodeId{i}) != nullptr ? bytes : 0;
              };
              const auto in = [&](std::uint32_t i) -> std::size_t {
                return matrix.find(NodeId{i}, self.id()) != nullptr ? bytes : 0;
              };
              ExchangeBufferWithBlockLayout given(ExchangeOfOneRank::block_sizes(16, out)),
                  result(ExchangeOfOneRank::block_sizes(16, in));
              GroupCall call = GroupCall::neighbor_exchange(given.data, given.blocks, result.data, result.blocks);
              call.exchange_plan = exchange.plan_of_next_exchange(SettableCollective::neighbor_alltoall, bytes);
              group.run(std::move(call));
            },
            quick_run_options())
            .makespan;
    for (const Algorithm& algorithm : catalogue.algorithms()) {
      if (algorithm.complete_exchange || algorithm.needs_active_messages || algorithm.choice) continue;
      Workload workload(matrix);
      EXPECT_LE(chosen, run_exchange(cube, algorithm, workload, {.run = quick_run_options()}).communication_cost)
          << algorithm.name << ", " << bytes << " B";
    }
  }
}

TEST(CollectiveAlgorithms, ForCompleteExchangesAreNotOfferedForOtherExchanges) {
  const Catalogue catalogue = shipped_algorithms();
  const auto has = [&](SettableCollective which, const char* name) {
    const auto names = exchange_algorithm_names(catalogue, which);
    return std::ranges::find(names, name) != names.end();
  };
  EXPECT_TRUE(has(SettableCollective::alltoall, "pex"));
  EXPECT_FALSE(has(SettableCollective::alltoallv, "pex"));
  EXPECT_TRUE(has(SettableCollective::neighbor_alltoall, "rs_nl"));
  EXPECT_FALSE(has(SettableCollective::alltoall, "drs"));
  const Machine mesh = machines::mesh({.width = 3, .height = 1});
  EXPECT_FALSE(make_exchange_algorithm(catalogue.find({}, "lp"))->usable_by(mesh.model(), 3));
}

}  // namespace
}  // namespace switchyard
