#pragma once
/// \file persistent_exchange.hpp
/// An exchange that a group repeats with the same messages, for example among neighbours. Its
/// schedule is made only once.

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "runtime/group.hpp"
#include "runtime/group/exchange_plan.hpp"
#include "runtime/group/settings.hpp"

namespace switchyard {

/// One member's part in an exchange that its group repeats. Only the owner thread or fiber may use it; the group must
/// outlive it.
class PersistentExchange {
 public:
  using PlanPtr = std::shared_ptr<const ExchangePlan>;

  /// Makes this member's part in the exchange. Each member passes the same list of messages, none of which is empty.
  /// Only the sources and destinations in the list matter; the sizes are ignored.
  PersistentExchange(Group& group, std::vector<GroupMessage> messages);

  /// Makes the schedules for all algorithms that the run's settings name for neighbour exchanges,
  /// and charges the node the time for making them.
  void make_all_schedules(Group::Site site = Group::Site::current());
  /// Returns the schedule for the next exchange of the group, or null if all messages are to be sent at once. `bytes`
  /// is the size of the longest message that this member sends or receives. If the settings of the run name no
  /// algorithm, all members use the algorithm that is fastest for the `bytes` of the member that calls this first. A
  /// schedule is made when it is first needed.
  PlanPtr plan_of_next_exchange(SettableCollective which, std::uint64_t bytes,
                                Group::Site site = Group::Site::current());

 private:
  using AlgorithmPtr = std::shared_ptr<const ExchangeAlgorithm>;
  PlanPtr make_exchange_plan(const AlgorithmPtr& algorithm, Group::Site site);

  Group& group_;
  ExchangePattern exchange_pattern_;
  std::uint32_t participant_count_ = 0;  ///< number of members that send or receive a message
  bool is_participant_ = false;
  std::set<AlgorithmPtr> algorithms_with_schedule_;
};

}  // namespace switchyard
