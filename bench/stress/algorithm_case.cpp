#include "bench/stress/algorithm_case.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "algorithms/exchange/exchange_run.hpp"

namespace switchyard {
namespace {

using MatrixTriplets = std::vector<Triplet>;

MatrixTriplets triplets_of_matrix(const CommunicationMatrix& matrix) {
  MatrixTriplets messages;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) messages.push_back({NodeId{i}, entry.destination, entry.bytes});
  }
  return messages;
}

std::set<NodeId> nodes_of_triplets(const MatrixTriplets& messages) {
  std::set<NodeId> nodes;
  for (const Triplet& message : messages) nodes.insert({message.source, message.destination});
  return nodes;
}

}  // namespace

/// The received bytes are verified after the run and not by the nodes during the run, because an error that a node
/// throws would not say whether a message was lost or corrupted.
RunReport AlgorithmTrial::run(const Machine& machine, const RunOptions& options) {
  ExchangeOptions exchange;
  exchange.run = options;
  exchange.protocol = algorithm_run_setup_.protocol;
  exchange.verify = false;
  workload_.clear_received_data();
  RunReport report = run_exchange(machine, algorithm_run_setup_.algorithm, workload_, exchange).report;
  for (std::uint32_t i = 0; i < machine.node_count(); ++i) workload_.verify(NodeId{i});
  return report;
}

std::shared_ptr<const StressCase> AlgorithmStressTestCase::case_with_messages(const Machine& machine,
                                                                              const MatrixTriplets& messages) const {
  AlgorithmRunSetup work = algorithm_run_setup_;
  work.machine = machine;
  work.matrix = CommunicationMatrix::from_triplets(machine.node_count(), messages);
  return std::make_shared<AlgorithmStressTestCase>(std::move(work));
}

std::shared_ptr<const StressCase> AlgorithmStressTestCase::case_on_machine(const Machine& machine) const {
  MatrixTriplets messages = triplets_of_matrix(algorithm_run_setup_.matrix);
  const std::set<NodeId> busy = nodes_of_triplets(messages);
  if (busy.size() > machine.node_count()) return nullptr;
  const auto number = [&](NodeId node) {
    return NodeId{static_cast<std::uint32_t>(std::distance(busy.begin(), busy.find(node)))};
  };
  for (Triplet& message : messages) message = {number(message.source), number(message.destination), message.bytes};
  return case_with_messages(machine, messages);
}

std::uint32_t AlgorithmStressTestCase::fewest_nodes() const {
  return std::max(static_cast<std::uint32_t>(nodes_of_triplets(triplets_of_matrix(algorithm_run_setup_.matrix)).size()),
                  2U);
}

std::vector<std::vector<std::size_t>> AlgorithmStressTestCase::groups_of_test_case_parts() const {
  const MatrixTriplets messages = triplets_of_matrix(algorithm_run_setup_.matrix);
  std::map<NodeId, std::vector<std::size_t>> of_node;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    of_node[messages[i].source].push_back(i);
    if (messages[i].destination != messages[i].source) of_node[messages[i].destination].push_back(i);
  }
  std::vector<std::vector<std::size_t>> all;
  for (auto& [node, numbers] : of_node) all.push_back(std::move(numbers));
  return all;
}

std::shared_ptr<const StressCase> AlgorithmStressTestCase::make_test_case_with_given_parts(
    std::span<const std::size_t> kept) const {
  const MatrixTriplets messages = triplets_of_matrix(algorithm_run_setup_.matrix);
  MatrixTriplets rest;
  for (const std::size_t number : kept) rest.push_back(messages[number]);
  return case_with_messages(algorithm_run_setup_.machine, rest);
}

std::shared_ptr<const StressCase> AlgorithmStressTestCase::case_with_smaller_parts() const {
  MatrixTriplets halved = triplets_of_matrix(algorithm_run_setup_.matrix);
  const bool all_empty = std::ranges::all_of(halved, [](const Triplet& message) { return message.bytes == 0; });
  if (all_empty) return nullptr;
  for (Triplet& message : halved) message.bytes /= 2;
  return case_with_messages(algorithm_run_setup_.machine, halved);
}

const AlgorithmRunSetup* algorithm_setup_of_case(const StressCase& stressed) noexcept {
  const auto* const known = dynamic_cast<const AlgorithmStressTestCase*>(&stressed);
  return known == nullptr ? nullptr : &known->work();
}

}  // namespace switchyard
