#include "algorithms/exchange/exchange_pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "algorithms/schedule/linear.hpp"
#include "algorithms/schedule/lp.hpp"
#include "algorithms/schedule/pairwise.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMessageBytes = 20;

const Algorithm& algorithm_with_formula(const std::string& name) {
  static const Catalogue catalogue = shipped_algorithms();
  return catalogue.find("test", name);
}

/// Expects that the formula, which computes a node's steps one at a time, gives each node the same steps as a stored
/// list (ScheduleStepsByNode) of the schedule's steps.
void expect_formula_gives_steps(const Schedule& schedule, const StepFormula& formula) {
  const std::uint32_t nodes = schedule.node_count();
  const ScheduleStepsByNode plans(schedule);
  EXPECT_EQ(formula.phase_count(nodes), schedule.phase_count());
  for (std::uint32_t i = 0; i < nodes; ++i) {
    const auto plan = plans.steps_of_node(NodeId{i});
    ASSERT_EQ(formula.step_count(nodes), plan.size());
    for (std::uint32_t k = 0; k < plan.size(); ++k) {
      PlanStep step = formula.step(nodes, NodeId{i}, k);
      if (step.send) step.send->bytes = kMessageBytes;
      if (step.receive) step.receive->bytes = kMessageBytes;
      EXPECT_EQ(step, plan[k]) << "node " << i << " of " << nodes << ", step " << k;
    }
  }
}

TEST(StepFormula, GivesTheStepsOfTheSchedule) {
  for (const std::uint32_t nodes : {2U, 3U, 4U, 7U, 16U, 32U}) {
    const CommunicationMatrix matrix = complete(nodes, kMessageBytes);
    expect_formula_gives_steps(make_linear_schedule(matrix), gather_formula());
    if ((nodes & (nodes - 1)) != 0) continue;
    expect_formula_gives_steps(make_pairwise_schedule(matrix), pairwise_formula());
    expect_formula_gives_steps(make_balanced_schedule(matrix), shifted_pairwise_formula());
    expect_formula_gives_steps(make_linear_permutation_schedule(matrix), pairwise_formula());
  }
}

ExchangeResult run_complete_exchange(const Machine& machine, const Algorithm& algorithm, ExecutorKind executor,
                                     bool keep) {
  Workload workload(complete(machine.node_count(), 100));
  ExchangeOptions options;
  options.reuse = 2;
  options.run.executor = executor;
  options.keep_received_data = keep;
  ExchangeResult result = run_exchange(machine, algorithm, workload, options);
  EXPECT_EQ(workload.has_buffers(), keep || !algorithm.formula) << algorithm.name;
  return result;
}

TEST(ExchangePieces, GiveTheSameEventsAsStoredPlans) {
  const std::vector<Machine> machines{machines::cm5({.nodes = 32}), machines::ipsc860({.nodes = 32})};
  for (const Machine& machine : machines) {
    for (const char* name : {"ps", "bs", "ls", "pex", "bex", "lex", "lp", "linear"}) {
      for (const ExecutorKind executor : executors_under_test()) {
        const ExchangeResult stored = run_complete_exchange(machine, algorithm_with_formula(name), executor, true);
        const ExchangeResult made = run_complete_exchange(machine, algorithm_with_formula(name), executor, false);
        EXPECT_EQ(made.report.trace_hash, stored.report.trace_hash) << name << " on " << machine.name();
        EXPECT_EQ(made.communication_cost, stored.communication_cost) << name;
        EXPECT_EQ(made.phases, stored.phases) << name;
        EXPECT_EQ(made.report.network.payload_bytes, stored.report.network.payload_bytes) << name;
      }
    }
  }
}

/// Makes an exchange algorithm with a bug: it sends every message, but puts wrong bytes into the message from node 3 to
/// node 30, namely those of another message or, if `empty` is true, zeros.
Algorithm faulty_pairwise_algorithm(bool empty) {
  Algorithm algorithm = algorithm_with_formula("pex");
  algorithm.execution = [empty](Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol) {
    const std::vector<std::byte> nothing(100);
    for (const PlanStep& step : plan) {
      const Handle incoming = self.post_receive(step.receive->peer, traffic.from(step.receive->peer).data);
      const bool wrong = self.id() == NodeId{3} && step.send->peer == NodeId{30};
      std::span<const std::byte> data = traffic.to(step.send->peer).data;
      if (wrong) data = empty ? std::span<const std::byte>(nothing) : traffic.sends().front().data;
      self.send(step.send->peer, data);
      self.wait(incoming);
    }
  };
  return algorithm;
}

std::string error_text_of_complete_exchange(const Algorithm& algorithm, bool keep) {
  try {
    run_complete_exchange(machines::cm5({.nodes = 32}), algorithm, ExecutorKind::fibers, keep);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

TEST(ExchangePieces, AWrongByteIsReportedAsWithStoredPlans) {
  for (const bool empty : {false, true}) {
    const std::string found = error_text_of_complete_exchange(faulty_pairwise_algorithm(empty), false);
    EXPECT_NE(found.find("from node 3 to node 30"), std::string::npos) << found;
    EXPECT_NE(found.find(empty ? "is lost" : "is corrupted"), std::string::npos) << found;
    const std::string with_plans = error_text_of_complete_exchange(faulty_pairwise_algorithm(empty), true);
    EXPECT_EQ(found.substr(0, found.find(" from byte")), with_plans.substr(0, with_plans.find(" from byte")));
  }
}

TEST(ExchangePieces, BytesWrittenIntoAWorkloadAreSent) {
  Workload workload(complete(4, 8));
  const std::span<std::byte> message = workload.bytes_to_send(NodeId{1}, NodeId{2});
  std::ranges::fill(message, std::byte{0x7f});
  ExchangeOptions options;
  options.verify = false;
  options.keep_received_data = false;
  run_exchange(machines::cm5({.nodes = 4}), algorithm_with_formula("pex"), workload, options);
  EXPECT_TRUE(std::ranges::equal(workload.traffic(NodeId{2}).from(NodeId{1}).data, message));
}

}  // namespace
}  // namespace switchyard
