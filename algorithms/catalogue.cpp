#include "algorithms/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "algorithms/collision_graph_algorithms.hpp"
#include "algorithms/complete_exchange_algorithms.hpp"
#include "algorithms/exchange/asynchronous.hpp"
#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/exchange/scheduled.hpp"
#include "algorithms/many_to_many_algorithms.hpp"
#include "algorithms/rendezvous_algorithms.hpp"
#include "algorithms/schedule/lp.hpp"
#include "algorithms/schedule/optimal_n.hpp"
#include "algorithms/schedule/rs_n.hpp"
#include "algorithms/schedule/rs_nl.hpp"
#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr const char* kWangRankaCitation = "Wang and Ranka 1994";

bool is_valid_name(const std::string& name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

void check_name_is_valid(const char* what, const std::string& name) {
  if (is_valid_name(name)) return;
  throw UsageError(fmt::format("{} is not a name for {}", quoted(name), what), "use a-z, 0-9 and _");
}

[[noreturn]] void throw_name_taken_error(const char* kind, const std::string& name) {
  throw UsageError(fmt::format("there is {} {} {} already", *kind == 'a' ? "an" : "a", kind, quoted(name)));
}

template <class List>
void refuse_taken_name(const char* kind, const std::string& name, const List& list) {
  if (std::ranges::find(list, name, &List::value_type::name) != list.end()) throw_name_taken_error(kind, name);
}

template <class Names>
void throw_if_name_is_of_shipped_entry(const char* kind, const std::string& name, const Names& names) {
  if (std::ranges::find(names, name) != names.end()) throw_name_taken_error(kind, name);
}

Algorithm make_asynchronous_exchange_algorithm() {
  return {.name = "ac",
          .summary = "asynchronous: post all receives, send all, confirm all",
          .source = fmt::format("{}, sec. 3, fig. 1", kWangRankaCitation),
          .needs = "nothing",
          .guarantees = "no deadlock; needs no system buffer",
          .execution = [](Node& self, const NodeTraffic& traffic, std::span<const PlanStep>,
                          Protocol protocol) { run_asynchronous_exchange(self, traffic, protocol); },
          .collective_pace = ExchangePace::at_once};
}

Algorithm make_unposted_receive_exchange_algorithm() {
  return {.name = "ac_unposted",
          .summary = "asynchronous: blocking sends, then detect, receive and copy out",
          .source = fmt::format("{}, sec. 3", kWangRankaCitation),
          .needs = "messages stored without a posted receive; room for them",
          .guarantees = "nothing: deadlocks when the system buffers are full",
          .may_send_before_receives = true,
          .may_deadlock = true,
          .execution = [](Node& self, const NodeTraffic& traffic, std::span<const PlanStep>, Protocol protocol) {
            run_exchange_into_system_buffers(self, traffic, protocol);
          }};
}

Algorithm lp_algorithm() {
  return {.name = "lp",
          .summary = "linear permutations: partner i xor k in phase k, ready signals (S1)",
          .source = fmt::format("{}, sec. 4.1, fig. 2", kWangRankaCitation),
          .needs = "a power of two of nodes",
          .guarantees = "no node contention; no link contention on a hypercube with e-cube routes",
          .avoids_link_contention = NoLinkContention::on_hypercubes,
          .needs_power_of_two_nodes = true,
          .scheduler = [](const CommunicationMatrix& matrix, const Routes&,
                          Rng&) { return make_linear_permutation_schedule(matrix); },
          .execution = exchange_with_handshakes,
          .collective_pace = ExchangePace::handshakes,
          .formula = pairwise_formula()};
}

Algorithm make_node_contention_free_algorithm() {
  return {.name = "rs_n",
          .summary = "randomized schedule that avoids node contention, post all (S2)",
          .source = fmt::format("{}, sec. 4.2, fig. 3", kWangRankaCitation),
          .needs = "nothing",
          .guarantees = "no node contention within a phase",
          .scheduler = [](const CommunicationMatrix& matrix, const Routes&,
                          Rng& rng) { return make_rs_n_schedule(matrix, rng); },
          .execution = exchange_with_all_messages_posted,
          .collective_pace = ExchangePace::at_once};
}

Algorithm make_node_link_contention_free_algorithm() {
  return {.name = "rs_nl",
          .summary = "randomized schedule that avoids node and link contention, ready signals (S1)",
          .source = fmt::format("{}, sec. 5, fig. 4", kWangRankaCitation),
          .needs = "deterministic routes",
          .guarantees = "no node or link contention within a phase; pairwise exchanges first",
          .avoids_link_contention = NoLinkContention::everywhere,
          .scheduler = [](const CommunicationMatrix& matrix, const Routes& routes,
                          Rng& rng) { return make_rs_nl_schedule(matrix, routes, rng); },
          .execution = exchange_with_handshakes,
          .collective_pace = ExchangePace::handshakes};
}

}  // namespace

void Catalogue::refuse_algorithm_or_program_name(const std::string& name) const {
  refuse_taken_name("algorithm", name, algorithms_);
  refuse_taken_name("program", name, programs_);
}

void Catalogue::add(Algorithm algorithm) {
  check_name_is_valid("an algorithm", algorithm.name);
  refuse_algorithm_or_program_name(algorithm.name);
  if (!algorithm.execution && !algorithm.tuning && !algorithm.choice) {
    throw UsageError(fmt::format("algorithm {} has no execution", quoted(algorithm.name)), "give it one");
  }
  algorithms_.push_back(std::move(algorithm));
}

void Catalogue::add(machines::MachineKind machine) {
  check_name_is_valid("a machine", machine.name);
  refuse_taken_name("machine", machine.name, machines_);
  if (!machine.make) throw UsageError(fmt::format("machine {} has no make", quoted(machine.name)), "give it one");
  machines_.push_back(std::move(machine));
}

void Catalogue::add(PatternKind pattern) {
  check_name_is_valid("a pattern", pattern.name);
  refuse_taken_name("pattern", pattern.name, patterns_);
  throw_if_name_is_of_shipped_entry("pattern", pattern.name, kShippedPatterns);
  if (!pattern.make) throw UsageError(fmt::format("pattern {} has no make", quoted(pattern.name)), "give it one");
  patterns_.push_back(std::move(pattern));
}

void Catalogue::add(ApplicationKind application) {
  check_name_is_valid("an application", application.name);
  refuse_taken_name("application", application.name, applications_);
  throw_if_name_is_of_shipped_entry("application", application.name, kShippedApplications);
  if (!application.make) {
    throw UsageError(fmt::format("application {} has no make", quoted(application.name)), "give it one");
  }
  applications_.push_back(std::move(application));
}

void Catalogue::add(ProgramKind program) {
  check_name_is_valid("a program", program.name);
  refuse_algorithm_or_program_name(program.name);
  if (!program.program == !program.make) {
    throw UsageError(fmt::format("program {} needs either program or make", quoted(program.name)), "give it one");
  }
  programs_.push_back(std::move(program));
}

const Algorithm& Catalogue::find(const UserInputPlace& place, const std::string& name) const {
  const auto found = std::ranges::find(algorithms_, name, &Algorithm::name);
  if (found != algorithms_.end()) return *found;
  throw UsageError(mistake_for_unknown_name(place, name, names(), "algorithm"));
}

const ProgramKind& Catalogue::find_program(const UserInputPlace& place, const std::string& name) const {
  const auto found = std::ranges::find(programs_, name, &ProgramKind::name);
  if (found != programs_.end()) return *found;
  if (programs_.empty()) {
    throw UsageError({.place = place,
                      .value = name,
                      .reason = fmt::format("there is no program {}", quoted(name)),
                      .remedy = "add --load LIBRARY with one"});
  }
  std::vector<std::string> known;
  for (const ProgramKind& program : programs_) known.push_back(program.name);
  throw UsageError(mistake_for_unknown_name(place, name, known, "program"));
}

std::vector<std::string> Catalogue::names() const {
  std::vector<std::string> result;
  for (const Algorithm& algorithm : algorithms_) result.push_back(algorithm.name);
  return result;
}

Catalogue shipped_algorithms() {
  Catalogue catalogue;
  catalogue.add(make_asynchronous_exchange_algorithm());
  catalogue.add(make_unposted_receive_exchange_algorithm());
  catalogue.add(lp_algorithm());
  catalogue.add(make_node_contention_free_algorithm());
  catalogue.add(make_node_link_contention_free_algorithm());
  catalogue.add(make_minimum_phase_count_algorithm());
  add_complete_exchange_algorithms(catalogue);
  add_rendezvous_algorithms(catalogue);
  add_many_to_many_algorithms(catalogue);
  add_collision_graph_algorithms(catalogue);
  return catalogue;
}

}  // namespace switchyard
