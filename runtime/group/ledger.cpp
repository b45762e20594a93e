#include "runtime/group/ledger.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/misuse.hpp"

namespace switchyard {
namespace {

/// Returns an error text that names the first difference between this node's list of a group's
/// members and the list that another node gave.
std::string error_in_members(const std::vector<NodeId>& mine, const GroupMembersAndCollectiveCalls& theirs) {
  std::size_t i = 0;
  const std::size_t both = std::min(mine.size(), theirs.members().size());
  while (i < both && mine[i] == theirs.members()[i]) ++i;
  const std::string difference = i == both ? fmt::format("{} here, and {} there", mine.size(), theirs.members().size())
                                           : fmt::format("rank {} is node {} here, and node {} there", i,
                                                         index(mine[i]), index(theirs.members()[i]));
  return fmt::format("its members are not those that node {} gave ({}): {}", index(theirs.creator_node()),
                     call_site_text(theirs.creation_site()), difference);
}

}  // namespace

GroupMembersAndCollectiveCalls::GroupMembersAndCollectiveCalls(Context context, std::vector<NodeId> members,
                                                               NodeId maker, CallSite site)
    : context_(context),
      members_(std::move(members)),
      creator_node_(maker),
      creation_site_(site),
      collective_calls_of_members_(size(), context) {
  for (std::uint32_t rank = 0; rank < size(); ++rank) ranks_by_node_.emplace_back(members_[rank], rank);
  std::ranges::sort(ranks_by_node_);
}

std::uint32_t GroupMembersAndCollectiveCalls::rank_of(NodeId node) const noexcept {
  const auto at = std::ranges::lower_bound(ranks_by_node_, std::pair(node, 0U));
  return at != ranks_by_node_.end() && at->first == node ? at->second : size();
}

std::shared_ptr<GroupMembersAndCollectiveCalls> GroupsAndExchangePlansOfRun::join_group(NodeId node, Context context,
                                                                                        std::vector<NodeId> members,
                                                                                        CallSite site) {
  const std::lock_guard lock(mutex_);
  if (!nodes_in_groups_.insert({context, node}).second) {
    throw misuse_error(group_text(context), site, "this node is still in another group of this context");
  }
  auto& made = ledgers_awaiting_members_[{context, node}];
  if (made.empty()) {
    const auto ledger = std::make_shared<GroupMembersAndCollectiveCalls>(context, std::move(members), node, site);
    for (const NodeId member : ledger->members()) {
      if (member != node) ledgers_awaiting_members_[{context, member}].push_back(ledger);
    }
    return ledger;
  }
  const std::shared_ptr<GroupMembersAndCollectiveCalls> ledger = made.front();
  if (ledger->members() != members) {
    throw error_with_defect_class(misuse_error(group_text(context), site, error_in_members(members, *ledger)),
                                  DefectClass::parameter_matching);
  }
  made.pop_front();
  return ledger;
}

void GroupsAndExchangePlansOfRun::leave_group(NodeId node, Context context) {
  const std::lock_guard lock(mutex_);
  nodes_in_groups_.erase({context, node});
}

}  // namespace switchyard
