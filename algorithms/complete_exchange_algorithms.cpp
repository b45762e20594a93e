#include "algorithms/complete_exchange_algorithms.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "algorithms/exchange/multiphase.hpp"
#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/exchange/stepwise.hpp"
#include "algorithms/schedule/complete_exchange.hpp"
#include "algorithms/schedule/lp.hpp"

namespace switchyard {
namespace {

std::string bokhari_citation(const char* place) { return fmt::format("Bokhari 1991 (ICASE 91-4), {}", place); }

Algorithm naive_exchange_algorithm() {
  return {.name = "naive",
          .summary = "all send to nodes 0, 1, ... in turn; in step with each other at the start only",
          .source = bokhari_citation("sec. 4, fig. 6"),
          .needs = "nothing",
          .guarantees = "nothing: links into one node are wanted by all",
          .protocol = kForcedProtocol,
          .avoids_link_contention = NoLinkContention::everywhere,
          .scheduler = [](const CommunicationMatrix& matrix, const Routes& routes,
                          Rng&) { return make_naive_exchange_schedule(matrix, routes); },
          .execution = run_steps_after_barrier,
          .collective_pace = ExchangePace::synchronised};
}

Algorithm linear_exchange_algorithm() {
  return {.name = "linear",
          .summary = "node i sends to node i + k in step k; in step with each other at the start only",
          .source = bokhari_citation("sec. 4.1, fig. 7"),
          .needs = "nothing",
          .guarantees = "no node contention within a phase, and on a hypercube no link contention",
          .protocol = kForcedProtocol,
          .avoids_link_contention = NoLinkContention::on_hypercubes,
          .scheduler = [](const CommunicationMatrix& matrix, const Routes&,
                          Rng&) { return make_linear_exchange_schedule(matrix); },
          .execution = run_steps_after_barrier,
          .collective_pace = ExchangePace::synchronised};
}

Algorithm stable_exchange_algorithm() {
  return {.name = "stable",
          .summary = "as linear, in n steps in which no link is used twice in a row; tolerates drift",
          .source = bokhari_citation("sec. 4.2, fig. 9"),
          .needs = "an even number of nodes",
          .guarantees = "no node contention within a phase, and on a hypercube no link contention",
          .protocol = kForcedProtocol,
          .avoids_link_contention = NoLinkContention::on_hypercubes,
          .needs_even_node_count = true,
          .scheduler = [](const CommunicationMatrix& matrix, const Routes&,
                          Rng&) { return make_stable_exchange_schedule(matrix); },
          .execution = run_steps_with_idle_periods};
}

Algorithm pairwise_exchange_algorithm(const char* name, const char* summary, Protocol protocol,
                                      Algorithm::Execution execution, std::optional<ExchangePace> pace = std::nullopt) {
  return {.name = name,
          .summary = summary,
          .source = bokhari_citation("sec. 4.1 and 5, fig. 8"),
          .needs = "a power of two of nodes",
          .guarantees = "one partner a node within a phase, and on a hypercube no link contention",
          .protocol = protocol,
          .avoids_link_contention = NoLinkContention::on_hypercubes,
          .needs_power_of_two_nodes = true,
          .scheduler = [](const CommunicationMatrix& matrix, const Routes&,
                          Rng&) { return make_linear_permutation_schedule(matrix); },
          .execution = std::move(execution),
          .collective_pace = pace};
}

/// Returns a catalogue entry with the fields that are common to all algorithms in which blocks travel by way of other
/// nodes (store and forward).
Algorithm forwarding_algorithm(const char* name, const char* summary, Protocol protocol) {
  return {.name = name,
          .summary = summary,
          .source = bokhari_citation("sec. 4.3 and 5"),
          .needs = "a complete exchange; a power of two of nodes",
          .guarantees = "one partner a node within a step",
          .protocol = protocol,
          .needs_power_of_two_nodes = true,
          .complete_exchange = true};
}

Algorithm standard_exchange_algorithm(const char* name, const char* summary, Protocol protocol) {
  Algorithm algorithm = forwarding_algorithm(name, summary, protocol);
  algorithm.execution = [](Node& self, const NodeTraffic& traffic, std::span<const PlanStep>, Protocol used) {
    run_standard_exchange(self, traffic, used);
  };
  return algorithm;
}

/// Remembers which partition of the hypercube's dimensions is best for a multiphase exchange,
/// because finding it takes longer than an exchange.
class BestPartitionCache {
 public:
  DimensionPartition find_best_partition(const Machine& machine, std::uint64_t bytes, Protocol protocol) {
    std::string constants = machine.name();
    for (const Constant& constant : machine.model().constants()) constants += fmt::format(" {}", constant.value);
    const std::tuple key{std::move(constants), machine.node_count(), bytes, protocol};
    const std::lock_guard lock(mutex_);
    const auto found = best_partitions_.find(key);
    if (found != best_partitions_.end()) return found->second;
    return best_partitions_.emplace(key, best_dimension_partition(machine, bytes, protocol)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::tuple<std::string, std::uint32_t, std::uint64_t, Protocol>, DimensionPartition> best_partitions_;
};

Algorithm multiphase_algorithm() {
  Algorithm algorithm = forwarding_algorithm(
      "multiphase", "pairwise exchanges inside sub-cubes, with the partition of the cube that is best",
      kForcedProtocol);
  algorithm.tuning = [known = std::make_shared<BestPartitionCache>()](
                         const Machine& machine, const CommunicationMatrix& matrix, Protocol protocol) {
    const auto row = matrix.row(NodeId{0});
    const auto parts = known->find_best_partition(machine, row.empty() ? 0 : row.front().bytes, protocol);
    return [parts](Node& self, const NodeTraffic& traffic, std::span<const PlanStep>, Protocol used) {
      run_multiphase_exchange(self, traffic, parts, used);
    };
  };
  return algorithm;
}

}  // namespace

void add_complete_exchange_algorithms(Catalogue& catalogue) {
  catalogue.add(naive_exchange_algorithm());
  catalogue.add(linear_exchange_algorithm());
  catalogue.add(stable_exchange_algorithm());
  catalogue.add(pairwise_exchange_algorithm("pairwise_f",
                                            "pairwise exchange, FORCED, each pair synchronised by zero-byte messages",
                                            kForcedProtocol, run_steps_in_synchronised_pairs));
  catalogue.add(pairwise_exchange_algorithm("pairwise_f_global",
                                            "pairwise exchange, FORCED, in step with each other at the start only",
                                            kForcedProtocol, run_steps_after_barrier, ExchangePace::synchronised));
  catalogue.add(pairwise_exchange_algorithm("pairwise_u", "pairwise exchange, UNFORCED, without synchronisation",
                                            kUnforcedProtocol, run_steps_without_barrier, ExchangePace::in_turn));
  catalogue.add(standard_exchange_algorithm(
      "standard_f", "store and forward over the dimensions, FORCED, pairs synchronised", kForcedProtocol));
  catalogue.add(standard_exchange_algorithm(
      "standard_u", "store and forward over the dimensions, UNFORCED, without synchronisation", kUnforcedProtocol));
  catalogue.add(multiphase_algorithm());
}

}  // namespace switchyard
