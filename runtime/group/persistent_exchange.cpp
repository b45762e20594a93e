#include "runtime/group/persistent_exchange.hpp"

#include <algorithm>
#include <utility>

#include "runtime/group/ledger.hpp"

namespace switchyard {

PersistentExchange::PersistentExchange(Group& group, std::vector<GroupMessage> messages) : group_(group) {
  for (std::uint32_t rank = 0; rank < group.size(); ++rank) exchange_pattern_.members.push_back(group.node_at(rank));
  for (GroupMessage& message : messages) message.bytes = 1;
  std::ranges::sort(messages);
  messages.erase(std::unique(messages.begin(), messages.end()), messages.end());
  std::erase_if(messages, [](const GroupMessage& message) { return message.source == message.destination; });
  std::vector<bool> has_message(group.size());
  for (const GroupMessage& message : messages) has_message[message.source] = has_message[message.destination] = true;
  participant_count_ = static_cast<std::uint32_t>(std::ranges::count(has_message, true));
  is_participant_ = has_message[group.rank()];
  exchange_pattern_.messages = std::move(messages);
}

void PersistentExchange::make_all_schedules(Group::Site site) {
  for (const SettableCollective which :
       {SettableCollective::neighbor_allgather, SettableCollective::neighbor_allgatherv,
        SettableCollective::neighbor_alltoall, SettableCollective::neighbor_alltoallv,
        SettableCollective::neighbor_alltoallw}) {
    if (const AlgorithmPtr algorithm = group_.algorithm_set_for_exchange(which)) make_exchange_plan(algorithm, site);
  }
}

PersistentExchange::PlanPtr PersistentExchange::plan_of_next_exchange(SettableCollective which, std::uint64_t bytes,
                                                                      Group::Site site) {
  if (!is_participant_) return nullptr;
  AlgorithmPtr algorithm = group_.algorithm_set_for_exchange(which);
  if (!algorithm) algorithm = group_.fastest_exchange(exchange_pattern_, bytes, participant_count_);
  return algorithm ? make_exchange_plan(algorithm, site) : nullptr;
}

PersistentExchange::PlanPtr PersistentExchange::make_exchange_plan(const AlgorithmPtr& algorithm, Group::Site site) {
  PlanPtr plan = group_.plan_of(algorithm, exchange_pattern_);
  if (algorithms_with_schedule_.insert(algorithm).second) group_.spend_on_schedule(plan->operations, site);
  return plan;
}

}  // namespace switchyard
