#pragma once
/// \file algorithms.hpp
/// The collectives of groups. Each add_... function appends the steps of one member in one
/// collective to a list.
///
/// Sources: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication
/// operations in MPICH", 2005; for grids M. Barnett, R. Littlefield, D. Payne, R. van de Geijn,
/// "Global combine on mesh architectures with wormhole routing", 1993. choices.hpp chooses among
/// several algorithms of a collective. Only gather, scatter, all_gather and all_to_all change
/// algorithms at fixed sizes, which are rounder and fewer than those of Thakur et al.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/group/call.hpp"
#include "runtime/group/exchange_plan.hpp"
#include "runtime/group/steps.hpp"

namespace switchyard::detail {

/// The largest size, in bytes, at which a gather, scatter or all_gather takes the algorithm with the fewest rounds. For
/// larger sizes, the number of bytes that each member sends matters more.
inline constexpr std::size_t kMostBytesForFewestRounds = 8 * 1024;
/// The largest block size, in bytes, at which an all_to_all forwards blocks through other members
/// (Bruck's algorithm) to send fewer messages.
inline constexpr std::size_t kMostBytesForForwardedBlocks = 256;
/// The largest group in which an all_to_all sends even small blocks directly instead of by Bruck's
/// algorithm.
inline constexpr std::uint32_t kMostMembersForDirectSends = 4;

/// The group member for which the steps of a collective are made, and the list to which these
/// steps are added.
struct MemberSteps {
  CollectiveSteps& steps;
  std::uint32_t rank;
  const GroupShape& group_shape;
  CollectiveAlgorithm algorithm;
  std::uint32_t group_size = group_shape.size;

  std::uint32_t rank_after(std::uint32_t distance) const { return (rank + distance) % group_size; }
  std::uint32_t rank_before(std::uint32_t distance) const { return (rank + group_size - distance) % group_size; }
};

/// The tree of members for gather and scatter. A member's place is its distance in rank from the
/// root, modulo the group size. The member at place r has places r+1 to r+subtree_size(r)-1 below it. Its
/// children are at r + 1, 2, 4, ... < r + subtree_size(r), and its parent is at r without its lowest bit.
struct GatherTree {
  std::uint32_t root = 0;
  std::uint32_t size = 1;

  std::uint32_t tree_position_of(std::uint32_t rank) const { return (rank + size - root) % size; }
  std::uint32_t rank_at_tree_position(std::uint32_t place) const { return (place + root) % size; }
  std::uint32_t subtree_size(std::uint32_t place) const {
    return place == 0 ? size : std::min(place & (0 - place), size - place);
  }
  std::uint32_t parent_rank_of(std::uint32_t place) const { return rank_at_tree_position(place & (place - 1)); }
  /// Calls visit(rank, first place, number of places) for each child. The child with the largest subtree comes last.
  template <class Visit>
  void for_each_child(std::uint32_t place, Visit visit) const {
    const std::uint32_t places = subtree_size(place);
    for (std::uint32_t d = 1; d < places; d *= 2)
      visit(rank_at_tree_position(place + d), place + d, subtree_size(place + d));
  }
};

template <class Byte>
std::span<Byte> consecutive_equal_blocks(std::span<Byte> all, std::size_t block, std::size_t first,
                                         std::size_t count = 1) {
  return all.subspan(first * block, count * block);
}
template <class Byte>
std::span<Byte> bytes_of_numbered_block(std::span<Byte> all, const Blocks& blocks, std::uint32_t which) {
  return all.subspan(blocks.offsets[which], blocks.counts[which]);
}

/// A range of elements of a vector, from number `first` to number `first` + `count` - 1.
struct ElementRange {
  std::size_t first = 0;
  std::size_t count = 0;
  /// Returns the upper or the lower half of this range of elements. In a halving step, a member keeps the upper half if
  /// its place among the members has the bit of that step set.
  ElementRange lower_or_upper_half(bool upper) const {
    const std::size_t lower = count / 2;
    return upper ? ElementRange{first + lower, count - lower} : ElementRange{first, lower};
  }
};

/// The vector of a collective: as elements of `bytes_per_element` bytes, and as one slice for each member, with
/// slice sizes as equal as possible.
struct SlicedCollectiveData {
  std::span<std::byte> bytes;
  std::size_t bytes_per_element = 1;
  std::uint32_t slice_count = 1;

  ElementRange all_elements() const { return {0, bytes.size() / bytes_per_element}; }
  std::span<std::byte> operator[](const ElementRange& part) const {
    return bytes.subspan(part.first * bytes_per_element, part.count * bytes_per_element);
  }
  std::span<std::byte> slices_of(std::uint32_t first, std::uint32_t count) const {
    const std::size_t from = all_elements().count * first / slice_count,
                      to = all_elements().count * (first + count) / slice_count;
    return (*this)[{from, to - from}];
  }
};

// The functions from broadcast_along_tree() to all_gather_slices() add steps that several collectives have in common.

/// Adds the steps that send the root's data to all members. Needs: algorithm tree.
void broadcast_along_tree(const MemberSteps& me, std::uint32_t root, std::span<std::byte> data);
/// Adds the steps that send each member its slice of the root's vector.
void scatter_slices(const MemberSteps& me, std::uint32_t root, const SlicedCollectiveData& data);
/// Adds the steps that collect the slices of all members on the root.
void gather_slices(const MemberSteps& me, std::uint32_t root, const SlicedCollectiveData& data);
/// Adds the steps that collect the slices of all members on every member. Needs: one of the
/// algorithms ring, rings, or, in a group with a power of two members, doubling.
void all_gather_slices(const MemberSteps& me, const SlicedCollectiveData& data);

/// Calls visit(to, from) for each step of an exchange of all members with all. In each step this
/// member sends to `to` and receives from `from`.
template <class Visit>
void for_each_exchange_partner(const MemberSteps& me, Visit visit) {
  const bool by_bits = std::has_single_bit(me.group_size);
  for (std::uint32_t step = 1; step < me.group_size; ++step) {
    visit(by_bits ? me.rank ^ step : me.rank_after(step), by_bits ? me.rank ^ step : me.rank_before(step));
  }
}

/// Adds the step that combines `value` of this member with `theirs`, the value of the member `other`, into `sum`. The
/// value of the lower rank is the left operand.
inline void combine_in_rank_order(const MemberSteps& me, std::uint32_t other, std::span<std::byte> sum,
                                  std::span<const std::byte> value, std::span<const std::byte> theirs) {
  other < me.rank ? me.steps.add_combine_step(sum, theirs, value) : me.steps.add_combine_step(sum, value, theirs);
}

/// The 2^k members that carry out a halving or doubling algorithm. If the group has more members,
/// the lowest ranks form pairs of neighbours, and the odd rank of each pair acts for both.
struct PowerOfTwoMembers {
  explicit PowerOfTwoMembers(std::uint32_t members)
      : power_of_two_member_count(std::bit_floor(members)), pair_count(members - power_of_two_member_count) {}
  std::uint32_t power_of_two_member_count;
  std::uint32_t pair_count;

  bool is_outside_core(std::uint32_t rank) const { return rank < 2 * pair_count && rank % 2 == 0; }
  std::uint32_t core_position_of(std::uint32_t rank) const {
    return rank < 2 * pair_count ? rank / 2 : rank - pair_count;
  }
  std::uint32_t rank_at_core_position(std::uint32_t place) const {
    return place < pair_count ? 2 * place + 1 : place + pair_count;
  }
  bool is_representative_of_member_pair(std::uint32_t rank) const { return rank < 2 * pair_count && rank % 2 == 1; }
};

/// Adds the steps before a halving or doubling algorithm, which only 2^k members carry out (see
/// PowerOfTwoMembers). In each pair of neighbours, the even rank sends its value to the odd rank, which
/// combines the two values.
inline void combine_values_of_neighbour_pairs(const MemberSteps& me, const PowerOfTwoMembers& core,
                                              std::span<std::byte> sum, std::span<std::byte> theirs) {
  if (core.is_outside_core(me.rank)) me.steps.send(me.rank + 1, sum);
  if (core.is_representative_of_member_pair(me.rank)) {
    me.steps.receive(me.rank - 1, theirs);
    combine_in_rank_order(me, me.rank - 1, sum, sum, theirs);
  }
  me.steps.end_round();
}

/// A ring of the members along one dimension of the grid of members, which pass blocks of slices on to each other.
/// Block i contains the slices of the i-th member of the ring, and those of the members whose grid coordinates differ
/// from its own only in inner dimensions.
struct Ring {
  std::uint32_t rank = 0;
  std::uint32_t member_count = 1;  ///< number of members of the ring
  /// The distance in rank from one member of the ring to the next, which is also the number of slices in a block.
  std::uint32_t rank_stride = 1;

  std::uint32_t place_in_ring() const { return rank / rank_stride % member_count; }
  std::uint32_t first_rank_of_ring() const { return rank - rank % (rank_stride * member_count); }
  std::uint32_t next_rank() const {
    return first_rank_of_ring() + (place_in_ring() + 1) % member_count * rank_stride + rank % rank_stride;
  }
  std::uint32_t previous_rank() const {
    return first_rank_of_ring() + (place_in_ring() + member_count - 1) % member_count * rank_stride +
           rank % rank_stride;
  }
  /// Returns the block that is `back` places before this member's own block in the ring.
  std::span<std::byte> block_of_preceding_ring_member(const SlicedCollectiveData& data, std::uint32_t back) const {
    return data.slices_of(
        first_rank_of_ring() + (place_in_ring() + 2 * member_count - back) % member_count * rank_stride, rank_stride);
  }
};
/// Returns the rings of a member, the innermost dimension first. Algorithm ring has one ring.
std::vector<Ring> rings_of(const MemberSteps& me);

/// Returns where the blocks of an all_to_all are: the blocks to send are in `in`, the blocks to
/// receive in `call.out`. The call must outlive the returned object.
ExchangeData blocks_of_all_to_all(const GroupCall& call, std::uint32_t size, std::span<const std::byte> in);
/// Returns the input of an all_to_all. If the input and the result share memory, this is a scratch
/// copy of the input, and the copying step is added to `steps`.
std::span<const std::byte> input_without_aliasing(CollectiveSteps& steps, const GroupCall& call);

void add_barrier_steps(const MemberSteps& me, const GroupCall& call);
void add_broadcast_steps(const MemberSteps& me, const GroupCall& call);
void add_gather_steps(const MemberSteps& me, const GroupCall& call);
void add_scatter_steps(const MemberSteps& me, const GroupCall& call);
void add_all_gather_steps(const MemberSteps& me, const GroupCall& call);
void add_all_to_all_steps(const MemberSteps& me, const GroupCall& call);
void add_reduce_steps(const MemberSteps& me, const GroupCall& call);
void add_all_reduce_steps(const MemberSteps& me, const GroupCall& call);
void add_scan_steps(const MemberSteps& me, const GroupCall& call);
void add_exscan_steps(const MemberSteps& me, const GroupCall& call);
void add_reduce_scatter_steps(const MemberSteps& me, const GroupCall& call);
/// Adds the steps of a broadcast, reduce, scan or exscan by algorithm `pairs`.
void add_direct_steps(const MemberSteps& me, const GroupCall& call);

}  // namespace switchyard::detail
