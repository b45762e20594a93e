#include "algorithms/exchange/leveled.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "algorithms/collision_graph_algorithms.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "algorithms/schedule/first_fit.hpp"
#include "algorithms/schedule/verify.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/error.hpp"
#include "tests/algorithms/collision_example.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using collision_example::collision_model_of;

/// Makes a mesh of 4 x 1 nodes, with 40 us of software overhead for a message, 100 ns a link, and 10.16 us for 1000 B.
Machine row_of_four() { return machines::mesh({.width = 4, .height = 1}); }

ListRunResult carry_out(const std::vector<ListedMessage>& list, LevelPace pace) {
  const Machine machine = row_of_four();
  const CollisionModel model(MessagePaths(list, machine.routes()));
  return run_list(machine, list, fcfs_levels(model), model.paths,
                  {.pace = pace, .packet_bytes = 1000, .time_unit = 10us});
}

TEST(RunList, ABarrierSeparatesLevelsAndFreeMessagesWaitOnlyForLinks) {
  const std::vector<ListedMessage> list{{.id = 1, .source = NodeId{0}, .destination = NodeId{3}},
                                        {.id = 2, .source = NodeId{1}, .destination = NodeId{2}}};
  const ListRunResult by_level = carry_out(list, LevelPace::by_level);
  EXPECT_EQ(by_level.completion_times[0], 50460ns);  // Message 1 takes 20 + 0.3 + 10.16 + 20 us.
  // Message 2 comes after the first level, the two steps of 40 us of the barrier, and its own 50.26 us.
  EXPECT_EQ(by_level.completion_times[1], 50460ns + 80us + 50260ns);
  const ListRunResult free = carry_out(list, LevelPace::free);
  EXPECT_EQ(free.completion_times[1], 50260ns);
  // Message 1 waits for link 1-2 until 30.26 us. Then come two hops, 10.16 us for its bytes, and 20 us of software.
  EXPECT_EQ(free.completion_times[0],
            60620ns);
}

TEST(RunList, MessagesWaitUntilTheyAreReadyAndMayDifferInLength) {
  const std::vector<ListedMessage> list{
      {.id = 1, .ready = 3, .packets = 1, .source = NodeId{0}, .destination = NodeId{1}},
      {.id = 2, .ready = 1, .packets = 5, .source = NodeId{2}, .destination = NodeId{3}}};
  const ListRunResult result = carry_out(list, LevelPace::free);
  EXPECT_EQ(result.completion_times[0], 20us + 50260ns);  // Message 1 is ready two time units after message 2.
  EXPECT_EQ(result.completion_times[1], 90260ns);         // Message 2 has 5016 B with its header, and takes 90.26 us.
}

TEST(RunList, RefusesTooLargeValuesAndListsThatDoNotMatchTheirLevels) {
  const Machine machine = row_of_four();
  std::vector<ListedMessage> list{{.id = 1, .source = NodeId{0}, .destination = NodeId{3}}};
  const CollisionModel model(MessagePaths(list, machine.routes()));
  const LeveledList leveled = fcfs_levels(model);
  list[0].packets = ~std::uint64_t{0};
  EXPECT_THROW(run_list(machine, list, leveled, model.paths), UsageError);
  list[0].packets = 1;
  list[0].ready = 1e300;
  EXPECT_THROW(run_list(machine, list, leveled, model.paths), UsageError);
  list.clear();
  EXPECT_THROW(run_list(machine, list, leveled, model.paths), UsageError);
}

RC_GTEST_PROP(RunList, EveryByteArrivesWhateverTheScheduler, (std::uint64_t seed)) {
  Rng rng(seed);
  const Machine machine = machines::mesh({.width = 5, .height = 4, .circuits = rng.random_number_below(2) == 0});
  const Mesh mesh({4, 5});
  auto list = hot_spot_list({.mesh = {4, 5}, .region = {NodeId{3}}, .hot_share = rng.unit()}, 30, rng);
  for (ListedMessage& message : list) {
    message.ready = rng.unit() * 3;
    message.packets = rng.random_number_below(4);
  }
  const CollisionModel model = collision_model_of(list, mesh);
  for (const ListScheduler& scheduler : list_schedulers()) {
    if (scheduler.name == "exact") continue;
    const LeveledList leveled = levels_of(scheduler, model, rng);
    for (const LevelPace pace : {LevelPace::by_level, LevelPace::free}) {
      const ListRunResult result = run_list(machine, list, leveled, model.paths, {.pace = pace, .packet_bytes = 100});
      RC_ASSERT(result.report.network.discarded == 0);
      for (std::size_t i = 0; i < list.size(); ++i) {
        RC_ASSERT((result.completion_times[i] > 0ns) == (list[i].source != list[i].destination));
      }
    }
  }
}

TEST(CollisionGraphAlgorithms, ArePhasesWithoutContentionOnMeshAndHypercube) {
  const Catalogue catalogue = shipped_algorithms();
  Rng rng(1);
  for (const Machine& machine : {machines::mesh({.width = 4, .height = 2}), machines::ipsc860({.nodes = 8})}) {
    CommunicationMatrix matrix = dense_random(8, 3, 200, rng);
    Workload workload(matrix);
    for (const ListScheduler& scheduler : list_schedulers()) {
      if (scheduler.name == "exact") continue;
      const Algorithm& algorithm = catalogue.find("", scheduler.name);
      EXPECT_TRUE(verify(make_schedule(machine, algorithm, matrix, 1), matrix, machine.routes()).empty())
          << scheduler.name;
      EXPECT_EQ(run_exchange(machine, algorithm, workload).report.network.discarded, 0U) << scheduler.name;
    }
  }
}

TEST(CollisionGraphAlgorithms, TooLongListsAreRefusedByName) {
  Rng rng(1);
  const CommunicationMatrix matrix = dense_random(64, 16, 1, rng);
  const Catalogue catalogue = shipped_algorithms();
  EXPECT_THROW(make_schedule(machines::mesh(), catalogue.find("", "miscom_rerouted"), matrix, 1), UsageError);
}

}  // namespace
}  // namespace switchyard
