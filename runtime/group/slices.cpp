/// \file slices.cpp
/// The parts of which broadcasts and reductions are made: steps that send a whole vector along a
/// tree, or its slices along a tree or round rings.

#include "runtime/group/algorithms.hpp"
#include "runtime/group/halving_tree.hpp"

namespace switchyard::detail {
namespace {

using Interval = HalvingTree::Interval;

HalvingTree::TreePosition place_in_tree(const MemberSteps& me, std::uint32_t root) {
  return HalvingTree(me.group_shape, root).position_of(me.rank);
}

std::span<std::byte> vector_slices_of_rank_interval(const SlicedCollectiveData& data, const Interval& ranks) {
  return data.slices_of(ranks.first, ranks.size());
}

/// Adds the steps of an all-gather by recursive doubling, by which all members collect all slices of a vector. At any
/// time, the slices that a member has are those of 2^k consecutive ranks, the first of which is a multiple of 2^k.
void all_gather_slices_by_doubling(const MemberSteps& me, const SlicedCollectiveData& data) {
  for (std::uint32_t run = 1; run < me.group_size; run *= 2) {
    const std::uint32_t partner = me.rank ^ run;
    me.steps.exchange(partner, data.slices_of(me.rank & ~(run - 1), run), partner,
                      data.slices_of(partner & ~(run - 1), run));
  }
}

void all_gather_slices_round_ring(const MemberSteps& me, const Ring& ring, const SlicedCollectiveData& data) {
  for (std::uint32_t step = 0; step + 1 < ring.member_count; ++step) {
    me.steps.exchange(ring.next_rank(), ring.block_of_preceding_ring_member(data, step), ring.previous_rank(),
                      ring.block_of_preceding_ring_member(data, step + 1));
  }
}

}  // namespace

/// Adds the steps of a broadcast along the tree. The child with the largest subtree is served first, because its data
/// has the longest way to go. Sends follow one after another, because on some machines the messages of a node share its
/// bandwidth.
void broadcast_along_tree(const MemberSteps& me, std::uint32_t root, std::span<std::byte> data) {
  const HalvingTree::TreePosition place = place_in_tree(me, root);
  if (place.parent) me.steps.receive(*place.parent, data);
  me.steps.end_round();
  for (const HalvingTree::TreeChild& child : place.children) {
    me.steps.send(child.rank, data);
    me.steps.end_round();
  }
}

void scatter_slices(const MemberSteps& me, std::uint32_t root, const SlicedCollectiveData& data) {
  const HalvingTree::TreePosition place = place_in_tree(me, root);
  if (place.parent) me.steps.receive(*place.parent, vector_slices_of_rank_interval(data, place.subtree));
  me.steps.end_round();
  for (const HalvingTree::TreeChild& child : place.children) {
    me.steps.send(child.rank, vector_slices_of_rank_interval(data, child.subtree));
    me.steps.end_round();
  }
}

void gather_slices(const MemberSteps& me, std::uint32_t root, const SlicedCollectiveData& data) {
  const HalvingTree::TreePosition place = place_in_tree(me, root);
  for (std::size_t i = place.children.size(); i-- > 0;) {
    me.steps.receive(place.children[i].rank, vector_slices_of_rank_interval(data, place.children[i].subtree));
  }
  me.steps.end_round();
  if (place.parent) me.steps.send(*place.parent, vector_slices_of_rank_interval(data, place.subtree));
  me.steps.end_round();
}

void all_gather_slices(const MemberSteps& me, const SlicedCollectiveData& data) {
  if (me.algorithm == CollectiveAlgorithm::doubling) return all_gather_slices_by_doubling(me, data);
  for (const Ring& ring : rings_of(me)) all_gather_slices_round_ring(me, ring, data);
}

std::vector<Ring> rings_of(const MemberSteps& me) {
  if (me.algorithm == CollectiveAlgorithm::ring) return {{me.rank, me.group_size, 1}};
  std::vector<Ring> rings;
  std::uint32_t stride = 1;
  for (std::size_t i = me.group_shape.sides.size(); i-- > 0;) {
    rings.push_back({me.rank, me.group_shape.sides[i], stride});
    stride *= me.group_shape.sides[i];
  }
  return rings;
}

}  // namespace switchyard::detail
