#pragma once
/// \file edges.hpp
/// Exchanges in which each member says whom it sends to, and whom it receives from: the neighbourhood collectives, and
/// the collectives between both groups of an intercommunicator.

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/programs/mpi/collective_work.hpp"

namespace switchyard::mpi {

/// The edges from this member to others, or from others to it: the values on each edge, and where their bytes are in a
/// packed buffer that is sorted by the place of the other member in the communicator's Group. If there are several
/// edges between two members, the k-th one of the sender meets the k-th one of the receiver. An edge to MPI_PROC_NULL
/// has no values.
struct Edges {
  std::vector<Values> values;
  std::vector<std::size_t> offsets;
  Blocks blocks;  ///< of `bytes`, by the place of the other member
  std::vector<std::byte> bytes;

  Edges(const Work& work, const std::vector<int>& places, std::vector<Values> of_each);

  std::span<std::byte> at(std::size_t i) { return std::span(bytes).subspan(offsets[i], values[i].bytes()); }
  void load();
  void store();
  /// Returns how many bytes of values are not dense: a network could take dense values from where they are.
  std::size_t copied_bytes() const;
};

/// Returns `count` blocks of the same size, one behind the other.
std::vector<Values> blocks_in_turn(const Values& first, std::size_t count);

/// Returns the signatures of the values on the edges, which members compare if the run looks for defects; nothing if
/// there are several edges to a member, or from it.
CollectivePart part_along_edges(const Work& work, const std::vector<int>& destinations,
                                const std::vector<Values>& given, const std::vector<int>& sources,
                                const std::vector<Values>& results);

}  // namespace switchyard::mpi
