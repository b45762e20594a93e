/// \file exchanging.cpp
/// The collectives that give every member something from all members: all_gather, all_to_all.

#include <bit>

#include "runtime/group/algorithms.hpp"
#include "runtime/group/exchange_plan.hpp"

namespace switchyard::detail {
namespace {

/// Adds the steps of an all_gather by recursive doubling. At any time, the blocks that a member has are those of 2^k
/// consecutive ranks, the first of which is a multiple of 2^k.
void all_gather_by_doubling(const MemberSteps& me, std::size_t block, std::span<std::byte> all) {
  for (std::uint32_t size = 1; size < me.group_size; size *= 2) {
    const std::uint32_t partner = me.rank ^ size;
    me.steps.exchange(partner, consecutive_equal_blocks(all, block, me.rank & ~(size - 1), size), partner,
                      consecutive_equal_blocks(all, block, partner & ~(size - 1), size));
  }
}

/// Adds the steps of an all_gather by Bruck's algorithm. Block i of the scratch memory comes from the member i ranks
/// after this one. Source: J. Bruck et al., "Efficient algorithms for all-to-all communications in multiport
/// message-passing systems", 1997.
void all_gather_by_bruck(const MemberSteps& me, std::span<const std::byte> mine, std::span<std::byte> all) {
  const std::size_t block = mine.size();
  const std::span<std::byte> held = me.steps.scratch(all.size());
  me.steps.copy(mine, consecutive_equal_blocks(held, block, 0));
  for (std::uint32_t known = 1; known < me.group_size; known *= 2) {
    const std::uint32_t more = std::min(known, me.group_size - known);
    me.steps.exchange(me.rank_before(known), consecutive_equal_blocks(held, block, 0, more), me.rank_after(known),
                      consecutive_equal_blocks(held, block, known, more));
  }
  const std::uint32_t straight = me.group_size - me.rank;
  me.steps.copy(consecutive_equal_blocks(held, block, 0, straight),
                consecutive_equal_blocks(all, block, me.rank, straight));
  me.steps.copy(consecutive_equal_blocks(held, block, straight, me.rank),
                consecutive_equal_blocks(all, block, 0, me.rank));
}

/// Adds the steps of an all_gather that passes blocks round a ring. `block(i)` returns where the block of member i is
/// stored.
template <class Block>
void all_gather_round_a_ring(const MemberSteps& me, Block block) {
  for (std::uint32_t step = 0; step + 1 < me.group_size; ++step) {
    me.steps.exchange(me.rank_after(1), block(me.rank_before(step)), me.rank_before(1),
                      block(me.rank_before(step + 1)));
  }
}

/// Adds the steps of an all_to_all in which each member exchanges blocks with one other member at a time. `given(i)`
/// returns the block to send to member i, and `result(i)` the memory for the block from member i.
template <class Given, class Result>
void all_to_all_in_pairs(const MemberSteps& me, Given given, Result result) {
  me.steps.copy(given(me.rank), result(me.rank));
  for_each_exchange_partner(
      me, [&](std::uint32_t to, std::uint32_t from) { me.steps.exchange(to, given(to), from, result(from)); });
}

/// Adds the steps of an all_to_all by Bruck's algorithm of 1997. The block that a member has for the member i ranks
/// further on travels in several hops, whose distances are the powers of two that add up to i.
void all_to_all_by_bruck(const MemberSteps& me, std::span<const std::byte> in, std::span<std::byte> out) {
  const std::size_t block = in.size() / me.group_size;
  const std::span<std::byte> held = me.steps.scratch(in.size());
  const std::span<std::byte> leaving = me.steps.scratch(in.size()), coming = me.steps.scratch(in.size());
  for (std::uint32_t i = 0; i < me.group_size; ++i)
    me.steps.copy(consecutive_equal_blocks(in, block, me.rank_after(i)), consecutive_equal_blocks(held, block, i));
  for (std::uint32_t distance = 1; distance < me.group_size; distance *= 2) {
    std::vector<std::uint32_t> moved;
    for (std::uint32_t i = distance; i < me.group_size; ++i) {
      if ((i & distance) != 0) moved.push_back(i);
    }
    for (std::size_t i = 0; i < moved.size(); ++i) {
      me.steps.copy(consecutive_equal_blocks(held, block, moved[i]), consecutive_equal_blocks(leaving, block, i));
    }
    me.steps.exchange(me.rank_after(distance), consecutive_equal_blocks(leaving, block, 0, moved.size()),
                      me.rank_before(distance), consecutive_equal_blocks(coming, block, 0, moved.size()));
    for (std::size_t i = 0; i < moved.size(); ++i) {
      me.steps.copy(consecutive_equal_blocks(coming, block, i), consecutive_equal_blocks(held, block, moved[i]));
    }
  }
  for (std::uint32_t i = 0; i < me.group_size; ++i)
    me.steps.copy(consecutive_equal_blocks(held, block, i), consecutive_equal_blocks(out, block, me.rank_before(i)));
}

}  // namespace

void add_all_gather_steps(const MemberSteps& me, const GroupCall& call) {
  const std::size_t block = call.in.size();
  if (call.has_varying_block_sizes) {
    const auto place = [&](std::uint32_t i) { return bytes_of_numbered_block(call.out, call.output_blocks, i); };
    me.steps.copy(call.in, place(me.rank));
    if (call.skips_empty_blocks) {
      const ExchangeData data{[&call](std::uint32_t) { return call.in; }, place};
      return add_neighbor_exchange_steps(me.steps, me.rank, me.group_size, data);
    }
    return all_gather_round_a_ring(me, place);
  }
  const bool few = call.out.size() <= kMostBytesForFewestRounds, doubles = std::has_single_bit(me.group_size);
  if (few && !doubles) return all_gather_by_bruck(me, call.in, call.out);
  me.steps.copy(call.in, consecutive_equal_blocks(call.out, block, me.rank));
  if (few) return all_gather_by_doubling(me, block, call.out);
  all_gather_round_a_ring(me, [&](std::uint32_t i) { return consecutive_equal_blocks(call.out, block, i); });
}

ExchangeData blocks_of_all_to_all(const GroupCall& call, std::uint32_t size, std::span<const std::byte> in) {
  if (call.has_varying_block_sizes) {
    return {[&call, in](std::uint32_t i) { return bytes_of_numbered_block(in, call.input_blocks, i); },
            [&call](std::uint32_t i) { return bytes_of_numbered_block(call.out, call.output_blocks, i); }};
  }
  const std::size_t block = in.size() / size;
  return {[in, block](std::uint32_t i) { return consecutive_equal_blocks(in, block, i); },
          [&call, block](std::uint32_t i) { return consecutive_equal_blocks(call.out, block, i); }};
}

std::span<const std::byte> input_without_aliasing(CollectiveSteps& steps, const GroupCall& call) {
  if (call.in.empty() || call.in.data() != call.out.data()) return call.in;
  const std::span<std::byte> given = steps.scratch(call.in.size());
  steps.copy(call.in, given);
  return given;
}

void add_all_to_all_steps(const MemberSteps& me, const GroupCall& call) {
  const std::span<const std::byte> in = input_without_aliasing(me.steps, call);
  const ExchangeData data = blocks_of_all_to_all(call, me.group_size, in);
  if (call.exchange_plan) {
    me.steps.copy(data.block_to_send_to_rank(me.rank), data.result(me.rank));
    return add_exchange_steps(me.steps, me.rank, *call.exchange_plan, data);
  }
  if (call.skips_empty_blocks) {
    me.steps.copy(data.block_to_send_to_rank(me.rank), data.result(me.rank));
    return add_neighbor_exchange_steps(me.steps, me.rank, me.group_size, data);
  }
  const bool are_small =
      in.size() / me.group_size <= kMostBytesForForwardedBlocks && me.group_size > kMostMembersForDirectSends;
  if (!call.has_varying_block_sizes && are_small) return all_to_all_by_bruck(me, in, call.out);
  all_to_all_in_pairs(me, data.block_to_send_to_rank, data.result);
}

}  // namespace switchyard::detail

namespace switchyard {

void add_neighbor_exchange_steps(CollectiveSteps& steps, std::uint32_t rank, std::uint32_t size,
                                 const ExchangeData& data) {
  const GroupShape row{size, {size}};
  detail::for_each_exchange_partner({steps, rank, row, CollectiveAlgorithm::usual},
                                    [&](std::uint32_t to, std::uint32_t from) {
                                      if (!data.result(from).empty()) steps.receive(from, data.result(from));
                                      if (!data.block_to_send_to_rank(to).empty())
                                        steps.send(to, data.block_to_send_to_rank(to));
                                    });
  steps.end_round();
}

}  // namespace switchyard
