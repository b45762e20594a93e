#pragma once
/// \file collective_choice.hpp
/// Says which algorithms carry out a machine's collectives.
///
/// Each algorithm that can build a collective of messages is simulated without a program: its messages go through the
/// machine's own network, with its constants, its routes and the links that messages share, and with the time that
/// processors need for combining. The fastest algorithm is taken. Collectives that the machine carries out by itself
/// are used as they are, except that a barrier never takes longer than a barrier by messages would.

#include <cstdint>
#include <vector>

#include "runtime/collective.hpp"
#include "runtime/group/algorithm.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// A range of sizes, from `smallest_bytes` to `largest_bytes` bytes, for which the same algorithm is chosen.
struct AlgorithmSizeRange {
  Collective kind = Collective::barrier;
  std::uint64_t smallest_bytes = 0;
  std::uint64_t largest_bytes = 0;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::usual;
  friend bool operator==(const AlgorithmSizeRange&, const AlgorithmSizeRange&) = default;
};

/// Returns the algorithms that are chosen for collectives of all nodes, by ranges of sizes:
/// barrier, and broadcast, reduce and all_reduce of 8 B to 4 MiB, tried at powers of two. The
/// reductions add numbers of 8 bytes, in any order.
std::vector<AlgorithmSizeRange> algorithms_by_size_range(const MachineModel& machine);

/// Returns the algorithms that are chosen for one kind of collective of all nodes, by ranges of
/// sizes. A barrier has one range, of 0 bytes. `kind` may also be reduce_scatter.
std::vector<AlgorithmSizeRange> algorithms_by_size_range(const MachineModel& machine, Collective kind);

/// Returns all algorithms by which all nodes of a machine can carry out a collective of 4 MiB with
/// operands that may be combined in any order. If the machine can carry the collective out by
/// itself, CollectiveAlgorithm::machine comes first.
std::vector<CollectiveAlgorithm> collective_algorithms(const MachineModel& machine, Collective kind);
/// Returns all algorithms that carry out a collective by messages, including those that need a
/// special number of nodes (such as a power of two) or a grid.
std::vector<CollectiveAlgorithm> collective_algorithms(Collective kind);

/// Returns the algorithm that is chosen for a barrier, broadcast, reduce, all_reduce or reduce_scatter of all nodes
/// with `bytes` bytes.
CollectiveAlgorithm collective_choice(const MachineModel& machine, Collective kind, std::uint64_t bytes);

}  // namespace switchyard
