#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/exchange/payload.hpp"
#include "algorithms/matrix/generators.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

const Algorithm& shipped_algorithm(const std::string& name) {
  static const Catalogue catalogue = shipped_algorithms();
  return catalogue.find("test", name);
}

ExchangeResult run_exchange_on(const machines::Ipsc860Options& machine, const std::string& name,
                               const CommunicationMatrix& matrix, const ExchangeOptions& options = {}) {
  Workload workload(matrix);
  return run_exchange(machines::ipsc860(machine), shipped_algorithm(name), workload, options);
}

/// Makes a matrix of arbitrary messages between the nodes, for property tests. Some messages are long ones, which
/// reserve room in the system buffer of their receiver first.
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

RC_GTEST_PROP(Exchange, EveryAlgorithmDeliversEveryByteOnceOnEveryExecutorAndClock, ()) {
  const auto nodes = std::uint32_t{1} << *rc::gen::inRange(0U, 5U);
  const CommunicationMatrix matrix = arbitrary_matrix(nodes);
  for (const char* name : {"ac", "ac_unposted", "lp", "rs_n", "rs_nl"}) {
    for (const ExecutorKind executor : executors_under_test()) {
      for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
        ExchangeOptions options;
        options.run.seed = *rc::gen::arbitrary<std::uint64_t>();
        options.run.executor = executor;
        options.run.clock = clock;
        // run_exchange_on() throws unless every byte arrives.
        const ExchangeResult result = run_exchange_on({.nodes = nodes}, name, matrix, options);
        RC_ASSERT(result.report.network.discarded == 0U);
        RC_ASSERT(result.report.network.payload_bytes >= matrix.total_bytes());
      }
    }
  }
}

/// Tests exchanges of 256 nodes, because with so many nodes the emulator puts off copies of message data.
TEST(Exchange, EveryAlgorithmDeliversOnManyNodes) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(256, 4, 1000, rng);
  for (const char* name : {"ac", "ac_unposted", "lp", "rs_n", "rs_nl"}) {
    for (const ExecutorKind executor : executors_under_test()) {
      ExchangeOptions options;
      options.run.executor = executor;
      EXPECT_NO_THROW(run_exchange_on({.nodes = 256}, name, matrix, options)) << name;
    }
  }
}

/// Tests exchanges of 1024 nodes, because with so many nodes the emulator processes coming events of a node ahead of
/// time, also for nodes that run on other threads.
TEST(Exchange, DeliversWhereTheEngineLooksAhead) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(1024, 2, 1000, rng);
  for (const char* name : {"ac", "lp"}) {
    std::vector<std::uint64_t> hashes;
    for (const ExecutorKind executor : executors_under_test()) {
      ExchangeOptions options;
      options.run.executor = executor;
      hashes.push_back(run_exchange_on({.nodes = 1024}, name, matrix, options).report.trace_hash);
    }
    EXPECT_EQ(hashes.front(), hashes.back()) << name;
  }
}

/// Tests 1024 nodes of a CM-5, for which the emulator also processes coming events of the network ahead of time. Such
/// an event belongs to no node.
TEST(Exchange, DeliversWhereTheEngineLooksAheadToTheNetworkItself) {
  Rng rng(1);
  Workload workload(random_matrix_with_degree(1024, 2, 100, rng));
  for (const ExecutorKind executor : executors_under_test()) {
    ExchangeOptions options;
    options.run.executor = executor;
    EXPECT_NO_THROW(run_exchange(machines::cm5({.nodes = 1024}), shipped_algorithm("ac"), workload, options));
  }
}

TEST(Exchange, AcPostsItsReceivesAndNeedsNoSystemBuffer) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(16, 8, 1024, rng);
  EXPECT_NO_THROW(run_exchange_on({.nodes = 16, .system_buffer = 0}, "ac", matrix));
}

TEST(Exchange, AcUnpostedCompletesWithRoomForAllMessages) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(16, 8, 1024, rng);
  EXPECT_NO_THROW(run_exchange_on({.nodes = 16, .system_buffer = 8 * 1024}, "ac_unposted", matrix));
}

TEST(Exchange, AcUnpostedDeadlocksWhenTheSystemBuffersAreFull) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(16, 8, 1024, rng);
  try {
    run_exchange_on({.nodes = 16, .system_buffer = 2 * 1024}, "ac_unposted", matrix);
    FAIL() << "no deadlock";
  } catch (const DeadlockError& error) {
    EXPECT_FALSE(error.graph().cycles().empty());
    EXPECT_NE(std::string(error.what()).find("space in the system buffer of node"), std::string::npos) << error.what();
  }
}

TEST(Exchange, TwoNodesThatFillEachOthersBuffersAreTheCycleOfTheDeadlock) {
  const std::vector<Triplet> triplets{{NodeId{0}, NodeId{1}, 1000}, {NodeId{1}, NodeId{0}, 1000}};
  const auto matrix = CommunicationMatrix::from_triplets(2, triplets);
  try {
    run_exchange_on({.nodes = 2, .system_buffer = 500}, "ac_unposted", matrix);
    FAIL() << "no deadlock";
  } catch (const DeadlockError& error) {
    ASSERT_EQ(error.graph().cycles().size(), 1U);
    EXPECT_EQ(error.graph().cycles()[0], (std::vector<NodeId>{NodeId{0}, NodeId{1}}));
  }
}

TEST(Exchange, ForcedAcLosesNothingAsABarrierComesFirst) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(16, 8, 1024, rng);
  ExchangeOptions options;
  options.protocol = kForcedProtocol;
  EXPECT_EQ(run_exchange_on({.nodes = 16}, "ac", matrix, options).report.network.discarded, 0U);
  EXPECT_EQ(run_exchange_on({.nodes = 16}, "rs_n", matrix, options).report.network.discarded, 0U);
}

TEST(Exchange, ForcedMessagesWithoutPostedReceivesAreRefusedBeforeTheRun) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(16, 8, 1024, rng);
  ExchangeOptions options;
  options.protocol = kForcedProtocol;
  EXPECT_THROW(run_exchange_on({.nodes = 16}, "ac_unposted", matrix, options), UsageError);
}

TEST(Exchange, ACorruptedByteIsFound) {
  std::vector<std::byte> data(37);
  fill_payload(data, 3);
  EXPECT_FALSE(first_corrupted_byte(data, 3).has_value());
  EXPECT_TRUE(first_corrupted_byte(data, 5).has_value());
  for (std::size_t at = 0; at < data.size(); ++at) {
    data[at] ^= std::byte{1};
    EXPECT_EQ(first_corrupted_byte(data, 3), at);
    data[at] ^= std::byte{1};
  }
}

TEST(Exchange, AMessageThatDoesNotArriveIsNamed) {
  const std::vector<Triplet> triplets{{NodeId{0}, NodeId{1}, 64}};
  Workload workload(CommunicationMatrix::from_triplets(2, triplets));
  const Algorithm lazy{.name = "lazy",
                       .execution = [](Node&, const NodeTraffic&, std::span<const PlanStep>, Protocol) {}};
  try {
    run_exchange(machines::ipsc860({.nodes = 2}), lazy, workload);
    FAIL() << "nothing noticed";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data_lost);
    EXPECT_NE(std::string(error.what()).find("from node 0 to node 1"), std::string::npos) << error.what();
  }
}

TEST(Exchange, SchedulingAtRuntimeIsPaidOnTheMachineAndTheDataStillArrives) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(16, 4, 1024, rng);
  ExchangeOptions options;
  const ExchangeResult ahead = run_exchange_on({.nodes = 16}, "rs_n", matrix, options);
  options.scheduling = Scheduling::schedule_made_by_nodes_during_run;
  const ExchangeResult at_runtime = run_exchange_on({.nodes = 16}, "rs_n", matrix, options);
  EXPECT_EQ(ahead.schedule_cost, Duration{250} * static_cast<std::int64_t>(ahead.operations));
  // When a schedule is made at run time, the nodes must also gather the rows of the communication matrix, which takes
  // four steps of at least 95 + 10.3 us each on 16 nodes of the iPSC/860.
  EXPECT_GT(at_runtime.schedule_cost, ahead.schedule_cost + 4 * 105us);
}

TEST(Exchange, ReadySignalsMakeOneMoreCircuitAMessage) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(16, 4, 1024, rng);
  EXPECT_EQ(run_exchange_on({.nodes = 16}, "rs_nl", matrix).report.network.circuits, 4 * matrix.message_count());
  EXPECT_EQ(run_exchange_on({.nodes = 16}, "ac", matrix).report.network.circuits, 3 * matrix.message_count());
  ExchangeOptions options;
  options.protocol = kForcedProtocol;
  EXPECT_EQ(run_exchange_on({.nodes = 16}, "rs_nl", matrix, options).report.network.circuits,
            2 * matrix.message_count());
  EXPECT_EQ(run_exchange_on({.nodes = 16}, "ac", matrix, options).report.network.circuits, matrix.message_count());
}

TEST(Exchange, AMatrixForAnotherMachineIsRefused) {
  EXPECT_THROW(run_exchange_on({.nodes = 16}, "ac", complete(8, 4)), UsageError);
}

TEST(Catalogue, ShowsTheNearestName) {
  try {
    shipped_algorithm("rsnl");
    FAIL() << "found";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'rs_nl'?"), std::string::npos) << error.what();
  }
}

TEST(Catalogue, RefusesDuplicateAndInvalidNamesAndMissingExecutions) {
  Catalogue catalogue = shipped_algorithms();
  Algorithm ac = shipped_algorithm("ac");
  EXPECT_THROW(catalogue.add(ac), UsageError);
  ac.name = "mine";
  EXPECT_NO_THROW(catalogue.add(ac));
  ac.name = "other";
  ac.execution = nullptr;
  EXPECT_THROW(catalogue.add(ac), UsageError);
  ac.name = "Not a name";
  EXPECT_THROW(catalogue.add(ac), UsageError);
}

}  // namespace
}  // namespace switchyard
