#pragma once
/// \file edges.hpp
/// Exchanges in which each member names the members that it sends to and those that it receives
/// from: the neighbourhood collectives, and the collectives between both groups of an
/// intercommunicator.

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/programs/mpi/collective_work.hpp"

namespace switchyard::mpi {

/// The edges from this member to others (or from others to it) along which values go in an exchange: the values on each
/// edge, and where their bytes are in a packed buffer. The buffer is sorted by the rank of the member at the other end
/// in the communicator's Group. If several edges lead from one member to another, both list them in the same order. An
/// edge to MPI_PROC_NULL has no values.
struct NeighbourEdges {
  std::vector<Values> values_of_edges;
  std::vector<std::size_t> offsets_of_edges;
  Blocks blocks_of_members;  ///< where each member's block is in the packed buffer, by rank in the Group
  std::vector<std::byte> packed_bytes;

  NeighbourEdges(const CollectiveCallState& work, const std::vector<int>& places, std::vector<Values> of_each);

  std::span<std::byte> values_of_edge(std::size_t i) {
    return std::span(packed_bytes).subspan(offsets_of_edges[i], values_of_edges[i].bytes());
  }
  void load_from_program_memory();
  void store_to_program_memory();
  /// Returns how many bytes of the values have to be copied because they do not lie in memory without gaps. The network
  /// of a real machine could take all other values from where they are.
  std::size_t copied_bytes() const;
};

/// Returns `count` blocks of the same size, one behind the other, beginning with `first`.
std::vector<Values> consecutive_blocks(const Values& first, std::size_t count);

/// Returns the types of the values on the edges, which members compare if the run looks for defects. Needs: if several
/// edges lead from one member to another, both list them in the same order.
ComparedCollectiveCall compared_call_along_edges(const CollectiveCallState& work, const std::vector<int>& destinations,
                                                 const std::vector<Values>& given, const std::vector<int>& sources,
                                                 const std::vector<Values>& results);

}  // namespace switchyard::mpi
