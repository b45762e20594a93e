#pragma once
/// \file algorithms.hpp
/// The collectives of groups, each as a function that adds the steps of one member to a list.
///
/// Source: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication operations in MPICH", 2005;
/// its sizes of change-over are for another machine, so that here they are rounder, and fewer.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/group/call.hpp"
#include "runtime/group/steps.hpp"

namespace switchyard::detail {

/// Up to so many bytes, what counts is the number of rounds; above, how much each member sends.
inline constexpr std::size_t kFewBytes = 8 * 1024;
/// Up to so many bytes a block, an all_to_all sends each block several times, and so fewer messages.
inline constexpr std::size_t kFewBytesToEach = 256;
/// Fewer members gain nothing from an algorithm for many bytes, or for small blocks.
inline constexpr std::uint32_t kFewMembers = 4;

/// Whose steps, and where to.
struct Member {
  CollectiveSteps& steps;
  std::uint32_t rank = 0;
  std::uint32_t size = 1;

  std::uint32_t after(std::uint32_t distance) const { return (rank + distance) % size; }
  std::uint32_t before(std::uint32_t distance) const { return (rank + size - distance) % size; }
};

/// The members of a tree, counted from its root on. The one at place r has below it the places r+1 to r+span(r)-1, its
/// children are at r + 1, 2, 4, ... < r + span(r), and its parent is at r less its lowest bit.
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
