#pragma once
/// \file collective_choice.hpp
/// Says which algorithms carry out a machine's collectives.
///
/// Each algorithm that can build a collective is rehearsed on the machine's own network, with its constants, its routes
/// and the links that messages share, and with the time that processors need for combining. The fastest algorithm is
/// taken. A machine's own collectives are used as they are, except that a barrier never takes longer than a barrier by
/// messages would.

#include <cstdint>
#include <vector>

#include "runtime/collective.hpp"
#include "runtime/group/algorithm.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// A range of sizes, from `least` to `most` bytes, for which the same algorithm is chosen.
struct CollectiveRange {
  Collective kind = Collective::barrier;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::usual;
  friend bool operator==(const CollectiveRange&, const CollectiveRange&) = default;
};

/// Returns the choices for collectives of all nodes: barrier, and broadcast, reduce and all_reduce of 8 B to 4 MiB,
/// tried at powers of two. The reductions add numbers of 8 bytes, in any order.
std::vector<CollectiveRange> collective_ranges(const MachineModel& machine);

/// For one kind of collective: the same without a size for a barrier; also for reduce_scatter.
std::vector<CollectiveRange> collective_ranges(const MachineModel& machine, Collective kind);

/// All by which all nodes can carry out such a collective of many bytes, in any order of operands: the machine itself
/// first, if it can.
std::vector<CollectiveAlgorithm> collective_algorithms(const MachineModel& machine, Collective kind);
/// The same for nodes of any number and shape, by messages alone.
std::vector<CollectiveAlgorithm> collective_algorithms(Collective kind);

/// Returns the algorithm for a barrier, broadcast, reduce or all_reduce of all nodes with `bytes` bytes.
CollectiveAlgorithm collective_choice(const MachineModel& machine, Collective kind, std::uint64_t bytes);

}  // namespace switchyard
