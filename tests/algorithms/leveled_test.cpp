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

/// Makes a mesh of 4 x 1 nodes, on which a message takes 40 us of software overhead (20 us at either end), 100 ns for
/// each link, and 10.16 us for 1000 B with their header.
Machine mesh_row_of_four_nodes() { return machines::mesh({.width = 4, .height = 1}); }

MessageListRunResult run_by_fcfs_levels(const std::vector<ListedMessage>& list, TimeStepSynchronization pace) {
  const Machine machine = mesh_row_of_four_nodes();
  const CollisionModel model(MessagePaths(list, machine.routes()));
  return run_leveled_list(machine, list, fcfs_levels(model), model.paths,
                          {.time_step_synchronization = pace, .packet_bytes = 1000, .time_unit = 10us});
}

TEST(RunList, ABarrierSeparatesLevelsAndFreeMessagesWaitOnlyForLinks) {
  const std::vector<ListedMessage> list{{.id = 1, .source = NodeId{0}, .destination = NodeId{3}},
                                        {.id = 2, .source = NodeId{1}, .destination = NodeId{2}}};
  const MessageListRunResult by_level = run_by_fcfs_levels(list, TimeStepSynchronization::by_level);
  // Message 1 takes 20 us of software, 0.3 us for three links, 10.16 us for its bytes, and 20 us of software.
  EXPECT_EQ(by_level.completion_times[0], 50460ns);
  // Message 2 is in the second level. Its time is that of the first level, two steps of 40 us of the barrier between
  // the levels, and 50.26 us of the message itself.
  EXPECT_EQ(by_level.completion_times[1], 50460ns + 80us + 50260ns);
  const MessageListRunResult free = run_by_fcfs_levels(list, TimeStepSynchronization::without_barriers);
  EXPECT_EQ(free.completion_times[1], 50260ns);
  // Without barriers, message 1 waits until 30.26 us for link 1-2, which message 2 uses. Then come two links, 10.16 us
  // for its bytes, and 20 us of software.
  EXPECT_EQ(free.completion_times[0], 60620ns);
}

TEST(RunList, MessagesWaitUntilTheyAreReadyAndMayDifferInLength) {
  const std::vector<ListedMessage> list{
      {.id = 1, .ready_time = 3, .packet_count = 1, .source = NodeId{0}, .destination = NodeId{1}},
      {.id = 2, .ready_time = 1, .packet_count = 5, .source = NodeId{2}, .destination = NodeId{3}}};
  const MessageListRunResult result = run_by_fcfs_levels(list, TimeStepSynchronization::without_barriers);
  // Message 1 becomes ready two time units (20 us) after message 2.
  EXPECT_EQ(result.completion_times[0], 20us + 50260ns);
  // Message 2 has 5016 B with its header, and takes 90.26 us in all.
  EXPECT_EQ(result.completion_times[1], 90260ns);
}

TEST(RunList, RefusesTooLargeValuesAndListsThatDoNotMatchTheirLevels) {
  const Machine machine = mesh_row_of_four_nodes();
  std::vector<ListedMessage> list{{.id = 1, .source = NodeId{0}, .destination = NodeId{3}}};
  const CollisionModel model(MessagePaths(list, machine.routes()));
  const MessageListSchedule message_list_schedule = fcfs_levels(model);
  list[0].packet_count = ~std::uint64_t{0};
  EXPECT_THROW(run_leveled_list(machine, list, message_list_schedule, model.paths), UsageError);
  list[0].packet_count = 1;
  list[0].ready_time = 1e300;
  EXPECT_THROW(run_leveled_list(machine, list, message_list_schedule, model.paths), UsageError);
  list.clear();
  EXPECT_THROW(run_leveled_list(machine, list, message_list_schedule, model.paths), UsageError);
}

RC_GTEST_PROP(RunList, EveryByteArrivesWhateverTheScheduler, (std::uint64_t seed)) {
  Rng rng(seed);
  const Machine machine = machines::mesh({.width = 5, .height = 4, .circuits = rng.random_number_below(2) == 0});
  const Mesh mesh({4, 5});
  auto list =
      hot_spot_list({.mesh = {4, 5}, .hot_region = {NodeId{3}}, .hot_destination_probability = rng.unit()}, 30, rng);
  for (ListedMessage& message : list) {
    message.ready_time = rng.unit() * 3;
    message.packet_count = rng.random_number_below(4);
  }
  const CollisionModel model = collision_model_of(list, mesh);
  for (const ListScheduler& scheduler : list_schedulers()) {
    if (scheduler.name == "exact") continue;
    const MessageListSchedule message_list_schedule = compute_levels_checked(scheduler, model, rng);
    for (const TimeStepSynchronization pace :
         {TimeStepSynchronization::by_level, TimeStepSynchronization::without_barriers}) {
      const MessageListRunResult result = run_leveled_list(machine, list, message_list_schedule, model.paths,
                                                           {.time_step_synchronization = pace, .packet_bytes = 100});
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
    CommunicationMatrix matrix = random_matrix_with_degree(8, 3, 200, rng);
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
  const CommunicationMatrix matrix = random_matrix_with_degree(64, 16, 1, rng);
  const Catalogue catalogue = shipped_algorithms();
  EXPECT_THROW(make_schedule(machines::mesh(), catalogue.find("", "miscom_rerouted"), matrix, 1), UsageError);
}

}  // namespace
}  // namespace switchyard
