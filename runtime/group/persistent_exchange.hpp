#pragma once
/// \file persistent_exchange.hpp
/// An exchange that a group makes again and again among the same members, such as neighbours: its schedule is made
/// once.

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

  /// All members give the same messages, by source and destination, none of them empty. What their sizes are in each
  /// exchange does not matter here.
  PersistentExchange(Group& group, std::vector<GroupMessage> messages);

  /// Makes at once the schedules that the run's settings ask for, and lets the node spend the time that this takes.
  void prepare(Group::Site site = Group::Site::current());
  /// Returns the plan for the next exchange of the group, or null if all messages are to be sent at once. `bytes` is
  /// the size of the longest message that this member sends or receives. Where the run sets no algorithm, the one is
  /// taken that is fastest for the size of the first member that calls this; members with other sizes follow it. Makes
  /// the schedule at its first use.
  PlanPtr plan_for(SettableCollective which, std::uint64_t bytes, Group::Site site = Group::Site::current());

 private:
  using AlgorithmPtr = std::shared_ptr<const ExchangeAlgorithm>;
  PlanPtr make(const AlgorithmPtr& algorithm, Group::Site site);

  Group& group_;
  ExchangePattern pattern_;
  std::uint32_t participants_ = 0;  ///< members with a message
  bool takes_part_ = false;
  std::set<AlgorithmPtr> made_;
};

}  // namespace switchyard
