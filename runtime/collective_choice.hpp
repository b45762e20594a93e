#pragma once
/// \file collective_choice.hpp
/// By which algorithms a machine's collectives are carried out.
///
/// Each algorithm that a collective could be built by is rehearsed on the machine's own network, with its constants,
/// its routes and what they share, and with what combining costs its processors; the fastest one is taken. A machine's
/// own collectives are used as they are, except that a barrier takes no longer than one by messages would.

#include <cstdint>
#include <vector>

#include "runtime/collective.hpp"
#include "runtime/group/algorithm.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Sizes for which the same algorithm is chosen: from `least` to `most` bytes.
struct CollectiveRange {
  Collective kind = Collective::barrier;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::usual;
  friend bool operator==(const CollectiveRange&, const CollectiveRange&) = default;
};

/// For all nodes: barrier, and broadcast, reduce and all_reduce of 8 B to 4 MiB, at powers of two. Reductions add
/// numbers of 8 bytes, in any order.
std::vector<CollectiveRange> collective_ranges(const MachineModel& machine);

/// The algorithm for one of these, of any size.
CollectiveAlgorithm collective_choice(const MachineModel& machine, Collective kind, std::uint64_t bytes);

}  // namespace switchyard
