/// \file edges.cpp

#include "runtime/programs/mpi/edges.hpp"

#include <algorithm>

namespace switchyard::mpi {
namespace {

/// Returns the types of the values on the edges of this member, sorted by the rank, in the Group, of the member at the
/// other end. Edges with the same member keep their order.
std::vector<ComparedCollectiveCall::ValueTypesOfNeighbourEdge> types_by_rank(const std::vector<int>& places,
                                                                             const std::vector<Values>& values) {
  std::vector<ComparedCollectiveCall::ValueTypesOfNeighbourEdge> edges;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != MPI_PROC_NULL) edges.push_back({static_cast<std::uint32_t>(places[i]), signature_of(values[i])});
  }
  std::ranges::stable_sort(edges, {}, &ComparedCollectiveCall::ValueTypesOfNeighbourEdge::rank);
  return edges;
}

std::vector<std::uint32_t> ranks_of_members(const std::vector<int>& places) {
  std::vector<std::uint32_t> ranks;
  for (const int place : places) {
    if (place != MPI_PROC_NULL) ranks.push_back(static_cast<std::uint32_t>(place));
  }
  return ranks;
}

}  // namespace

NeighbourEdges::NeighbourEdges(const CollectiveCallState& work, const std::vector<int>& places,
                               std::vector<Values> of_each)
    : values_of_edges(std::move(of_each)) {
  std::vector<std::size_t> counts(work.comm->group().size());
  for (std::size_t i = 0; i < values_of_edges.size(); ++i) {
    if (places[i] == MPI_PROC_NULL) values_of_edges[i].count = 0;
    if (values_of_edges[i].bytes() > 0) counts[static_cast<std::size_t>(places[i])] += values_of_edges[i].bytes();
  }
  blocks_of_members = contiguous_blocks(std::move(counts));
  std::vector<std::size_t> next = blocks_of_members.offsets;
  for (std::size_t i = 0; i < values_of_edges.size(); ++i) {
    offsets_of_edges.push_back(places[i] == MPI_PROC_NULL ? 0 : next[static_cast<std::size_t>(places[i])]);
    if (values_of_edges[i].bytes() > 0) next[static_cast<std::size_t>(places[i])] += values_of_edges[i].bytes();
  }
  packed_bytes.resize(blocks_of_members.offsets.back() + blocks_of_members.counts.back());
}

void NeighbourEdges::load_from_program_memory() {
  for (std::size_t i = 0; i < values_of_edges.size(); ++i)
    pack(values_of_edges[i].buffer, values_of_edges[i].count, *values_of_edges[i].type, values_of_edge(i));
}
void NeighbourEdges::store_to_program_memory() {
  for (std::size_t i = 0; i < values_of_edges.size(); ++i)
    unpack(values_of_edge(i), values_of_edges[i].buffer, values_of_edges[i].count, *values_of_edges[i].type);
}

std::size_t NeighbourEdges::copied_bytes() const {
  std::size_t copied = 0;
  for (const Values& each : values_of_edges) copied += each.type->is_dense(each.count) ? 0 : each.bytes();
  return copied;
}

std::vector<Values> consecutive_blocks(const Values& first, std::size_t count) {
  std::vector<Values> blocks;
  for (std::size_t i = 0; i < count; ++i)
    blocks.push_back(values_from_offset(first, static_cast<std::int64_t>(i * first.count), first.count));
  return blocks;
}

ComparedCollectiveCall compared_call_along_edges(const CollectiveCallState& work, const std::vector<int>& destinations,
                                                 const std::vector<Values>& given, const std::vector<int>& sources,
                                                 const std::vector<Values>& results) {
  if (!work.is_run_checked_for_defects) return {};
  return {.collective_data_flow = ComparedCollectiveCall::CollectiveDataFlow::along_edges_between_neighbours,
          .outgoing_neighbour_edges = types_by_rank(destinations, given),
          .incoming_neighbour_edges = types_by_rank(sources, results),
          .source_ranks = ranks_of_members(sources)};
}

}  // namespace switchyard::mpi
