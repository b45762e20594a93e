#include "algorithms/collective_algorithms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>
#include <utility>

#include "runtime/routes.hpp"

namespace switchyard {
namespace {

/// The routes of a machine between the members of a group of nodes. The members are numbered as nodes 0 to n-1.
class MemberRoutes final : public Routes {
 public:
  MemberRoutes(const Routes& routes, const std::vector<NodeId>& members) : routes_(routes), members_(members) {}

  std::string topology() const override { return routes_.topology(); }
  std::uint32_t node_count() const noexcept override { return static_cast<std::uint32_t>(members_.size()); }
  std::uint32_t vertex_count() const noexcept override { return routes_.vertex_count(); }
  std::uint32_t link_count() const noexcept override { return routes_.link_count(); }
  void route(NodeId from, NodeId to, std::vector<LinkId>& path) const override {
    routes_.route(node_of_member(from), node_of_member(to), path);
  }
  bool find_second_route(NodeId from, NodeId to, std::vector<LinkId>& path) const override {
    return routes_.find_second_route(node_of_member(from), node_of_member(to), path);
  }
  std::optional<LinkEnds> ends_of_link(LinkId link) const override { return routes_.ends_of_link(link); }
  bool is_two_way(LinkId link) const override { return routes_.is_two_way(link); }
  std::string link_name(LinkId link) const override { return routes_.link_name(link); }
  std::string vertex_name(VertexId vertex) const override { return routes_.vertex_name(vertex); }
  std::uint32_t channel_count() const noexcept override { return routes_.channel_count(); }
  LinkId link_of(ChannelId channel) const noexcept override { return routes_.link_of(channel); }
  bool find_channels_of_route(NodeId from, NodeId to, Route route, std::vector<ChannelId>& path) const override {
    return routes_.find_channels_of_route(node_of_member(from), node_of_member(to), route, path);
  }
  void list_possible_channels(VertexId at, NodeId to, std::vector<ChannelId>& choices) const override {
    routes_.list_possible_channels(at, node_of_member(to), choices);
  }

 private:
  NodeId node_of_member(NodeId member) const noexcept { return members_[index(member)]; }

  const Routes& routes_;
  const std::vector<NodeId>& members_;
};

CommunicationMatrix matrix_of_exchange(const ExchangePattern& pattern) {
  std::vector<Triplet> messages;
  messages.reserve(pattern.messages.size());
  for (const GroupMessage& message : pattern.messages) {
    messages.push_back({NodeId{message.source}, NodeId{message.destination}, message.bytes});
  }
  return CommunicationMatrix::from_triplets(static_cast<std::uint32_t>(pattern.members.size()), messages);
}

std::optional<PlannedMessage> planned_message(const std::optional<PlannedTransfer>& transfer) {
  if (!transfer) return std::nullopt;
  return PlannedMessage{index(transfer->peer), transfer->route};
}

std::vector<std::vector<ExchangePhaseOfMember>> planned_parts_of_each_member(const Schedule& schedule) {
  const ScheduleStepsByNode plans(schedule);
  std::vector<std::vector<ExchangePhaseOfMember>> parts(schedule.node_count());
  for (std::uint32_t rank = 0; rank < parts.size(); ++rank) {
    for (const PlanStep& step : plans.steps_of_node(NodeId{rank})) {
      parts[rank].push_back({planned_message(step.send), planned_message(step.receive)});
    }
  }
  return parts;
}

/// Returns the protocol with which a collective operation sends the messages of an algorithm: the algorithm's own
/// protocol, or Protocol::library on a machine that does not support the algorithm's own.
Protocol protocol_in_collective(const MachineModel& machine, const Algorithm& algorithm) {
  return machine.supports(algorithm.protocol) ? algorithm.protocol : Protocol::library;
}

ExchangePlan exchange_plan_of(const Algorithm& algorithm, const ExchangePattern& pattern, const MachineModel& machine,
                              Rng& rng) {
  const Schedule schedule =
      algorithm.scheduler(matrix_of_exchange(pattern), MemberRoutes(machine.routes(), pattern.members), rng);
  return {.pace = *algorithm.collective_pace,
          .protocol = protocol_in_collective(machine, algorithm),
          .operations = schedule.operations(),
          .parts = planned_parts_of_each_member(schedule)};
}

std::string reason_algorithm_cannot_run(const Algorithm& algorithm, const MachineModel& machine,
                                        std::uint32_t members) {
  if (algorithm.needs_power_of_two_nodes && !std::has_single_bit(members)) {
    return fmt::format("needs a power of two of nodes, not {}", members);
  }
  if (algorithm.needs_even_node_count && members % 2 != 0 && members > 1) {
    return fmt::format("needs an even number of nodes, not {}", members);
  }
  if (algorithm.may_send_before_receives && machine.needs_posted_receive(protocol_in_collective(machine, algorithm))) {
    return "sends before receives are posted, and its messages would be discarded";
  }
  return {};
}

bool can_perform_collective(SettableCollective which, const Algorithm& algorithm) {
  return algorithm.collective_pace && (!algorithm.complete_exchange || which == SettableCollective::alltoall);
}

}  // namespace

std::shared_ptr<const ExchangeAlgorithm> make_exchange_algorithm(const Algorithm& algorithm) {
  if (!algorithm.collective_pace) return nullptr;
  ExchangeAlgorithm made{
      .name = algorithm.name,
      .is_for_complete_exchanges_only = algorithm.complete_exchange,
      .reason_group_cannot_use_algorithm = [algorithm](const MachineModel& machine, std::uint32_t members) {
        return reason_algorithm_cannot_run(algorithm, machine, members);
      }};
  if (algorithm.scheduler) {
    made.exchange_plan_maker = [algorithm](const ExchangePattern& pattern, const MachineModel& machine, Rng& rng) {
      return exchange_plan_of(algorithm, pattern, machine, rng);
    };
  }
  return std::make_shared<const ExchangeAlgorithm>(std::move(made));
}

std::vector<std::string> exchange_algorithm_names(const Catalogue& catalogue, SettableCollective which) {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : catalogue.algorithms()) {
    if (can_perform_collective(which, algorithm)) names.push_back(algorithm.name);
  }
  return names;
}

/// Returns the algorithms of the catalogue that are tried for collective exchanges among neighbours. These are only
/// algorithms that make their schedules quickly and have a chance of being the fastest.
std::vector<std::shared_ptr<const ExchangeAlgorithm>> neighbor_exchange_algorithms(const Catalogue& catalogue) {
  constexpr std::array<std::string_view, 9> kNames{"lp",     "rs_n",       "rs_nl", "optimal_n", "gs",
                                                   "linear", "pairwise_u", "fcfs",  "dsatur"};
  std::vector<std::shared_ptr<const ExchangeAlgorithm>> all;
  for (const Algorithm& algorithm : catalogue.algorithms()) {
    if (std::ranges::find(kNames, algorithm.name) != kNames.end()) all.push_back(make_exchange_algorithm(algorithm));
  }
  return all;
}

}  // namespace switchyard
