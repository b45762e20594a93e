#pragma once
/// \file ledger.hpp
/// What the nodes of a run know of each other's collectives and groups on the host, so that misuse is found where it is
/// made.

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
#include "runtime/node_call_ledger.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// One group of a run. Any thread.
class GroupLedger {
 public:
  GroupLedger(Context context, std::vector<NodeId> members, NodeId maker, CallSite site);

  const std::vector<NodeId>& members() const noexcept { return members_; }
  Context context() const noexcept { return context_; }
  NodeId maker() const noexcept { return maker_; }
  CallSite site() const noexcept { return site_; }
  /// size() if it is no member. O(log size).
  std::uint32_t rank_of(NodeId node) const noexcept;
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(members_.size()); }

  CallLedger& calls() noexcept { return calls_; }

 private:
  Context context_;
  std::vector<NodeId> members_;
  std::vector<std::pair<NodeId, std::uint32_t>> ranks_;  ///< sorted
  NodeId maker_;
  CallSite site_;
  CallLedger calls_;
};

/// All groups of a run. Any thread.
class GroupLedgers {
 public:
  /// The ledger of the group that `node` makes of these members; the same for all of them. Members make their groups of
  /// one context in the same order. Throws UsageError if others have given other members, or if the node is still in a
  /// group of this context.
  std::shared_ptr<GroupLedger> join(NodeId node, Context context, std::vector<NodeId> members, CallSite site);
  void leave(NodeId node, Context context);

 private:
  using Place = std::pair<Context, NodeId>;
  std::mutex mutex_;
  std::map<Place, std::deque<std::shared_ptr<GroupLedger>>> awaited_;  ///< made by others, and not yet by this node
  std::set<Place> inside_;
};

/// All collectives of a run. Any thread.
class CollectiveLedger {
 public:
  /// Those that a Node makes itself.
  NodeCallLedger& of_nodes() noexcept { return of_nodes_; }
  GroupLedgers& groups() noexcept { return groups_; }

 private:
  NodeCallLedger of_nodes_;
  GroupLedgers groups_;
};

}  // namespace switchyard
