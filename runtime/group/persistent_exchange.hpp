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

/// One member's view of it. Owner thread or fiber only; the group must outlive it.
class PersistentExchange {
 public:
  using PlanPtr = std::shared_ptr<const ExchangePlan>;

  /// All members give the same messages, by source and destination, none of them empty. What their sizes are in each
  /// exchange does not matter here.
  PersistentExchange(Group& group, std::vector<GroupMessage> messages);

  /// Makes the schedules now that the run's settings ask for, and spends the time that this takes.
  void prepare(Group::Site site = Group::Site::current());
  /// For the next collective of the group, an exchange in which the longest message that this member sends or receives
  /// has so many bytes: its plan, or null for all messages at once. Where the run sets no algorithm, the fastest one is
  /// taken for the size that the first member to come has; members with other sizes follow it. Makes the schedule if
  /// this is its first use.
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
