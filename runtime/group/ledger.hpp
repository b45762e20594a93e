#pragma once
/// \file ledger.hpp
/// Compares, on the host, the collectives and groups that the nodes of a run make, so that a
/// mismatch is reported at the call that causes it.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "runtime/call_ledger.hpp"
#include "runtime/group/exchange_plans.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The data that the members of one group share in a run: the list of members, and a record of the
/// collectives that they call. Any thread may use this object.
class GroupMembersAndCollectiveCalls {
 public:
  GroupMembersAndCollectiveCalls(Context context, std::vector<NodeId> members, NodeId maker, CallSite site);

  const std::vector<NodeId>& members() const noexcept { return members_; }
  Context context() const noexcept { return context_; }
  NodeId creator_node() const noexcept { return creator_node_; }
  CallSite creation_site() const noexcept { return creation_site_; }
  /// Returns the rank of a node, or size() if the node is not a member. Takes time O(log size).
  std::uint32_t rank_of(NodeId node) const noexcept;
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(members_.size()); }

  CallLedger& call_ledger() noexcept { return collective_calls_of_members_; }

  /// Returns the algorithm of the group's collective number `sequence`, which is the same for all members: the first
  /// member that calls this decides by calling decide(). After `askers` members have called this function, it forgets
  /// the decision.
  template <class Decide>
  std::shared_ptr<const ExchangeAlgorithm> agree_on_algorithm(std::uint32_t sequence, std::uint32_t askers,
                                                              Decide decide) {
    const std::lock_guard lock(mutex_);
    const auto [at, is_first] = agreed_algorithms_.try_emplace(sequence);
    if (is_first) at->second.algorithm = decide();
    std::shared_ptr<const ExchangeAlgorithm> algorithm = at->second.algorithm;
    if (++at->second.algorithm_request_count == askers) agreed_algorithms_.erase(at);
    return algorithm;
  }

 private:
  struct AgreedAlgorithm {
    std::shared_ptr<const ExchangeAlgorithm> algorithm = nullptr;
    std::uint32_t algorithm_request_count = 0;
  };

  Context context_;
  std::vector<NodeId> members_;
  /// The members' nodes with their ranks, sorted by node.
  std::vector<std::pair<NodeId, std::uint32_t>> ranks_by_node_;
  NodeId creator_node_;
  CallSite creation_site_;
  CallLedger collective_calls_of_members_;
  std::mutex mutex_;  // guards agreed_algorithms_, the algorithms that the members have agreed on
  std::map<std::uint32_t, AgreedAlgorithm> agreed_algorithms_;
};

/// The GroupMembersAndCollectiveCalls objects of all groups of a run (what the members of each group share), and the
/// schedules of the groups' exchanges. Any thread may use this object.
class GroupsAndExchangePlansOfRun {
 public:
  /// `seed` is the seed of the run, from which the random numbers of schedulers are derived.
  explicit GroupsAndExchangePlansOfRun(std::uint64_t seed = 1) : plans_(seed) {}

  ExchangePlans& plans() noexcept { return plans_; }
  /// Returns the GroupMembersAndCollectiveCalls of the group that `node` makes of these members; all members get the
  /// same object. All members must make their groups of one context in the same order. Throws UsageError if another
  /// member has given another list, or if the node is still in a group of this context.
  std::shared_ptr<GroupMembersAndCollectiveCalls> join_group(NodeId node, Context context, std::vector<NodeId> members,
                                                             CallSite site);
  void leave_group(NodeId node, Context context);

 private:
  using NodeInContext = std::pair<Context, NodeId>;
  std::mutex mutex_;
  /// For each context and node, the groups that include this node and that other members have made already, but this
  /// node has not.
  std::map<NodeInContext, std::deque<std::shared_ptr<GroupMembersAndCollectiveCalls>>> ledgers_awaiting_members_;
  std::set<NodeInContext> nodes_in_groups_;
  ExchangePlans plans_;
};

}  // namespace switchyard
