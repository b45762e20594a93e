#include "algorithms/many_to_many_algorithms.hpp"

#include <fmt/format.h>

#include "algorithms/exchange/many_to_many.hpp"
#include "algorithms/exchange/sort_based.hpp"
#include "algorithms/exchange/two_stage.hpp"

namespace switchyard {
namespace {

std::string ranka_citation(const char* place) { return fmt::format("Ranka, Shankar, Alsabti 1995, {}", place); }

MessageExchangeFunction distributed_random_transport(const DistributedRandomOptions& options) {
  return [options](Node& self, std::span<const GatheredMessage> parcels, const ReceiveBufferProvider& receive_memory) {
    exchange_by_distributed_random_scheduling(self, parcels, receive_memory, options);
  };
}

Algorithm active_message_algorithm(const char* name, const char* summary, const char* place) {
  Algorithm algorithm;
  algorithm.name = name;
  algorithm.summary = summary;
  algorithm.source = ranka_citation(place);
  algorithm.needs = "active messages";
  algorithm.needs_active_messages = true;
  return algorithm;
}

Algorithm one_stage_algorithm(const char* name, const char* summary, const char* place,
                              const MessageExchangeFunction& transport) {
  Algorithm algorithm = active_message_algorithm(name, summary, place);
  algorithm.guarantees = "no deadlock; one message at a time to a node";
  algorithm.execution = [transport](Node& self, const NodeTraffic& traffic, std::span<const PlanStep>, Protocol) {
    exchange_in_one_stage(self, traffic, transport);
  };
  return algorithm;
}

Algorithm two_stage_algorithm(const char* name, const char* summary, const char* place,
                              const TwoStageOptions& options) {
  Algorithm algorithm = active_message_algorithm(name, summary, place);
  algorithm.guarantees = "messages of at most t/p and t/p + p elements, whatever the matrix";
  algorithm.execution = [options](Node& self, const NodeTraffic& traffic, std::span<const PlanStep>, Protocol) {
    exchange_in_two_stages(self, traffic, options);
  };
  return algorithm;
}

Algorithm restricted_to_power_of_two(Algorithm algorithm) {
  algorithm.needs = "active messages; a power of two of nodes";
  algorithm.needs_power_of_two_nodes = true;
  return algorithm;
}

}  // namespace

void add_many_to_many_algorithms(Catalogue& catalogue) {
  catalogue.add(
      restricted_to_power_of_two(one_stage_algorithm("lp_barrier", "linear permutations with a barrier after each step",
                                                     "sec. 4, fig. 3", exchange_by_linear_permutation)));
  catalogue.add(one_stage_algorithm("drs", "distributed random scheduling: remote test-and-set, then one message",
                                    "sec. 5, fig. 4 and 5", distributed_random_transport({})));
  catalogue.add(one_stage_algorithm("drs_how_long", "drs where a busy node says for how long",
                                    "sec. 5, first improvement",
                                    distributed_random_transport({.tells_busy_time = true})));
  catalogue.add(
      one_stage_algorithm("drs_early_grant", "drs where a node that is nearly done lets the next sender begin",
                          "sec. 5, second improvement", distributed_random_transport({.grants_lock_early = true})));
  catalogue.add(
      one_stage_algorithm("drs_improved", "drs with both improvements", "sec. 5",
                          distributed_random_transport({.tells_busy_time = true, .grants_lock_early = true})));
  catalogue.add(
      one_stage_algorithm("drs_receive_lock", "drs whose locks cover receiving alone, as the text reads literally",
                          "sec. 5, fig. 4", distributed_random_transport({.holds_own_lock_while_sending = false})));
  catalogue.add(one_stage_algorithm(
      "drs_improved_receive_lock", "drs_improved whose locks cover receiving alone", "sec. 5",
      distributed_random_transport(
          {.tells_busy_time = true, .grants_lock_early = true, .holds_own_lock_while_sending = false})));
  catalogue.add(restricted_to_power_of_two(
      two_stage_algorithm("two_stage", "evenly over all nodes as intermediaries, then on; lp_barrier in both stages",
                          "sec. 6, fig. 6 to 8", {})));
  catalogue.add(restricted_to_power_of_two(two_stage_algorithm("two_stage_shuffled",
                                                               "two_stage with a random order of intermediaries",
                                                               "sec. 6.3", {.shuffles_intermediaries = true})));
  catalogue.add(restricted_to_power_of_two(two_stage_algorithm(
      "two_stage_drs_lp", "two_stage with drs_improved in the first stage", "sec. 6.1",
      {.first_stage_exchange = distributed_random_transport({.tells_busy_time = true, .grants_lock_early = true})})));
  catalogue.add(two_stage_algorithm(
      "two_stage_drs", "two_stage with drs_improved in both stages", "sec. 6",
      {.first_stage_exchange = distributed_random_transport({.tells_busy_time = true, .grants_lock_early = true}),
       .second_stage_exchange = distributed_random_transport({.tells_busy_time = true, .grants_lock_early = true})}));
  Algorithm sorting = restricted_to_power_of_two(
      active_message_algorithm("sort_based", "local radix sorts and even data movement", "sec. 6.4"));
  sorting.guarantees = "messages of nearly one size, whatever the matrix";
  sorting.execution = [](Node& self, const NodeTraffic& traffic, std::span<const PlanStep>, Protocol) {
    exchange_by_sorting(self, traffic);
  };
  catalogue.add(std::move(sorting));
}

}  // namespace switchyard
