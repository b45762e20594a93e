/// \file combining.cpp
/// The collectives that combine values: reduce, all_reduce, scan, exscan. All algorithms except those that use rings
/// combine values in the order of ranks, even if the operation commutes.

#include <bit>
#include <vector>

#include "runtime/group/algorithms.hpp"
#include "runtime/group/halving_tree.hpp"

namespace switchyard::detail {
namespace {

/// Adds the steps of a reduce along a tree to the root. `sum` is the result on the root, and scratch memory on other
/// members. Each member holds the combined values of an interval of ranks around its own, and extends it by
/// neighbouring intervals.
void reduce_along_tree(const MemberSteps& me, std::uint32_t root, std::span<const std::byte> in,
                       std::span<std::byte> sum) {
  const HalvingTree::TreePosition place = HalvingTree(me.group_shape, root).position_of(me.rank);
  std::span<const std::byte> value = in;
  if (!place.children.empty()) {
    const std::span<std::byte> theirs = me.steps.scratch(in.size());
    for (std::size_t i = place.children.size(); i-- > 0;) {
      me.steps.receive(place.children[i].rank, theirs);
      combine_in_rank_order(me, place.children[i].rank, sum, value, theirs);
      value = sum;
    }
  }
  if (place.parent) return me.steps.send(*place.parent, value);
  me.steps.copy(value, sum);
}

void reduce_along_tree_to_root(const MemberSteps& me, const GroupCall& call) {
  reduce_along_tree(me, call.root, call.in, me.rank == call.root ? call.out : me.steps.scratch(call.in.size()));
}

void send_result_to_represented_neighbours(const MemberSteps& me, const PowerOfTwoMembers& core,
                                           std::span<std::byte> sum) {
  me.steps.end_round();
  if (core.is_outside_core(me.rank)) me.steps.receive(me.rank + 1, sum);
  if (core.is_representative_of_member_pair(me.rank)) me.steps.send(me.rank - 1, sum);
}

void all_reduce_by_doubling(const MemberSteps& me, const PowerOfTwoMembers& core, std::span<std::byte> sum,
                            std::span<std::byte> theirs) {
  for (std::uint32_t distance = 1; distance < core.power_of_two_member_count; distance *= 2) {
    const std::uint32_t other = core.rank_at_core_position(core.core_position_of(me.rank) ^ distance);
    me.steps.exchange(other, sum, other, theirs);
    combine_in_rank_order(me, other, sum, sum, theirs);
  }
}

/// Returns the part of the vector that a member keeps after `rounds` halvings of the vector. `place` is the member's
/// position in the core, the 2^k members that carry out the algorithm (see PowerOfTwoMembers).
ElementRange part_kept_after_halving_rounds(std::uint32_t place, std::uint32_t rounds, ElementRange all) {
  for (std::uint32_t round = 0; round < rounds; ++round) all = all.lower_or_upper_half((place >> round & 1U) != 0);
  return all;
}

/// Adds the steps of a recursive halving of the vector with doubling distances between partners. Afterwards each of the
/// 2^k members of the core (see PowerOfTwoMembers) has one stretch (contiguous part) of the combined vector. Before the
/// round of distance d, a member holds the sum over the aligned group of d places around its own, so that the order of
/// ranks is kept.
void reduce_scatter_in_power_of_two_core(const MemberSteps& me, const PowerOfTwoMembers& core,
                                         const SlicedCollectiveData& sum, const SlicedCollectiveData& theirs) {
  const std::uint32_t place = core.core_position_of(me.rank);
  ElementRange mine = sum.all_elements();
  for (std::uint32_t distance = 1; distance < core.power_of_two_member_count; distance *= 2) {
    const bool upper = (place & distance) != 0;
    const std::uint32_t other = core.rank_at_core_position(place ^ distance);
    const ElementRange kept = mine.lower_or_upper_half(upper);
    me.steps.exchange(other, sum[mine.lower_or_upper_half(!upper)], other, theirs[kept]);
    combine_in_rank_order(me, other, sum[kept], sum[kept], theirs[kept]);
    mine = kept;
  }
}

/// Adds the steps by which each of the 2^k members of the core (see PowerOfTwoMembers) collects all parts of the
/// reduced vector. In each round the distance between partners halves, and the length of the part that a member has
/// doubles.
void all_gather_halved_parts(const MemberSteps& me, const PowerOfTwoMembers& core, const SlicedCollectiveData& sum) {
  const std::uint32_t place = core.core_position_of(me.rank);
  for (auto round = static_cast<std::uint32_t>(std::countr_zero(core.power_of_two_member_count)); round-- > 0;) {
    const bool upper = (place >> round & 1U) != 0;
    const ElementRange both = part_kept_after_halving_rounds(place, round, sum.all_elements());
    const std::uint32_t other = core.rank_at_core_position(place ^ (1U << round));
    me.steps.exchange(other, sum[both.lower_or_upper_half(upper)], other, sum[both.lower_or_upper_half(!upper)]);
  }
}

/// Adds the steps by which the members of the core send their stretches (parts of the combined vector) to the root. The
/// core is the 2^k members that carry out the algorithm (see PowerOfTwoMembers).
void send_combined_vector_parts_to_root(const MemberSteps& me, const PowerOfTwoMembers& core, std::uint32_t root,
                                        const SlicedCollectiveData& sum) {
  const auto rounds = static_cast<std::uint32_t>(std::countr_zero(core.power_of_two_member_count));
  const auto stretch = [&](std::uint32_t place) {
    return sum[part_kept_after_halving_rounds(place, rounds, sum.all_elements())];
  };
  if (me.rank != root) {
    if (!core.is_outside_core(me.rank)) me.steps.send(root, stretch(core.core_position_of(me.rank)));
    return;
  }
  for (std::uint32_t place = 0; place < core.power_of_two_member_count; ++place) {
    if (core.rank_at_core_position(place) != root) me.steps.receive(core.rank_at_core_position(place), stretch(place));
  }
}

/// Adds the steps of a reduce in which each of the 2^k members of the core (see PowerOfTwoMembers) combines one stretch
/// of the vector, and sends it to the root. Source: R. Rabenseifner, "Optimization of collective reduction operations",
/// 2004.
void reduce_by_halving(const MemberSteps& me, const GroupCall& call) {
  const PowerOfTwoMembers core(me.group_size);
  const std::size_t bytes = call.in.size(), each = call.operation.element_bytes;
  const SlicedCollectiveData sum{me.rank == call.root ? call.out : me.steps.scratch(bytes), each};
  const SlicedCollectiveData theirs{me.steps.scratch(bytes), each};
  me.steps.copy(call.in, sum.bytes);
  combine_values_of_neighbour_pairs(me, core, sum.bytes, theirs.bytes);
  if (!core.is_outside_core(me.rank)) reduce_scatter_in_power_of_two_core(me, core, sum, theirs);
  send_combined_vector_parts_to_root(me, core, call.root, sum);
}

/// Adds the steps of a reduce_scatter that passes blocks round each ring. On its way a block takes up the values of all
/// members and ends at its owner, so that finally each member has its slice of the sum. The outermost ring comes first,
/// because the inner rings then have less to pass on.
void reduce_scatter_round_rings(const MemberSteps& me, const SlicedCollectiveData& sum) {
  const std::vector<Ring> rings = rings_of(me);
  const SlicedCollectiveData theirs{me.steps.scratch(sum.bytes.size()), sum.bytes_per_element, sum.slice_count};
  for (std::size_t i = rings.size(); i-- > 0;) {
    const Ring& ring = rings[i];
    for (std::uint32_t step = 1; step < ring.member_count; ++step) {
      const std::span<std::byte> mine = ring.block_of_preceding_ring_member(sum, step + 1),
                                 came = ring.block_of_preceding_ring_member(theirs, step + 1);
      me.steps.exchange(ring.next_rank(), ring.block_of_preceding_ring_member(sum, step), ring.previous_rank(), came);
      me.steps.add_combine_step(mine, came, mine);
    }
  }
}

bool uses_rings(const MemberSteps& me) {
  return me.algorithm == CollectiveAlgorithm::ring || me.algorithm == CollectiveAlgorithm::rings;
}

void all_reduce_in_power_of_two_core(const MemberSteps& me, const GroupCall& call) {
  const PowerOfTwoMembers core(me.group_size);
  const SlicedCollectiveData sum{call.out, call.operation.element_bytes};
  const SlicedCollectiveData theirs{me.steps.scratch(call.in.size()), call.operation.element_bytes};
  me.steps.copy(call.in, sum.bytes);
  combine_values_of_neighbour_pairs(me, core, sum.bytes, theirs.bytes);
  if (!core.is_outside_core(me.rank)) {
    if (me.algorithm == CollectiveAlgorithm::halving) {
      reduce_scatter_in_power_of_two_core(me, core, sum, theirs);
      all_gather_halved_parts(me, core, sum);
    } else {
      all_reduce_by_doubling(me, core, sum.bytes, theirs.bytes);
    }
  }
  send_result_to_represented_neighbours(me, core, sum.bytes);
}

}  // namespace

void add_reduce_steps(const MemberSteps& me, const GroupCall& call) {
  if (me.algorithm == CollectiveAlgorithm::tree) return reduce_along_tree_to_root(me, call);
  if (me.algorithm == CollectiveAlgorithm::halving) return reduce_by_halving(me, call);
  const std::span<std::byte> memory = me.rank == call.root ? call.out : me.steps.scratch(call.in.size());
  const SlicedCollectiveData sum{memory, call.operation.element_bytes, me.group_size};
  me.steps.copy(call.in, sum.bytes);
  reduce_scatter_round_rings(me, sum);
  gather_slices(me, call.root, sum);
}

void add_all_reduce_steps(const MemberSteps& me, const GroupCall& call) {
  if (me.algorithm == CollectiveAlgorithm::tree) {
    reduce_along_tree(me, 0, call.in, call.out);
    me.steps.end_round();
    return broadcast_along_tree(me, 0, call.out);
  }
  if (!uses_rings(me)) return all_reduce_in_power_of_two_core(me, call);
  const SlicedCollectiveData sum{call.out, call.operation.element_bytes, me.group_size};
  me.steps.copy(call.in, sum.bytes);
  reduce_scatter_round_rings(me, sum);
  all_gather_slices(me, sum);
}

/// Adds the steps of a scan. After the round of distance d, `call.out` combines the values of this member and the 2d -
/// 1 members before it. Source: W. D. Hillis, G. L. Steele, "Data parallel algorithms", 1986.
void add_scan_steps(const MemberSteps& me, const GroupCall& call) {
  const std::span<std::byte> theirs = me.steps.scratch(call.in.size());
  me.steps.copy(call.in, call.out);
  for (std::uint32_t distance = 1; distance < me.group_size; distance *= 2) {
    if (me.rank >= distance) me.steps.receive(me.rank - distance, theirs);
    if (me.rank + distance < me.group_size) me.steps.send(me.rank + distance, call.out);
    me.steps.end_round();
    if (me.rank >= distance) me.steps.add_combine_step(call.out, theirs, call.out);
  }
}

/// Adds the steps of an exscan: they are those of a scan in which each member also keeps the combination of the values
/// of the members before it, without its own value.
void add_exscan_steps(const MemberSteps& me, const GroupCall& call) {
  const std::span<std::byte> theirs = me.steps.scratch(call.in.size()), sum = me.steps.scratch(call.in.size());
  me.steps.copy(call.in, sum);
  for (std::uint32_t distance = 1; distance < me.group_size; distance *= 2) {
    if (me.rank >= distance) me.steps.receive(me.rank - distance, theirs);
    if (me.rank + distance < me.group_size) me.steps.send(me.rank + distance, sum);
    me.steps.end_round();
    if (me.rank < distance) continue;
    distance == 1 ? me.steps.copy(theirs, call.out) : me.steps.add_combine_step(call.out, theirs, call.out);
    me.steps.add_combine_step(sum, theirs, sum);
  }
}

}  // namespace switchyard::detail
