/// \file direct.cpp
/// Algorithm `pairs` for broadcast, reduce, scan and exscan: values go straight from each member that gives them to
/// each member that needs them, so that no member waits for one from which it needs nothing. It is taken only if the
/// caller asks for it (GroupCall::algorithm).
///
/// A member that combines values gets those of other members as they are, and combines them alone, in the order in
/// which these members would combine them in a reduce along a tree, or in the rounds of a scan. So the results are bit
/// for bit those of these other algorithms.

#include "runtime/group/algorithms.hpp"
#include "runtime/group/halving_tree.hpp"

namespace switchyard::detail {
namespace {

/// The values of several members in scratch memory, by rank.
struct ValuesOfMembers {
  std::span<std::byte> all;
  std::size_t bytes_per_member_value;
  std::span<std::byte> value_of_member(std::uint32_t rank) const {
    return consecutive_equal_blocks(all, bytes_per_member_value, rank);
  }
};

ValuesOfMembers allocate_scratch_for_member_values(const MemberSteps& me, const GroupCall& call,
                                                   std::uint32_t members) {
  return {me.steps.scratch(members * call.in.size()), call.in.size()};
}

void broadcast_directly(const MemberSteps& me, const GroupCall& call) {
  if (me.rank != call.root) return me.steps.receive(call.root, call.out);
  for (std::uint32_t rank = 0; rank < me.group_size; ++rank) {
    if (rank != me.rank) me.steps.send(rank, call.out);
  }
}

/// Adds the steps that combine the values of all members in the subtree of member `rank`. The result replaces the value
/// of member `rank` in `values`.
void combine_subtree(const MemberSteps& me, const HalvingTree& tree, const ValuesOfMembers& values,
                     std::uint32_t rank) {
  const auto children = tree.position_of(rank).children;
  for (std::size_t i = children.size(); i-- > 0;) {
    const std::uint32_t child = children[i].rank;
    combine_subtree(me, tree, values, child);
    const std::span<std::byte> sum = values.value_of_member(rank), theirs = values.value_of_member(child);
    child < rank ? me.steps.add_combine_step(sum, theirs, sum) : me.steps.add_combine_step(sum, sum, theirs);
  }
}

void reduce_directly(const MemberSteps& me, const GroupCall& call) {
  if (me.rank != call.root) return me.steps.send(call.root, call.in);
  const ValuesOfMembers values = allocate_scratch_for_member_values(me, call, me.group_size);
  for (std::uint32_t rank = 0; rank < me.group_size; ++rank) {
    if (rank != me.rank) me.steps.receive(rank, values.value_of_member(rank));
  }
  me.steps.copy(call.in, values.value_of_member(me.rank));
  combine_subtree(me, HalvingTree(me.group_shape, call.root), values, me.rank);
  me.steps.copy(values.value_of_member(me.rank), call.out);
}

/// Adds the steps that exchange values in a scan: a member gets the values of all members of lower rank. Returns these
/// values and the member's own.
ValuesOfMembers exchange_values_of_scan(const MemberSteps& me, const GroupCall& call) {
  const ValuesOfMembers values = allocate_scratch_for_member_values(me, call, me.rank + 1);
  for (std::uint32_t rank = 0; rank < me.rank; ++rank) me.steps.receive(rank, values.value_of_member(rank));
  for (std::uint32_t rank = me.rank + 1; rank < me.group_size; ++rank) me.steps.send(rank, call.in);
  me.steps.copy(call.in, values.value_of_member(me.rank));
  return values;
}

/// Adds the combinations that one round of a scan makes on the members with the ranks `distance` to `last`: the value
/// of each is combined with the value of the member `distance` ranks below it.
void add_scan_combinations_at_rank_distance(const MemberSteps& me, const ValuesOfMembers& sums, std::uint32_t distance,
                                            std::uint32_t last) {
  for (std::uint32_t rank = last; rank >= distance; --rank)
    me.steps.add_combine_step(sums.value_of_member(rank), sums.value_of_member(rank - distance),
                              sums.value_of_member(rank));
}

void scan_directly(const MemberSteps& me, const GroupCall& call) {
  const ValuesOfMembers sums = exchange_values_of_scan(me, call);
  for (std::uint32_t distance = 1; distance <= me.rank; distance *= 2)
    add_scan_combinations_at_rank_distance(me, sums, distance, me.rank);
  me.steps.copy(sums.value_of_member(me.rank), call.out);
}

void exscan_directly(const MemberSteps& me, const GroupCall& call) {
  const ValuesOfMembers sums = exchange_values_of_scan(me, call);
  for (std::uint32_t distance = 1; distance <= me.rank; distance *= 2) {
    const std::span<std::byte> theirs = sums.value_of_member(me.rank - distance);
    distance == 1 ? me.steps.copy(theirs, call.out) : me.steps.add_combine_step(call.out, theirs, call.out);
    add_scan_combinations_at_rank_distance(me, sums, distance, me.rank - 1);
  }
}

}  // namespace

void add_direct_steps(const MemberSteps& me, const GroupCall& call) {
  if (call.kind == Collective::broadcast) return broadcast_directly(me, call);
  if (call.kind == Collective::reduce) return reduce_directly(me, call);
  call.kind == Collective::scan ? scan_directly(me, call) : exscan_directly(me, call);
}

}  // namespace switchyard::detail
