/// \file reduce_scatter.cpp
/// The collective reduce_scatter: the vectors of all members are combined in the order of ranks,
/// and each member gets its block of the result.
///
/// Source: Thakur, Rabenseifner and Gropp 2005, sec. 4.3: recursive halving and pairwise exchange.
/// Departs from it: the blocks of the halved vector are in bit-reversed order, so that
/// neighbouring members combine first and the operation need not commute.

#include <bit>
#include <vector>

#include "runtime/group/algorithms.hpp"

namespace switchyard::detail {
namespace {

/// The vector of a reduce_scatter, with the blocks of the core's members in bit-reversed order of the members' places
/// in the core. The core is the 2^k members that carry out the algorithm (see PowerOfTwoMembers). A member that halves
/// this vector, while it doubles the distances to its partners, is left with the position that equals its own place.
/// This position has the member's own block and, if the member acts for an even neighbour, the neighbour's block.
class BitReversedVector {
 public:
  BitReversedVector(const PowerOfTwoMembers& core, const Blocks& blocks)
      : power_of_two_members_(core), block_layout_(blocks) {
    position_offsets_.reserve(core.power_of_two_member_count + 1);
    std::size_t next = 0;
    for_each_place_by_position([&](std::uint32_t place) {
      position_offsets_.push_back(next);
      for_each_rank_at_place(place, [&](std::uint32_t rank) { next += blocks.counts[rank]; });
    });
    position_offsets_.push_back(next);
  }

  std::span<std::byte> blocks_of_vector_at_positions(std::span<std::byte> vector, const ElementRange& positions) const {
    const std::size_t first = position_offsets_[positions.first];
    return vector.subspan(first, position_offsets_[positions.first + positions.count] - first);
  }
  /// Returns the block of member `rank` in a vector whose blocks are stored in bit-reversed order of the members.
  /// Needs: `rank` is one of the 2^k members of the core (see PowerOfTwoMembers), or the even neighbour for which such
  /// a member acts.
  std::span<std::byte> block_of_rank(std::span<std::byte> vector, std::uint32_t rank) const {
    const std::uint32_t position = reverse_bits(power_of_two_members_.core_position_of(rank));
    const bool is_second = power_of_two_members_.is_representative_of_member_pair(rank);
    const std::size_t first = position_offsets_[position] + (is_second ? block_layout_.counts[rank - 1] : 0);
    return vector.subspan(first, block_layout_.counts[rank]);
  }
  void add_block_copies_in_bit_reversed_order(CollectiveSteps& steps, std::span<const std::byte> in,
                                              std::span<std::byte> vector) const {
    steps.reserve(block_layout_.counts.size());
    std::size_t next = 0;
    for_each_place_by_position([&](std::uint32_t place) {
      for_each_rank_at_place(place, [&](std::uint32_t rank) {
        steps.copy(bytes_of_numbered_block(in, block_layout_, rank), vector.subspan(next, block_layout_.counts[rank]));
        next += block_layout_.counts[rank];
      });
    });
  }

 private:
  /// Calls `visit` for the member at `place` in the core (the 2^k members that carry out the algorithm), with the
  /// member's rank. If this member acts for a neighbour as well, calls `visit` with the neighbour's rank first.
  template <class Visit>
  void for_each_rank_at_place(std::uint32_t place, Visit visit) const {
    const std::uint32_t rank = power_of_two_members_.rank_at_core_position(place);
    if (power_of_two_members_.is_representative_of_member_pair(rank)) visit(rank - 1);
    visit(rank);
  }
  /// Calls `visit` with the places of all members of the core (the 2^k members that carry out the algorithm) in
  /// bit-reversed order: the order in which the blocks of these members lie in the vector.
  template <class Visit>
  void for_each_place_by_position(Visit visit) const {
    const std::uint32_t size = power_of_two_members_.power_of_two_member_count;
    for (std::uint32_t position = 0, place = 0; position < size; ++position) {
      visit(place);
      std::uint32_t bit = size / 2;
      for (; (place & bit) != 0; bit /= 2) place ^= bit;
      place |= bit;
    }
  }
  std::uint32_t reverse_bits(std::uint32_t number) const {
    std::uint32_t result = 0;
    for (std::uint32_t bit = 1; bit < power_of_two_members_.power_of_two_member_count; bit *= 2, number /= 2)
      result = 2 * result + number % 2;
    return result;
  }

  const PowerOfTwoMembers& power_of_two_members_;
  const Blocks& block_layout_;
  /// The offsets, in bytes, of the blocks of the vector that is reduced, in the order in which recursive halving
  /// divides the vector; the last entry is the size of the whole vector.
  std::vector<std::size_t> position_offsets_;
};

void halve_vector_and_combine(const MemberSteps& me, const PowerOfTwoMembers& core, const BitReversedVector& blocks,
                              std::span<std::byte> sum, std::span<std::byte> theirs) {
  const std::uint32_t place = core.core_position_of(me.rank);
  ElementRange mine{0, core.power_of_two_member_count};
  for (std::uint32_t distance = 1; distance < core.power_of_two_member_count; distance *= 2) {
    const bool upper = (place & distance) != 0;
    const std::uint32_t other = core.rank_at_core_position(place ^ distance);
    const ElementRange kept = mine.lower_or_upper_half(upper);
    const std::span<std::byte> own = blocks.blocks_of_vector_at_positions(sum, kept),
                               came = blocks.blocks_of_vector_at_positions(theirs, kept);
    me.steps.exchange(other, blocks.blocks_of_vector_at_positions(sum, mine.lower_or_upper_half(!upper)), other, came);
    combine_in_rank_order(me, other, own, own, came);
    mine = kept;
  }
}

void reduce_scatter_by_halving(const MemberSteps& me, const GroupCall& call) {
  const PowerOfTwoMembers core(me.group_size);
  const BitReversedVector blocks(core, call.output_blocks);
  const std::span<std::byte> sum = me.steps.scratch(call.in.size()), theirs = me.steps.scratch(call.in.size());
  blocks.add_block_copies_in_bit_reversed_order(me.steps, call.in, sum);
  combine_values_of_neighbour_pairs(me, core, sum, theirs);
  if (core.is_outside_core(me.rank)) return me.steps.receive(me.rank + 1, call.out);
  halve_vector_and_combine(me, core, blocks, sum, theirs);
  if (core.is_representative_of_member_pair(me.rank))
    me.steps.send(me.rank - 1, blocks.block_of_rank(sum, me.rank - 1));
  me.steps.copy(blocks.block_of_rank(sum, me.rank), call.out);
}

/// Adds the steps of a reduce_scatter in which each member sends every other member that member's block. Received
/// blocks are stored separately, and combined in the order of ranks once all have arrived.
void reduce_scatter_in_pairs(const MemberSteps& me, const GroupCall& call) {
  const std::size_t block = call.out.size();
  const std::span<std::byte> all = me.steps.scratch(me.group_size * block);
  const auto from_rank = [&](std::uint32_t rank) { return consecutive_equal_blocks(all, block, rank); };
  me.steps.copy(bytes_of_numbered_block(call.in, call.output_blocks, me.rank), from_rank(me.rank));
  for_each_exchange_partner(me, [&](std::uint32_t to, std::uint32_t from) {
    me.steps.exchange(to, bytes_of_numbered_block(call.in, call.output_blocks, to), from, from_rank(from));
  });
  me.steps.copy(from_rank(0), call.out);
  for (std::uint32_t rank = 1; rank < me.group_size; ++rank)
    me.steps.add_combine_step(call.out, call.out, from_rank(rank));
}

}  // namespace

void add_reduce_scatter_steps(const MemberSteps& me, const GroupCall& call) {
  if (me.algorithm == CollectiveAlgorithm::pairs) return reduce_scatter_in_pairs(me, call);
  reduce_scatter_by_halving(me, call);
}

}  // namespace switchyard::detail
