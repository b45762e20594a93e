#include "algorithms/collision_graph_algorithms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/exchange/scheduled.hpp"
#include "algorithms/schedule/dsatur.hpp"
#include "algorithms/schedule/exact.hpp"
#include "algorithms/schedule/first_fit.hpp"
#include "algorithms/schedule/independent_sets.hpp"
#include "algorithms/schedule/min_sum.hpp"
#include "runtime/error.hpp"
#include "runtime/nearest.hpp"

namespace switchyard {
namespace {

constexpr const char* kNameOfExactScheduler = "exact";
/// The largest number of messages that the scheduler MISCOM accepts. Its time grows with the cube of this number.
constexpr std::uint32_t kMaxMessagesOfIndependentSetScheduler = 8192;
/// The largest number of messages that the variants of MISCOM with re-routing accept. They run MISCOM once for each
/// message.
constexpr std::uint32_t kMaxMessagesOfReroutedIndependentSets = 512;

template <MessageListSchedule (*Levels)(const CollisionModel&)>
MessageListSchedule levels_without_random_numbers(const CollisionModel& model, Rng& /*rng*/) {
  return Levels(model);
}

std::vector<ListScheduler> make_list_schedulers() {
  const auto paper = [](const char* place) { return fmt::format("Surma and Sha 1997, {}", place); };
  return {
      {"fcfs", "collision graph: first fit in the order of the list", paper("sec. 3.1.1"), false, 0,
       levels_without_random_numbers<fcfs_levels>},
      {"iscom", "collision graph: levels from independent sets that grow from the first message", paper("sec. 3.1.2"),
       false, kMaxMessagesOfIndependentSetScheduler, levels_without_random_numbers<make_independent_set_schedule>},
      {"miscom", "collision graph: each level the largest of the sets that grow from every message",
       paper("sec. 3.1.3"), false, kMaxMessagesOfIndependentSetScheduler, levels_without_random_numbers<miscom_levels>},
      {"fcfs_rerouted", "fcfs with messages on second routes where that gives a lower level", paper("sec. 3.2.2"), true,
       0, levels_without_random_numbers<fcfs_rerouted_levels>},
      {"miscom_rerouted", "miscom, then rerun with single messages on second routes", paper("sec. 3.2.3"), true,
       kMaxMessagesOfReroutedIndependentSets, levels_without_random_numbers<miscom_rerouted_levels>},
      {"miscom_improved", "miscom_rerouted, beginning with the routes of fcfs_rerouted", paper("sec. 3.2.4"), true,
       kMaxMessagesOfReroutedIndependentSets, levels_without_random_numbers<miscom_improved_levels>},
      {"dsatur", "collision graph: few levels, most constrained message first", "Brélaz 1979", false, 0,
       levels_without_random_numbers<dsatur_levels>},
      {"min_sum", "low level sum by local search over levels and routes", "annealing, Kirkpatrick et al. 1983", true, 0,
       [](const CollisionModel& model, Rng& rng) { return min_sum_levels(model, rng); }},
      {kNameOfExactScheduler, "the least level sum, by branch and bound", "this library", true,
       kMaxMessagesOfExactScheduler, levels_without_random_numbers<exact_levels>}};
}

Schedule schedule_by_list_scheduler(const ListScheduler& scheduler, const CommunicationMatrix& matrix,
                                    const Routes& routes, Rng& rng) {
  const DetourFinder detour = scheduler.reroutes ? detour_finder_by_second_network_routes(routes) : DetourFinder{};
  const CollisionModel model(
      MessagePaths(message_list(matrix), routes, detour, PortUse::one_message_per_port_in_level));
  const MessageListSchedule message_list_schedule = compute_levels_checked(scheduler, model, rng);
  Schedule schedule = schedule_from_levels(message_list_schedule, matrix);
  schedule.count_operations(model.operations() + message_list_schedule.operation_count);
  return schedule;
}

std::string requirements_of_scheduler(const ListScheduler& scheduler) {
  return scheduler.most_messages == 0 ? "deterministic routes"
                                      : fmt::format("deterministic routes; up to {} messages", scheduler.most_messages);
}

}  // namespace

std::span<const ListScheduler> list_schedulers() {
  static const std::vector<ListScheduler> schedulers = make_list_schedulers();
  return schedulers;
}

const ListScheduler& find_list_scheduler(const UserInputPlace& place, const std::string& name) {
  std::vector<std::string> names;
  for (const ListScheduler& scheduler : list_schedulers()) {
    if (scheduler.name == name) return scheduler;
    names.push_back(scheduler.name);
  }
  throw UsageError(mistake_for_unknown_name(place, name, names, "scheduler of message lists"));
}

Mistake too_many_messages_error(const ListScheduler& scheduler, std::size_t messages) {
  return {
      .reason = fmt::format("{} takes up to {} messages, not {}", scheduler.name, scheduler.most_messages, messages),
      .remedy = "use fcfs_rerouted or min_sum"};
}

MessageListSchedule compute_levels_checked(const ListScheduler& scheduler, const CollisionModel& model, Rng& rng) {
  const std::size_t messages = model.paths.message_count();
  if (!scheduler.accepts_message_count(messages)) throw UsageError(too_many_messages_error(scheduler, messages));
  return scheduler.compute_levels(model, rng);
}

void add_collision_graph_algorithms(Catalogue& catalogue) {
  for (const ListScheduler& scheduler : list_schedulers()) {
    if (scheduler.name == kNameOfExactScheduler) continue;
    catalogue.add(
        {.name = scheduler.name,
         .summary = scheduler.summary,
         .source = scheduler.source,
         .needs = requirements_of_scheduler(scheduler),
         .guarantees = "no node or link contention within a phase",
         .protocol = kForcedProtocol,
         .avoids_link_contention = NoLinkContention::everywhere,
         .most_messages = scheduler.most_messages,
         .scheduler = [&scheduler](const CommunicationMatrix& matrix, const Routes& routes,
                                   Rng& rng) { return schedule_by_list_scheduler(scheduler, matrix, routes, rng); },
         .execution = exchange_with_handshakes,
         .collective_pace = scheduler.most_messages == 0 ? std::optional(ExchangePace::handshakes) : std::nullopt});
  }
}

}  // namespace switchyard
