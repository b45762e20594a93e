#pragma once
/// \file multiphase.hpp
/// Complete exchange by store and forward, in several phases. Each phase is a complete exchange inside sub-cubes, and
/// is followed by a shuffle of all blocks.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 4.3 and 5 (standard exchange);
/// the general form is from his companion report on multiphase complete exchange (from memory, not checked against it).

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/exchange/workload.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// A partition of the dimensions of a hypercube into the phases of a multiphase exchange: for each phase, the number of
/// dimensions that it spans, from the highest dimension down. The numbers add up to the dimension of the hypercube.
using DimensionPartition = std::vector<std::uint32_t>;

/// Multiphase exchange: in each phase a node exchanges super-blocks (several blocks in one message) with its partners
/// in the sub-cube of the next dimensions, in the order of pairwise exchange, and then shuffles its blocks. A partition
/// of one part is plain pairwise exchange without a shuffle. The receives of all phases are posted at the start
/// (Bokhari, sec. 5), each with memory of its own, so no node depends on room in a system buffer. With FORCED messages,
/// all nodes are synchronised at the start, and the two partners in each step; with other messages there is no
/// synchronisation.
///
/// Shape:  `traffic` has a block for and from every other node, all of one size.
/// Needs:  2^(sum of the parts) nodes.
void run_multiphase_exchange(Node& self, const NodeTraffic& traffic, std::span<const std::uint32_t> parts,
                             Protocol protocol);

/// Standard exchange: in each step two neighbours exchange n/2 blocks, so each phase spans one
/// dimension. Blocks are shuffled after every step, even on a cube of one dimension.
///
/// Shape:  `traffic` has one block to and one block from each other node, all of one size.
/// Needs:  the number of nodes is a power of two.
void run_standard_exchange(Node& self, const NodeTraffic& traffic, Protocol protocol);

/// Returns the messages between nodes in each step of multiphase exchange, with blocks of `bytes`
/// bytes. The result is not a schedule of a communication matrix: its messages are super-blocks,
/// which carry blocks of many nodes.
///
/// Needs: the parts, which are the numbers of cube dimensions of the phases, add up to the dimensions
/// of the cube, log2(nodes).
Schedule multiphase_step_schedule(std::uint32_t nodes, std::uint64_t bytes, std::span<const std::uint32_t> parts);

/// Returns one partition of the cube's dimensions for each possible number of phases. The numbers of dimensions of a
/// partition's phases differ by at most one, and the larger numbers come first. Only such partitions can be the fastest
/// (from memory of Bokhari's companion report).
std::vector<DimensionPartition> balanced_dimension_partitions(std::uint32_t dimension);

/// Returns the partition with which multiphase exchange takes least time on the machine. Runs the exchange once on the
/// machine for each partition of balanced_dimension_partitions(), with blocks of `bytes` bytes.
///
/// Needs:  the number of nodes of the machine is a power of two.
DimensionPartition best_dimension_partition(const Machine& machine, std::uint64_t bytes, Protocol protocol);

}  // namespace switchyard
