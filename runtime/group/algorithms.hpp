#pragma once
/// \file algorithms.hpp
/// The collectives of groups, each as a function that adds the steps of one member to a list.
///
/// Sources: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH", 2005;
/// for grids M. Barnett, R. Littlefield, D. Payne, R. van de Geijn, "Global combine on mesh architectures with wormhole
/// routing", 1993. Which one is used is for collective_choice.hpp to say; gather, scatter, all_gather and all_to_all
/// change over at fixed sizes, which are rounder, and fewer, than those of the first source.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/group/call.hpp"
#include "runtime/group/steps.hpp"

namespace switchyard::detail {

/// Of a gather, scatter or all_gather: up to so many bytes, what counts is the number of rounds; above, how much each
/// member sends.
inline constexpr std::size_t kFewBytes = 8 * 1024;
/// Up to so many bytes a block, an all_to_all sends each block several times, and so fewer messages.
inline constexpr std::size_t kFewBytesToEach = 256;
/// Fewer members gain nothing from an algorithm for many bytes, or for small blocks.
inline constexpr std::uint32_t kFewMembers = 4;

/// Whose steps, and where to.
struct Member {
  CollectiveSteps& steps;
  std::uint32_t rank;
  const GroupShape& shape;
  CollectiveAlgorithm algorithm;
  std::uint32_t size = shape.size;

  std::uint32_t after(std::uint32_t distance) const { return (rank + distance) % size; }
  std::uint32_t before(std::uint32_t distance) const { return (rank + size - distance) % size; }
};

/// The members of a tree for gather and scatter, counted from its root on. The one at place r has below it the places
/// r+1 to r+span(r)-1, its children are at r + 1, 2, 4, ... < r + span(r), and its parent is at r less its lowest bit.
struct Tree {
  std::uint32_t root = 0;
  std::uint32_t size = 1;

  std::uint32_t place_of(std::uint32_t rank) const { return (rank + size - root) % size; }
  std::uint32_t rank_at(std::uint32_t place) const { return (place + root) % size; }
  std::uint32_t span(std::uint32_t place) const {
    return place == 0 ? size : std::min(place & (0 - place), size - place);
  }
  std::uint32_t parent(std::uint32_t place) const { return rank_at(place & (place - 1)); }
  /// visit(rank, first place, number of places) for each child, the one with the most below it last.
  template <class Visit>
  void for_each_child(std::uint32_t place, Visit visit) const {
    const std::uint32_t places = span(place);
    for (std::uint32_t d = 1; d < places; d *= 2) visit(rank_at(place + d), place + d, span(place + d));
  }
};

template <class Byte>
std::span<Byte> blocks_of(std::span<Byte> all, std::size_t block, std::size_t first, std::size_t count = 1) {
  return all.subspan(first * block, count * block);
}
template <class Byte>
std::span<Byte> block_of(std::span<Byte> all, const Blocks& blocks, std::uint32_t which) {
  return all.subspan(blocks.offsets[which], blocks.counts[which]);
}

/// Elements first to first + count of a vector.
struct Stretch {
  std::size_t first = 0;
  std::size_t count = 0;
  /// The half that a member keeps whose place has this bit, or the other one.
  Stretch half(bool upper) const {
    const std::size_t lower = count / 2;
    return upper ? Stretch{first + lower, count - lower} : Stretch{first, lower};
  }
};

/// The vector of a collective, by elements; and by slices, one a member, as equal as can be.
struct Elements {
  std::span<std::byte> bytes;
  std::size_t each = 1;
  std::uint32_t slices = 1;

  Stretch all() const { return {0, bytes.size() / each}; }
  std::span<std::byte> operator[](const Stretch& part) const {
    return bytes.subspan(part.first * each, part.count * each);
  }
  std::span<std::byte> slices_of(std::uint32_t first, std::uint32_t count) const {
    const std::size_t from = all().count * first / slices, to = all().count * (first + count) / slices;
    return (*this)[{from, to - from}];
  }
};

// What several collectives are made of.

/// From the root to all. Needs: algorithm tree.
void broadcast_along(const Member& me, std::uint32_t root, std::span<std::byte> data);
/// Each member gets its slice from the root.
void scatter_slices(const Member& me, std::uint32_t root, const Elements& data);
/// The root gets all slices.
void gather_slices(const Member& me, std::uint32_t root, const Elements& data);
/// Each member has its slice, and gets all others. Needs: algorithm doubling with a power of two members, ring or
/// rings.
void collect_slices(const Member& me, const Elements& data);

/// The members along one dimension of the grid, which pass on blocks of slices: block i is that of the member at place
/// i, and of those which differ from it in the dimensions inside of this one.
struct Ring {
  std::uint32_t rank = 0;
  std::uint32_t count = 1;   ///< members
  std::uint32_t stride = 1;  ///< from one to the next, and slices a block

  std::uint32_t place() const { return rank / stride % count; }
  std::uint32_t base() const { return rank - rank % (stride * count); }
  std::uint32_t next() const { return base() + (place() + 1) % count * stride + rank % stride; }
  std::uint32_t previous() const { return base() + (place() + count - 1) % count * stride + rank % stride; }
  /// The block `back` places before this member's.
  std::span<std::byte> block(const Elements& data, std::uint32_t back) const {
    return data.slices_of(base() + (place() + 2 * count - back) % count * stride, stride);
  }
};
/// Innermost first. One for algorithm ring.
std::vector<Ring> rings_of(const Member& me);

void add_barrier(const Member& me, const GroupCall& call);
void add_broadcast(const Member& me, const GroupCall& call);
void add_gather(const Member& me, const GroupCall& call);
void add_scatter(const Member& me, const GroupCall& call);
void add_all_gather(const Member& me, const GroupCall& call);
void add_all_to_all(const Member& me, const GroupCall& call);
void add_reduce(const Member& me, const GroupCall& call);
void add_all_reduce(const Member& me, const GroupCall& call);
void add_scan(const Member& me, const GroupCall& call);
void add_exscan(const Member& me, const GroupCall& call);

}  // namespace switchyard::detail
