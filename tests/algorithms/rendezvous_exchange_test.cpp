#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/matrix/generators.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

ExchangeResult run_exchange_on(const Machine& machine, const std::string& name, const CommunicationMatrix& matrix,
                               const ExchangeOptions& options = {}) {
  static const Catalogue catalogue = shipped_algorithms();
  Workload workload(matrix);
  return run_exchange(machine, catalogue.find("test", name), workload, options);
}

Duration exchange_time_on_cm5(const std::string& name, const CommunicationMatrix& matrix) {
  return run_exchange_on(machines::cm5({.nodes = matrix.node_count()}), name, matrix).communication_cost;
}

std::vector<Machine> machines_under_test(std::uint32_t nodes) {
  return {machines::cm5({.nodes = nodes}), machines::ipsc860({.nodes = nodes})};
}

/// Runs the exchange of a communication matrix on several machines, with each executor, and both under the virtual
/// clock and without any clock (ClockKind::off). Throws unless every byte arrives.
void run_exchange_on_all_machines_and_clocks(const std::string& name, const CommunicationMatrix& matrix,
                                             std::uint64_t seed) {
  for (const Machine& machine : machines_under_test(matrix.node_count())) {
    for (const ExecutorKind executor : executors_under_test()) {
      for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
        ExchangeOptions options;
        options.run.seed = seed;
        options.run.executor = executor;
        options.run.clock = clock;
        const ExchangeResult result = run_exchange_on(machine, name, matrix, options);
        RC_ASSERT(result.report.network.discarded == 0U);
        RC_ASSERT(result.report.network.payload_bytes >= matrix.total_bytes());
      }
    }
  }
}

/// Makes a matrix of arbitrary messages of arbitrary sizes between the nodes, for property tests.
CommunicationMatrix arbitrary_matrix(std::uint32_t nodes) {
  std::vector<Triplet> triplets;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (std::uint32_t j = 0; j < nodes; ++j) {
      if (i == j || !*rc::gen::arbitrary<bool>()) continue;
      triplets.push_back({NodeId{i}, NodeId{j}, *rc::gen::element<std::uint64_t>(0, 1, 7, 100, 101, 1000)});
    }
  }
  return CommunicationMatrix::from_triplets(nodes, triplets);
}

RC_GTEST_PROP(RendezvousExchange, DeliversEveryByteOnEveryMachineExecutorAndClock, ()) {
  const CommunicationMatrix matrix = arbitrary_matrix(1U << *rc::gen::inRange(1U, 5U));
  for (const char* name : {"ls", "ps", "bs", "gs"})
    run_exchange_on_all_machines_and_clocks(name, matrix, *rc::gen::arbitrary<std::uint64_t>());
}

/// Tests 256 nodes, because with so many nodes the emulator puts off copies of message data. Recursive exchange
/// forwards bytes that have arrived just before, so that a put-off copy must be done in time.
TEST(RendezvousExchange, ForwardsReceivedBytesOnManyNodes) {
  const CommunicationMatrix matrix = complete(256, 8);
  EXPECT_NO_THROW(run_exchange_on(machines::ipsc860({.nodes = 256}), "rex", matrix, {}));
  EXPECT_NO_THROW(run_exchange_on(machines::cm5({.nodes = 256}), "rex", matrix, {}));
}

RC_GTEST_PROP(RendezvousExchange, OfACompletePatternDeliversEveryByteOnEveryMachineExecutorAndClock, ()) {
  const CommunicationMatrix matrix =
      complete(1U << *rc::gen::inRange(1U, 5U), *rc::gen::element<std::uint64_t>(0, 1, 7, 100, 101, 1000));
  for (const char* name : {"lex", "pex", "bex", "rex"}) {
    run_exchange_on_all_machines_and_clocks(name, matrix, *rc::gen::arbitrary<std::uint64_t>());
  }
}

// The times of messages between two nodes of the CM-5 are computed by hand. If both nodes start together, the receiver
// of a message of no bytes continues after 88 us, and its sender after 44 + 12 + 1 = 57 us. A message of m bytes, where
// m is a multiple of 16, takes 12 us and 158 ns a byte more.

constexpr Duration kTimeOfZeroBytes = 88us;
constexpr Duration kTimeOf512Bytes = 88us + 12us + 512 * 158ns;

TEST(RendezvousExchange, OfTwoNodesTakesTwoMessagesOneAfterTheOther) {
  for (const char* name : {"ps", "bs", "gs", "pex", "bex"}) {
    EXPECT_EQ(exchange_time_on_cm5(name, complete(2, 0)), 2 * kTimeOfZeroBytes) << name;
    EXPECT_EQ(exchange_time_on_cm5(name, complete(2, 512)), 2 * kTimeOf512Bytes) << name;
  }
}

TEST(RendezvousExchange, LetsTheLowerNodeReceiveFirst) {
  const RunReport report = run_exchange_on(machines::cm5({.nodes = 2}), "ps", complete(2, 0)).report;
  EXPECT_EQ(report.finished[0], VirtualTime{88us + 57us});
  EXPECT_EQ(report.finished[1], VirtualTime{88us + 88us});
}

/// On four nodes, each of the three steps of pairwise exchange takes 2 x 88 us, for a message in each direction. The
/// node that ends a step last, at 176 us or at 352 us, delays the next step, because its next partner waits for it.
TEST(RendezvousExchange, PairwiseOfFourNodesTakesThreeExchanges) {
  EXPECT_EQ(exchange_time_on_cm5("pex", complete(4, 0)), 3 * 2 * kTimeOfZeroBytes);
}

/// In algorithm ls, node 2's request to send comes long before node 0 posts its receive from node 2, at 88 us. From
/// then on the message takes 6 + 12 + 32 us.
TEST(RendezvousExchange, LinearReceivesFromOneSourceAfterTheOther) {
  const std::vector<Triplet> triplets{{NodeId{1}, NodeId{0}, 0}, {NodeId{2}, NodeId{0}, 0}};
  const RunReport report =
      run_exchange_on(machines::cm5({.nodes = 4}), "ls", CommunicationMatrix::from_triplets(4, triplets)).report;
  EXPECT_EQ(report.finished[1], VirtualTime{57us});
  EXPECT_EQ(report.finished[2], VirtualTime{88us + 6us + 12us + 1us});
  EXPECT_EQ(report.makespan, 88us + 6us + 12us + 32us);
}

/// Recursive exchange of two nodes makes four copies, one after another: the lower node packs, the higher node unpacks
/// and packs, and the lower node unpacks.
TEST(RecursiveExchange, PacksAndUnpacksAtTheMachinesCopyRate) {
  EXPECT_EQ(exchange_time_on_cm5("rex", complete(2, 512)), 2 * kTimeOf512Bytes + 4 * 512 * 50ns);
}

TEST(RecursiveExchange, TakesLogNSteps) {
  for (const std::uint32_t steps : {1U, 2U, 5U}) {
    const ExchangeResult result =
        run_exchange_on(machines::cm5({.nodes = 1U << steps}), "rex", complete(1U << steps, 0));
    EXPECT_EQ(result.communication_cost, steps * 2 * kTimeOfZeroBytes);
    EXPECT_EQ(result.report.network.messages, (std::uint64_t{1} << steps) * steps);
  }
}

/// On eight nodes, recursive exchange has three steps, in each of which a node sends half of all blocks, which is four
/// blocks of 100 bytes.
TEST(RecursiveExchange, SendsHalfOfAllBlocksInEachStep) {
  EXPECT_EQ(run_exchange_on(machines::cm5({.nodes = 8}), "rex", complete(8, 100)).report.network.payload_bytes,
            8 * 3 * 400U);
}

std::string usage_error_of_exchange(const std::string& name, const CommunicationMatrix& matrix,
                                    const ExchangeOptions& options = {}) {
  try {
    run_exchange_on(machines::ipsc860({.nodes = matrix.node_count()}), name, matrix, options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CompleteExchange, RefusesOtherMatricesBeforeTheRun) {
  const std::vector<Triplet> unequal{{NodeId{0}, NodeId{1}, 1}, {NodeId{1}, NodeId{0}, 2}};
  Rng rng(1);
  for (const char* name : {"lex", "pex", "bex", "rex"}) {
    EXPECT_NE(usage_error_of_exchange(name, random_matrix_with_degree(8, 3, 16, rng)).find("complete exchange"),
              std::string::npos)
        << name;
    EXPECT_NE(usage_error_of_exchange(name, CommunicationMatrix::from_triplets(2, unequal)).find("one size"),
              std::string::npos)
        << name;
    EXPECT_EQ(usage_error_of_exchange(name, complete(8, 16)), "") << name;
  }
}

TEST(RendezvousExchange, RefusesForcedMessagesAsReceivesAreNotPostedInAdvance) {
  ExchangeOptions options;
  options.protocol = kForcedProtocol;
  for (const char* name : {"ls", "ps", "bs", "gs", "lex", "pex", "bex", "rex"}) {
    EXPECT_NE(usage_error_of_exchange(name, complete(4, 16), options).find("forced"), std::string::npos) << name;
  }
}

/// Exchanges with blocking sends and receives need no system buffer, because in every state there is a node that can go
/// on and for which other nodes wait.
TEST(RendezvousExchange, CompletesOnAMachineWithoutRoomForMessages) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_percent_matrix(16, 50, 1000, rng);
  for (const char* name : {"ls", "ps", "bs", "gs"}) {
    EXPECT_NO_THROW(run_exchange_on(machines::ipsc860({.nodes = 16, .system_buffer = 0}), name, matrix)) << name;
  }
}

/// Ponnusamy et al. 1992, sec. 3.5, fig. 5, ranks the algorithms for complete exchanges on 32 nodes in this order.
TEST(CompleteExchange, IsFastestByLogNStepsWithoutBytesAndBalancedWithMany) {
  std::map<std::string, Duration> empty, long_messages;
  for (const char* name : {"lex", "pex", "bex", "rex"}) {
    empty[name] = exchange_time_on_cm5(name, complete(32, 0));
    long_messages[name] = exchange_time_on_cm5(name, complete(32, 2048));
  }
  EXPECT_LT(empty["rex"], std::min(empty["pex"], empty["bex"]));
  EXPECT_LT(long_messages["bex"], long_messages["pex"]);
  EXPECT_LT(long_messages["pex"], long_messages["rex"]);
  EXPECT_GT(empty["lex"], 4 * empty["pex"]);
  EXPECT_GT(long_messages["lex"], 4 * long_messages["pex"]);
}

/// In this complete exchange on the CM-5, a data transfer starts at the very instant at which another transfer ends, in
/// one event. The network must nevertheless schedule an event for the next end of a transfer; otherwise the run would
/// seem to deadlock.
TEST(CompleteExchange, OfManyNodesOnTheCm5Completes) {
  ExchangeOptions options;
  options.verify = false;
  options.run.executor = executors_under_test().back();
  const std::uint32_t nodes = kIsSanitized ? 64 : 256;
  const CommunicationMatrix matrix = complete(nodes, 2048);
  const ExchangeResult result = run_exchange_on(machines::cm5({.nodes = nodes}), "bex", matrix, options);
  EXPECT_EQ(result.report.network.messages, nodes * (nodes - 1));
}

/// Ponnusamy et al. 1992, table 11, for irregular matrices: the linear schedule is worst at all densities. The greedy
/// schedule is best up to a density of 25 %, and at 75 % it is worse than the pairwise and the balanced schedule.
TEST(IrregularSchedules, RankAsInTheTable) {
  Rng rng(1);
  for (const int density : {10, 25, 75}) {
    const CommunicationMatrix matrix = random_percent_matrix(32, density, 256, rng);
    const Duration linear = exchange_time_on_cm5("ls", matrix), greedy = exchange_time_on_cm5("gs", matrix);
    const Duration pairwise = exchange_time_on_cm5("ps", matrix), balanced = exchange_time_on_cm5("bs", matrix);
    EXPECT_GT(linear, std::max({greedy, pairwise, balanced})) << density;
    EXPECT_EQ(greedy < std::min(pairwise, balanced), density < 50) << density;
    EXPECT_EQ(greedy > std::max(pairwise, balanced), density > 50) << density;
  }
}

}  // namespace
}  // namespace switchyard
