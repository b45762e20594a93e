#pragma once
/// \file edges.hpp
/// Exchanges in which each member says whom it sends to, and whom it receives from: those among neighbours, and those
/// between both groups of an intercommunicator.

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/programs/mpi/collective_work.hpp"

namespace switchyard::mpi {

/// As many values as there are edges on one side, and where each one's bytes are in a row that is sorted by the place
/// of its member in the communicator's Group. The k-th of several edges to a member meets the k-th of its edges from
/// here. An edge to MPI_PROC_NULL has no values.
struct Edges {
  std::vector<Values> values;
  std::vector<std::size_t> offsets;
  Blocks blocks;  ///< by place
  std::vector<std::byte> bytes;

  Edges(const Work& work, const std::vector<int>& places, std::vector<Values> of_each);

  std::span<std::byte> at(std::size_t i) { return std::span(bytes).subspan(offsets[i], values[i].bytes()); }
  void load();
  void store();
  /// A network could take the others from where they are.
  std::size_t copied_bytes() const;
};

/// Blocks of one size, one behind the other.
std::vector<Values> blocks_in_turn(const Values& first, std::size_t count);

/// What members compare; nothing if one has several edges to a member, or from it.
CollectivePart part_along_edges(const Work& work, const std::vector<int>& destinations,
                                const std::vector<Values>& given, const std::vector<int>& sources,
                                const std::vector<Values>& results);

}  // namespace switchyard::mpi
