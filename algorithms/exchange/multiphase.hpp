#pragma once
/// \file multiphase.hpp
/// Complete exchange by store and forward: in several phases, each a complete exchange inside sub-cubes, with a shuffle
/// of all blocks after each.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 4.3 and 5 (standard exchange);
/// the general form is from his companion report on multiphase complete exchange (recalled).

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/exchange/workload.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Dimensions of the cube that each phase spans, from the highest down; they add up to the cube's.
using DimensionPartition = std::vector<std::uint32_t>;

/// Each phase exchanges super-blocks with the partners in the sub-cube of the next dimensions, in the order of pairwise
/// exchange, and shuffles. One part is pairwise exchange, after which there is nothing to shuffle. The receives of all
/// phases are posted at the start (Bokhari, sec. 5), each with memory of its own, so no node depends on room in a system
/// buffer. FORCED messages are preceded by a synchronisation of all nodes at the start and of the two partners in each
/// step; others are sent without.
///
/// Shape:  `traffic` has a block for and from every other node, all of one size.
/// Needs:  2^(sum of the parts) nodes.
void multiphase_exchange(Node& self, const NodeTraffic& traffic, std::span<const std::uint32_t> parts,
                         Protocol protocol);

/// Standard exchange, n/2 blocks with a neighbour in each step: all parts are ones. Shuffles after each, even on one
/// link.
///
/// Shape:  `traffic` has a block for and from every other node, all of one size.
/// Needs:  a power of two of nodes.
void standard_exchange(Node& self, const NodeTraffic& traffic, Protocol protocol);

/// What the nodes send each other in each step, with blocks of `bytes`. This is no schedule of the communication
/// matrix: its messages are super-blocks, with blocks of many nodes on their way.
///
/// Needs: nodes = 2^(sum of the parts).
Schedule multiphase_steps(std::uint32_t nodes, std::uint64_t bytes, std::span<const std::uint32_t> parts);

/// One partition for each number of phases, with parts that differ by at most one, the larger ones first: only such can
/// be best (companion report, recalled).
std::vector<DimensionPartition> even_partitions(std::uint32_t dimension);

/// The one that takes least time on the machine, where each is run once with blocks of `bytes`.
///
/// Needs: a power of two of nodes.
DimensionPartition best_partition(const Machine& machine, std::uint64_t bytes, Protocol protocol);

}  // namespace switchyard
