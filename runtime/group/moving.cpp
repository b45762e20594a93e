/// \file moving.cpp
/// The collectives that send data between a root and the other members without combining it
/// (broadcast, gather, scatter), and barrier.

#include "runtime/group/algorithms.hpp"

namespace switchyard::detail {
namespace {

/// Adds the steps that copy the blocks of a collective from the order in which a tree holds them (by distance in rank
/// from the root) into the order of ranks.
void copy_into_rank_order(const MemberSteps& me, const GatherTree& tree, std::span<const std::byte> by_place,
                          std::span<std::byte> by_rank, std::size_t block) {
  const std::uint32_t straight = me.group_size - tree.root;
  me.steps.copy(consecutive_equal_blocks(by_place, block, 0, straight),
                consecutive_equal_blocks(by_rank, block, tree.root, straight));
  me.steps.copy(consecutive_equal_blocks(by_place, block, straight, tree.root),
                consecutive_equal_blocks(by_rank, block, 0, tree.root));
}

/// Adds the steps that copy the blocks of a collective from the order of ranks into the order in which a tree holds
/// them (by distance in rank from the root).
void copy_blocks_into_tree_position_order(const MemberSteps& me, const GatherTree& tree,
                                          std::span<const std::byte> by_rank, std::span<std::byte> by_place,
                                          std::size_t block) {
  const std::uint32_t straight = me.group_size - tree.root;
  me.steps.copy(consecutive_equal_blocks(by_rank, block, tree.root, straight),
                consecutive_equal_blocks(by_place, block, 0, straight));
  me.steps.copy(consecutive_equal_blocks(by_rank, block, 0, tree.root),
                consecutive_equal_blocks(by_place, block, straight, tree.root));
}

void gather_along_tree(const MemberSteps& me, const GatherTree& tree, std::span<const std::byte> in,
                       std::span<std::byte> out) {
  const std::size_t block = in.size();
  const std::uint32_t place = tree.tree_position_of(me.rank), places = tree.subtree_size(place);
  if (places == 1 && place > 0) return me.steps.send(tree.parent_rank_of(place), in);
  const bool in_result = me.rank == tree.root && tree.root == 0;
  const std::span<std::byte> held = in_result ? out : me.steps.scratch(places * block);
  me.steps.copy(in, consecutive_equal_blocks(held, block, 0));
  tree.for_each_child(place, [&](std::uint32_t rank, std::uint32_t first, std::uint32_t count) {
    me.steps.receive(rank, consecutive_equal_blocks(held, block, first - place, count));
  });
  me.steps.end_round();
  if (place > 0) return me.steps.send(tree.parent_rank_of(place), held);
  if (!in_result) copy_into_rank_order(me, tree, held, out, block);
}

void scatter_along_tree(const MemberSteps& me, const GatherTree& tree, std::span<const std::byte> in,
                        std::span<std::byte> out) {
  const std::size_t block = out.size();
  const std::uint32_t place = tree.tree_position_of(me.rank), places = tree.subtree_size(place);
  if (places == 1 && place > 0) return me.steps.receive(tree.parent_rank_of(place), out);
  const bool as_given = me.rank == tree.root && tree.root == 0;
  std::span<const std::byte> held = in;
  if (!as_given) {
    const std::span<std::byte> space = me.steps.scratch(places * block);
    if (place == 0) copy_blocks_into_tree_position_order(me, tree, in, space, block);
    if (place > 0) me.steps.receive(tree.parent_rank_of(place), space);
    held = space;
  }
  me.steps.end_round();
  tree.for_each_child(place, [&](std::uint32_t rank, std::uint32_t first, std::uint32_t count) {
    me.steps.send(rank, consecutive_equal_blocks(held, block, first - place, count));
  });
  me.steps.copy(consecutive_equal_blocks(held, block, 0), out);
}

/// Returns the memory of block `rank` within the span of all blocks.
template <class Byte>
std::span<Byte> block_of_rank(const GroupCall& call, std::span<Byte> all, const Blocks& blocks, std::size_t own,
                              std::uint32_t rank) {
  return call.has_varying_block_sizes ? bytes_of_numbered_block(all, blocks, rank)
                                      : consecutive_equal_blocks(all, own, rank);
}

/// Returns whether a gather or scatter sends a message for the block of a member.
bool is_block_sent(const GroupCall& call, std::span<const std::byte> block) {
  return !call.skips_empty_blocks || !block.empty();
}

void gather_directly(const MemberSteps& me, const GroupCall& call) {
  if (me.rank != call.root) {
    if (is_block_sent(call, call.in)) me.steps.send(call.root, call.in);
    return;
  }
  for (std::uint32_t rank = 0; rank < me.group_size; ++rank) {
    const std::span<std::byte> block = block_of_rank(call, call.out, call.output_blocks, call.in.size(), rank);
    if (rank != me.rank && is_block_sent(call, block)) me.steps.receive(rank, block);
  }
  me.steps.copy(call.in, block_of_rank(call, call.out, call.output_blocks, call.in.size(), me.rank));
}

void scatter_directly(const MemberSteps& me, const GroupCall& call) {
  if (me.rank != call.root) {
    if (is_block_sent(call, call.out)) me.steps.receive(call.root, call.out);
    return;
  }
  for (std::uint32_t rank = 0; rank < me.group_size; ++rank) {
    const std::span<const std::byte> block = block_of_rank(call, call.in, call.input_blocks, call.out.size(), rank);
    if (rank != me.rank && is_block_sent(call, block)) me.steps.send(rank, block);
  }
  me.steps.copy(block_of_rank(call, call.in, call.input_blocks, call.out.size(), me.rank), call.out);
}

/// Returns whether the root of a gather or scatter exchanges each block directly with its member
/// instead of along a tree. If block sizes vary, only the root knows them, so that no other member
/// could pass blocks on.
bool moves_blocks_directly(const MemberSteps& me, const GroupCall& call, std::size_t block) {
  return call.has_varying_block_sizes || me.algorithm == CollectiveAlgorithm::pairs ||
         block > kMostBytesForFewestRounds;
}

}  // namespace

/// Adds the steps of a barrier, either by dissemination or as an all_reduce of an empty vector. Source: D. Hensgen, R.
/// Finkel, U. Manber, "Two algorithms for barrier synchronization", 1988.
void add_barrier_steps(const MemberSteps& me, const GroupCall& call) {
  if (me.algorithm != CollectiveAlgorithm::dissemination) return add_all_reduce_steps(me, call);
  for (std::uint32_t distance = 1; distance < me.group_size; distance *= 2) {
    me.steps.exchange(me.rank_after(distance), {}, me.rank_before(distance), {});
  }
}

void add_broadcast_steps(const MemberSteps& me, const GroupCall& call) {
  if (me.algorithm == CollectiveAlgorithm::tree) return broadcast_along_tree(me, call.root, call.out);
  const SlicedCollectiveData data{call.out, 1, me.group_size};
  scatter_slices(me, call.root, data);
  all_gather_slices(me, data);
}

void add_gather_steps(const MemberSteps& me, const GroupCall& call) {
  if (moves_blocks_directly(me, call, call.in.size())) return gather_directly(me, call);
  gather_along_tree(me, {call.root, me.group_size}, call.in, call.out);
}

void add_scatter_steps(const MemberSteps& me, const GroupCall& call) {
  if (moves_blocks_directly(me, call, call.out.size())) return scatter_directly(me, call);
  scatter_along_tree(me, {call.root, me.group_size}, call.in, call.out);
}

}  // namespace switchyard::detail
