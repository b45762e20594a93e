/// \file flow_network_bench.cpp
/// The host time of an event on the emulated fat tree of the CM-5; an event is the start or the end of a transfer, and
/// it changes the rates of other transfers. Each changed rate costs about the same host time, and the number of changed
/// rates grows more slowly than the number of transfers.
///
/// At any time seven eighths of the nodes send, each to a random node that receives from no other, as with blocking
/// messages; whenever a transfer ends, another one starts. With 32 nodes hardly any edge is full, unless all transfers
/// cross to the other half of the machine. Other benchmarks in this file carry out whole exchanges on an emulated CM-5,
/// which shows what sharing links among transfers costs for each message.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/generators.hpp"
#include "machines/cm5.hpp"
#include "machines/networks/flow_network.hpp"
#include "machines/topology/fat_tree.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Returns the capacities of the fat tree's edges in bytes of payload per nanosecond. Edges of
/// nodes and of clusters of 4 and 16 nodes can be bottlenecks on the CM-5. Edges of larger
/// clusters have the capacity of the edges of clusters of 16 nodes.
std::vector<double> edge_capacities(const FatTree& tree) {
  constexpr double kByLevel[] = {0.016, 0.032, 0.064};
  std::vector<double> result;
  for (std::uint32_t level = 0; level < tree.level_count(); ++level) {
    result.insert(result.end(), std::size_t{2} * tree.cluster_count(level), kByLevel[std::min(level, 2U)]);
  }
  return result;
}

/// Removes a random node from `idle` and returns it.
NodeId take_random_node(std::vector<NodeId>& idle, Rng& rng) {
  std::swap(idle[rng.random_number_below(idle.size())], idle.back());
  const NodeId node = idle.back();
  idle.pop_back();
  return node;
}

/// The transfers that are in progress on the fat tree of a CM-5.
class TransfersInProgress {
 public:
  TransfersInProgress(std::uint32_t nodes, bool crosses)
      : fat_tree_(nodes),
        flow_network_(edge_capacities(fat_tree_), 1.0 / 158),
        crosses_machine_halves_(crosses),
        receiver_of_sender_(nodes) {
    for (std::uint32_t i = 0; i < nodes; ++i) {
      idle_senders_.push_back(NodeId{i});
      idle_receivers_by_half_[machine_half_of(NodeId{i})].push_back(NodeId{i});
    }
    for (std::uint32_t i = 0; i < nodes - nodes / 8; ++i) start_transfer();
    flow_network_.compute_new_rates(current_time_);
  }

  /// Advances to the next time at which some transfer ends. Ends all transfers that end at that time, and starts a new
  /// transfer for each of them. Returns the number of transfers that have ended or started.
  std::int64_t advance_to_next_transfer_end() {
    current_time_ = flow_network_.next_end_time();
    std::int64_t ended = 0;
    for (; flow_network_.next_end_time() == current_time_; ++ended) {
      const NodeId sender{flow_network_.remove_next_ended_transfer()};
      idle_senders_.push_back(sender);
      const NodeId receiver = receiver_of_sender_[index(sender)];
      idle_receivers_by_half_[machine_half_of(receiver)].push_back(receiver);
    }
    for (std::int64_t i = 0; i < ended; ++i) start_transfer();
    flow_network_.compute_new_rates(current_time_);
    return 2 * ended;
  }

 private:
  /// Returns the half of the machine, 0 or 1, to which the node belongs; if transfers need not cross to the other half,
  /// all nodes count as half 0.
  std::size_t machine_half_of(NodeId node) const {
    return crosses_machine_halves_ && 2 * index(node) >= receiver_of_sender_.size() ? 1 : 0;
  }
  void start_transfer() {
    const NodeId from = take_random_node(idle_senders_, rng_);
    const NodeId to =
        take_random_node(idle_receivers_by_half_[crosses_machine_halves_ ? 1 - machine_half_of(from) : 0], rng_);
    receiver_of_sender_[index(from)] = to;
    path_edges_.clear();
    for (std::uint32_t level = 0; level < std::min(3U, FatTree::level_of_common_cluster(from, to)); ++level) {
      path_edges_.push_back(fat_tree_.up_edge(level, from));
      path_edges_.push_back(fat_tree_.down_edge(level, to));
    }
    flow_network_.start(current_time_, path_edges_, 16 * (1 + rng_.random_number_below(4096)), index(from));
  }

  FatTree fat_tree_;
  FlowNetwork flow_network_;
  bool crosses_machine_halves_;
  Rng rng_{1};
  VirtualTime current_time_{};
  std::vector<NodeId> idle_senders_;  ///< nodes that are not sending at present
  /// The nodes that are not receiving at present, in one list for each half of the machine.
  std::array<std::vector<NodeId>, 2> idle_receivers_by_half_;
  /// For each sending node, the node that receives its present transfer.
  std::vector<NodeId> receiver_of_sender_;
  std::vector<EdgeId> path_edges_;
};

void share(benchmark::State& state) {
  TransfersInProgress traffic(static_cast<std::uint32_t>(state.range(0)), state.range(1) != 0);
  std::int64_t changes = 0;
  for (auto iteration : state) changes += traffic.advance_to_next_transfer_end();
  state.counters["s/change"] =
      benchmark::Counter(static_cast<double>(changes), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(share)->ArgNames({"nodes", "crosses"})->ArgsProduct({{32, 256, 4096}, {0, 1}});

/// Returns a matrix of 16 complete rounds of pairwise exchanges: in each round node i exchanges messages with node i
/// xor k, for 16 values of k that lead to all distances in the fat tree.
CommunicationMatrix matrix_of_16_exchanges(std::uint32_t nodes, std::uint64_t bytes) {
  std::vector<Triplet> messages;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (std::uint32_t step = 1; step <= 16; ++step) {
      messages.push_back({NodeId{i}, NodeId{i ^ (step * (nodes / 16) - 1)}, bytes});
    }
  }
  return CommunicationMatrix::from_triplets(nodes, messages);
}

/// Measures the processor time per message of carrying out a matrix on an emulated CM-5. The matrix is carried out
/// several times in each run, so that making the schedule and clearing the buffers hardly count.
void measure_on_cm5(benchmark::State& state, const char* name, const CommunicationMatrix& matrix) {
  constexpr std::uint64_t kReuse = 4;
  const Machine machine = machines::cm5({.nodes = matrix.node_count()});
  const Algorithm algorithm = shipped_algorithms().find("benchmark", name);
  Workload workload(matrix);
  ExchangeOptions options;
  options.reuse = kReuse;
  options.run.executor = ExecutorKind::fibers;
  for (auto iteration : state) run_exchange(machine, algorithm, workload, options);
  const auto messages = static_cast<double>(matrix.message_count() * kReuse);
  state.counters["s/message"] =
      benchmark::Counter(messages, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// Measures an exchange in phases, in which all nodes do the same thing at the same time.
void phases_on_cm5(benchmark::State& state) {
  measure_on_cm5(state, "ps", matrix_of_16_exchanges(static_cast<std::uint32_t>(state.range(0)), 1024));
}
BENCHMARK(phases_on_cm5)
    ->ArgName("nodes")
    ->RangeMultiplier(4)
    ->Range(64, 4096)
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

/// Measures sending all messages of a random matrix at once, so that each start or end of a transfer changes the rates
/// of many other transfers.
void all_at_once_on_cm5(benchmark::State& state) {
  Rng rng(1);
  measure_on_cm5(state, "ac", random_matrix_with_degree(static_cast<std::uint32_t>(state.range(0)), 16, 1024, rng));
}
BENCHMARK(all_at_once_on_cm5)
    ->ArgName("nodes")
    ->RangeMultiplier(4)
    ->Range(64, 256)
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace switchyard
