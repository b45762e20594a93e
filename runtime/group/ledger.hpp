#pragma once
/// \file ledger.hpp
/// Compares, on the host, the collectives and groups that the nodes of a run make, so that misuse is found at the call
/// that makes it.

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

/// What the members of one group share in a run: who they are, and what collectives they call. Any thread may use it.
class GroupLedger {
 public:
  GroupLedger(Context context, std::vector<NodeId> members, NodeId maker, CallSite site);

  const std::vector<NodeId>& members() const noexcept { return members_; }
  Context context() const noexcept { return context_; }
  NodeId maker() const noexcept { return maker_; }
  CallSite site() const noexcept { return site_; }
  /// Returns the rank of a node, or size() if it is no member, in time O(log size).
  std::uint32_t rank_of(NodeId node) const noexcept;
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(members_.size()); }

  CallLedger& calls() noexcept { return calls_; }

  /// Returns the algorithm that carries out the group's collective number `sequence`. The first of the `askers` members
  /// that call this decides it, by calling decide().
  template <class Decide>
  std::shared_ptr<const ExchangeAlgorithm> agree(std::uint32_t sequence, std::uint32_t askers, Decide decide) {
    const std::lock_guard lock(mutex_);
    const auto [at, is_first] = agreed_.try_emplace(sequence);
    if (is_first) at->second.algorithm = decide();
    std::shared_ptr<const ExchangeAlgorithm> algorithm = at->second.algorithm;
    if (++at->second.asked == askers) agreed_.erase(at);
    return algorithm;
  }

 private:
  struct Agreed {
    std::shared_ptr<const ExchangeAlgorithm> algorithm = nullptr;
    std::uint32_t asked = 0;
  };

  Context context_;
  std::vector<NodeId> members_;
  std::vector<std::pair<NodeId, std::uint32_t>> ranks_;  ///< nodes with their ranks, sorted by node
  NodeId maker_;
  CallSite site_;
  CallLedger calls_;
  std::mutex mutex_;  // guards agreed_
  std::map<std::uint32_t, Agreed> agreed_;
};

/// All groups of a run, and the schedules of their exchanges. Any thread may use it.
class GroupLedgers {
 public:
  /// `seed` is the seed of the run.
  explicit GroupLedgers(std::uint64_t seed = 1) : plans_(seed) {}

  ExchangePlans& plans() noexcept { return plans_; }
  /// Returns the ledger of the group that `node` makes of these members; all of them get the same one. Members make
  /// their groups of one context in the same order. Throws UsageError if other members have given other lists, or if
  /// the node is still in a group of this context.
  std::shared_ptr<GroupLedger> join(NodeId node, Context context, std::vector<NodeId> members, CallSite site);
  void leave(NodeId node, Context context);

 private:
  using Place = std::pair<Context, NodeId>;
  std::mutex mutex_;
  std::map<Place, std::deque<std::shared_ptr<GroupLedger>>>
      awaited_;  ///< groups that other members have made, and this node has not made yet
  std::set<Place> inside_;
  ExchangePlans plans_;
};

}  // namespace switchyard
