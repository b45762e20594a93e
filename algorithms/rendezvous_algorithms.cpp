#include "algorithms/rendezvous_algorithms.hpp"

#include <fmt/format.h>

#include <optional>

#include "algorithms/exchange/recursive_exchange.hpp"
#include "algorithms/exchange/rendezvous.hpp"
#include "algorithms/schedule/greedy.hpp"
#include "algorithms/schedule/linear.hpp"
#include "algorithms/schedule/pairwise.hpp"

namespace switchyard {
namespace {

std::string ponnusamy_citation(const char* place) {
  return fmt::format("Ponnusamy, Thakur, Choudhary, Fox 1992, {}", place);
}

/// What the catalogue promises users about algorithms with blocking sends. Until the receiver calls receive, a message
/// of such an algorithm waits at the sender or in a system buffer.
constexpr const char* kNoDeadlockGuarantee =
    "no deadlock where messages wait at the sender (CM-5) or fit into the system buffers";

Algorithm scheduled_algorithm(Schedule (*scheduler)(const CommunicationMatrix&),
                              std::optional<StepFormula> formula = std::nullopt) {
  Algorithm algorithm;
  algorithm.guarantees = fmt::format("{}; one partner a node within a phase", kNoDeadlockGuarantee);
  algorithm.may_send_before_receives = true;
  algorithm.scheduler = [scheduler](const CommunicationMatrix& matrix, const Routes&, Rng&) {
    return scheduler(matrix);
  };
  algorithm.execution = exchange_with_blocking_sends;
  algorithm.collective_pace = ExchangePace::blocking;
  algorithm.formula = formula;
  return algorithm;
}

Algorithm make_linear_scheduling_algorithm() {
  Algorithm algorithm = scheduled_algorithm(make_linear_schedule, gather_formula());
  algorithm.name = "ls";
  algorithm.summary = "linear scheduling: all send to node i in step i, blocking sends and receives";
  algorithm.source = ponnusamy_citation("sec. 4.1, table 7");
  algorithm.needs = "nothing";
  algorithm.guarantees = fmt::format("{}; one receiver a phase", kNoDeadlockGuarantee);
  return algorithm;
}

Algorithm make_pairwise_scheduling_algorithm() {
  Algorithm algorithm = scheduled_algorithm(make_pairwise_schedule, pairwise_formula());
  algorithm.name = "ps";
  algorithm.summary = "pairwise scheduling: partner i xor k in step k, blocking sends and receives";
  algorithm.source = ponnusamy_citation("sec. 4.2, table 8");
  algorithm.needs = "a power of two of nodes";
  algorithm.needs_power_of_two_nodes = true;
  return algorithm;
}

Algorithm make_balanced_scheduling_algorithm() {
  Algorithm algorithm = scheduled_algorithm(make_balanced_schedule, shifted_pairwise_formula());
  algorithm.name = "bs";
  algorithm.summary = "balanced scheduling: as ps with node numbers shifted by one, across clusters in every step";
  algorithm.source = ponnusamy_citation("sec. 4.3, table 9");
  algorithm.needs = "a power of two of nodes";
  algorithm.needs_power_of_two_nodes = true;
  return algorithm;
}

Algorithm make_greedy_scheduling_algorithm() {
  Algorithm algorithm = scheduled_algorithm(make_greedy_schedule);
  algorithm.name = "gs";
  algorithm.summary = "greedy scheduling: each node takes the first free one, blocking sends and receives";
  algorithm.source = ponnusamy_citation("sec. 4.4, fig. 12, table 10");
  algorithm.needs = "nothing";
  return algorithm;
}

/// Turns an algorithm for any communication matrix into its variant for complete exchange, to which Ponnusamy et al.
/// give a name of its own.
Algorithm complete_exchange_variant(Algorithm algorithm, const char* name, const char* summary, const char* place) {
  algorithm.name = name;
  algorithm.summary = summary;
  algorithm.source = ponnusamy_citation(place);
  algorithm.needs =
      algorithm.needs_power_of_two_nodes ? "a complete exchange; a power of two of nodes" : "a complete exchange";
  algorithm.complete_exchange = true;
  return algorithm;
}

Algorithm rex_algorithm() {
  return {.name = "rex",
          .summary = "recursive exchange: half of all blocks to distance n/2, n/4, ..., 1, packed and unpacked",
          .source = ponnusamy_citation("sec. 3.3, fig. 3"),
          .needs = "a complete exchange; a power of two of nodes",
          .guarantees = fmt::format("{}; log n steps", kNoDeadlockGuarantee),
          .needs_power_of_two_nodes = true,
          .complete_exchange = true,
          .may_send_before_receives = true,
          .execution = [](Node& self, const NodeTraffic& traffic, std::span<const PlanStep>, Protocol protocol) {
            run_recursive_exchange(self, traffic, protocol);
          }};
}

}  // namespace

void add_rendezvous_algorithms(Catalogue& catalogue) {
  catalogue.add(make_linear_scheduling_algorithm());
  catalogue.add(make_pairwise_scheduling_algorithm());
  catalogue.add(make_balanced_scheduling_algorithm());
  catalogue.add(make_greedy_scheduling_algorithm());
  catalogue.add(complete_exchange_variant(make_linear_scheduling_algorithm(), "lex",
                                          "linear exchange: ls on a complete matrix", "sec. 3.1, table 1"));
  catalogue.add(complete_exchange_variant(make_pairwise_scheduling_algorithm(), "pex",
                                          "pairwise exchange: ps on a complete matrix", "sec. 3.2, fig. 2"));
  catalogue.add(complete_exchange_variant(make_balanced_scheduling_algorithm(), "bex",
                                          "balanced exchange: bs on a complete matrix", "sec. 3.4, fig. 4"));
  catalogue.add(rex_algorithm());
}

}  // namespace switchyard
