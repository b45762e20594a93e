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
  std::size_t bytes_of_each;
  std::span<std::byte> of_rank(std::uint32_t rank) const { return consecutive_equal_blocks(all, bytes_of_each, rank); }
};

ValuesOfMembers scratch_for_values(const MemberSteps& me, const GroupCall& call, std::uint32_t members) {
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
    const std::span<std::byte> sum = values.of_rank(rank), theirs = values.of_rank(child);
    child < rank ? me.steps.combine(sum, theirs, sum) : me.steps.combine(sum, sum, theirs);
  }
}

void reduce_directly(const MemberSteps& me, const GroupCall& call) {
  if (me.rank != call.root) return me.steps.send(call.root, call.in);
  const ValuesOfMembers values = scratch_for_values(me, call, me.group_size);
  for (std::uint32_t rank = 0; rank < me.group_size; ++rank) {
    if (rank != me.rank) me.steps.receive(rank, values.of_rank(rank));
  }
  me.steps.copy(call.in, values.of_rank(me.rank));
  combine_subtree(me, HalvingTree(me.group_shape, call.root), values, me.rank);
  me.steps.copy(values.of_rank(me.rank), call.out);
}

/// Adds the steps that exchange values in a scan: a member gets the values of all members of lower rank. Returns these
/// values and the member's own.
ValuesOfMembers exchange_values_of_scan(const MemberSteps& me, const GroupCall& call) {
  const ValuesOfMembers values = scratch_for_values(me, call, me.rank + 1);
  for (std::uint32_t rank = 0; rank < me.rank; ++rank) me.steps.receive(rank, values.of_rank(rank));
  for (std::uint32_t rank = me.rank + 1; rank < me.group_size; ++rank) me.steps.send(rank, call.in);
  me.steps.copy(call.in, values.of_rank(me.rank));
  return values;
}

/// Adds the combinations that one round of a scan makes on the members with the ranks `distance` to `last`: the value
/// of each is combined with the value of the member `distance` ranks below it.
void combine_over_distance(const MemberSteps& me, const ValuesOfMembers& sums, std::uint32_t distance,
                           std::uint32_t last) {
  for (std::uint32_t rank = last; rank >= distance; --rank)
    me.steps.combine(sums.of_rank(rank), sums.of_rank(rank - distance), sums.of_rank(rank));
}

void scan_directly(const MemberSteps& me, const GroupCall& call) {
  const ValuesOfMembers sums = exchange_values_of_scan(me, call);
  for (std::uint32_t distance = 1; distance <= me.rank; distance *= 2)
    combine_over_distance(me, sums, distance, me.rank);
  me.steps.copy(sums.of_rank(me.rank), call.out);
}

void exscan_directly(const MemberSteps& me, const GroupCall& call) {
  const ValuesOfMembers sums = exchange_values_of_scan(me, call);
  for (std::uint32_t distance = 1; distance <= me.rank; distance *= 2) {
    const std::span<std::byte> theirs = sums.of_rank(me.rank - distance);
    distance == 1 ? me.steps.copy(theirs, call.out) : me.steps.combine(call.out, theirs, call.out);
    combine_over_distance(me, sums, distance, me.rank - 1);
  }
}

}  // namespace

void add_direct_steps(const MemberSteps& me, const GroupCall& call) {
  if (call.kind == Collective::broadcast) return broadcast_directly(me, call);
  if (call.kind == Collective::reduce) return reduce_directly(me, call);
  call.kind == Collective::scan ? scan_directly(me, call) : exscan_directly(me, call);
}

}  // namespace switchyard::detail
