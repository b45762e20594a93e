/// \file neighbor_calls.cpp
/// MPI's collectives among the neighbours in a topology, such as MPI_Neighbor_alltoall, blocking and nonblocking.
///
/// Source: MPI 3.1, sec. 7.6 and 7.7.
///
/// One function implements both forms of a collective. The nonblocking form stores its request in `*request`; for the
/// blocking form, `request` is null.

#include <algorithm>
#include <utility>
#include <variant>

#include "runtime/group/persistent_exchange.hpp"
#include "runtime/programs/mpi/collective_calls.hpp"
#include "runtime/programs/mpi/collective_work.hpp"
#include "runtime/programs/mpi/edges.hpp"
#include "runtime/programs/mpi/topologies.hpp"

namespace switchyard::mpi {
namespace {

struct NeighborCollectiveWork : CollectiveCallState {
  Neighbors neighbors;
  std::size_t source_count() const { return neighbors.sources.size(); }
  std::size_t destination_count() const { return neighbors.destinations.size(); }
};

NeighborCollectiveWork work_among_neighbors(Call& call, MPI_Comm comm) {
  CollectiveCallState work = new_collective_call_state(call, comm);
  Neighbors neighbors = neighbors_of_this_member(*work.comm);
  return {std::move(work), std::move(neighbors)};
}

std::size_t longest_block(const Blocks& blocks) {
  return blocks.counts.empty() ? 0 : *std::ranges::max_element(blocks.counts);
}

/// Returns the exchange among the neighbours in a topology as a collective call of the Group. The messages follow a
/// communication schedule if the run asks for one, or if a schedule is faster.
GroupCall neighbor_call(Call& call, const NeighborCollectiveWork& work, SettableCollective which, NeighbourEdges& in,
                        NeighbourEdges& out) {
  GroupCall group_call =
      GroupCall::neighbor_exchange(in.packed_bytes, in.blocks_of_members, out.packed_bytes, out.blocks_of_members);
  if (call.only_checks_arguments) return group_call;
  if (PersistentExchange* const exchange = neighbor_exchange_of(*work.comm)) {
    group_call.exchange_plan = exchange->plan_of_next_exchange(
        which, std::max(longest_block(in.blocks_of_members), longest_block(out.blocks_of_members)), call.site);
  }
  return group_call;
}

/// Exchanges the two directions of each dimension in a list with one element for each neighbour on a grid. For each
/// dimension, the list has first the neighbour with the lower coordinate, and then the one with the higher coordinate.
template <class T>
void swap_neighbor_directions(std::vector<T>& of_neighbors) {
  for (std::size_t i = 0; i + 1 < of_neighbors.size(); i += 2) std::swap(of_neighbors[i], of_neighbors[i + 1]);
}

/// Exchanges values with all neighbours in a topology. In a grid, the block that a member sends in one direction of a
/// dimension arrives at the neighbour as the block from the opposite direction. This matters in a periodic dimension of
/// one or two members, where both directions lead to the same member. MPI 4.0, sec. 8.6, says so; MPI 3.1 leaves it
/// open.
void exchange_with_neighbors(Call& call, MPI_Request* request, const NeighborCollectiveWork& work,
                             SettableCollective which, std::vector<Values> given, std::vector<Values> results) {
  std::vector<int> sources = work.neighbors.sources;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (sources[i] != MPI_PROC_NULL) results[i].rank_of_block = static_cast<std::uint32_t>(sources[i]);
  }
  if (std::holds_alternative<CartTopology>(work.comm->topology)) {
    swap_neighbor_directions(sources);
    swap_neighbor_directions(results);
  }
  note_collective_begin(call, *work.comm,
                        compared_call_along_edges(work, work.neighbors.destinations, given, sources, results));
  const auto in = std::make_shared<NeighbourEdges>(work, work.neighbors.destinations, std::move(given));
  const auto out = std::make_shared<NeighbourEdges>(work, sources, std::move(results));
  for (const Values& sent : in->values_of_edges) {
    for (const Values& received : out->values_of_edges) {
      if (do_values_overlap(sent, received))
        fail(MPI_ERR_BUFFER,
             "what is sent and what is received share memory, which no neighbourhood collective allows");
    }
  }
  work.note_values_read(in->values_of_edges);
  work.note_values_written(out->values_of_edges);
  in->load_from_program_memory();
  spend_copy_time(call.node, in->copied_bytes(), call.site);
  run_collective(call, request, work, neighbor_call(call, work, which, *in, *out),
                 [in, out, node = &call.node, site = call.site] {
                   out->store_to_program_memory();
                   spend_copy_time(*node, out->copied_bytes(), site);
                 });
}

/// Returns the description of the values that a member exchanges with each of its `neighbors` neighbours. Without
/// neighbours there are no values, and the buffer may be null.
Values values_for_neighbors(Call& call, const void* buffer, MPI_Count count, MPI_Datatype type, std::size_t neighbors) {
  checked_nonnegative_count(count);
  return checked_values(call, buffer, neighbors == 0 ? 0 : count, type);
}

void neighbor_allgather(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount,
                        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                        MPI_Comm comm) {
  const NeighborCollectiveWork work = work_among_neighbors(call, comm);
  exchange_with_neighbors(
      call, request, work, SettableCollective::neighbor_allgather,
      std::vector<Values>(work.destination_count(),
                          values_for_neighbors(call, sendbuf, sendcount, sendtype, work.destination_count())),
      consecutive_blocks(values_for_neighbors(call, recvbuf, recvcount, recvtype, work.source_count()),
                         work.source_count()));
}

void neighbor_allgatherv(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount,
                         MPI_Datatype sendtype, void* recvbuf, IntOrLargeCountArray recvcounts,
                         IntOrLargeCountArray displs, MPI_Datatype recvtype, MPI_Comm comm) {
  const NeighborCollectiveWork work = work_among_neighbors(call, comm);
  for (const IntOrLargeCountArray& each : {recvcounts, displs}) work.note_argument_array(each, work.source_count());
  exchange_with_neighbors(
      call, request, work, SettableCollective::neighbor_allgatherv,
      std::vector<Values>(work.destination_count(),
                          values_for_neighbors(call, sendbuf, sendcount, sendtype, work.destination_count())),
      blocks_of_varying_size(call, recvbuf, recvcounts, displs, recvtype, work.source_count()));
}

void neighbor_alltoall(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount,
                       MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                       MPI_Comm comm) {
  const NeighborCollectiveWork work = work_among_neighbors(call, comm);
  exchange_with_neighbors(
      call, request, work, SettableCollective::neighbor_alltoall,
      consecutive_blocks(values_for_neighbors(call, sendbuf, sendcount, sendtype, work.destination_count()),
                         work.destination_count()),
      consecutive_blocks(values_for_neighbors(call, recvbuf, recvcount, recvtype, work.source_count()),
                         work.source_count()));
}

void neighbor_alltoallv(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
                        IntOrLargeCountArray sdispls, MPI_Datatype sendtype, void* recvbuf,
                        IntOrLargeCountArray recvcounts, IntOrLargeCountArray rdispls, MPI_Datatype recvtype,
                        MPI_Comm comm) {
  const NeighborCollectiveWork work = work_among_neighbors(call, comm);
  for (const IntOrLargeCountArray& each : {sendcounts, sdispls})
    work.note_argument_array(each, work.destination_count());
  for (const IntOrLargeCountArray& each : {recvcounts, rdispls}) work.note_argument_array(each, work.source_count());
  exchange_with_neighbors(
      call, request, work, SettableCollective::neighbor_alltoallv,
      blocks_of_varying_size(call, sendbuf, sendcounts, sdispls, sendtype, work.destination_count()),
      blocks_of_varying_size(call, recvbuf, recvcounts, rdispls, recvtype, work.source_count()));
}

void neighbor_alltoallw(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
                        IntOrLargeCountArray sdispls, const MPI_Datatype* sendtypes, void* recvbuf,
                        IntOrLargeCountArray recvcounts, IntOrLargeCountArray rdispls, const MPI_Datatype* recvtypes,
                        MPI_Comm comm) {
  const NeighborCollectiveWork work = work_among_neighbors(call, comm);
  work.note_argument_array(sendcounts, work.destination_count());
  work.note_argument_array(sdispls, work.destination_count());
  work.note_argument_array(sendtypes, work.destination_count());
  work.note_argument_array(recvcounts, work.source_count());
  work.note_argument_array(rdispls, work.source_count());
  work.note_argument_array(recvtypes, work.source_count());
  exchange_with_neighbors(
      call, request, work, SettableCollective::neighbor_alltoallw,
      blocks_with_own_types(call, sendbuf, sendcounts, sdispls, sendtypes, work.destination_count()),
      blocks_with_own_types(call, recvbuf, recvcounts, rdispls, recvtypes, work.source_count()));
}

std::vector<SymbolBinding> all_bindings() {
  std::vector<SymbolBinding> list;
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Neighbor_allgather, Ineighbor_allgather, neighbor_allgather);
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Neighbor_allgatherv, Ineighbor_allgatherv, neighbor_allgatherv);
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Neighbor_alltoall, Ineighbor_alltoall, neighbor_alltoall);
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Neighbor_alltoallv, Ineighbor_alltoallv, neighbor_alltoallv);
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Neighbor_alltoallw, Ineighbor_alltoallw, neighbor_alltoallw);
  return list;
}

}  // namespace

SymbolBindings neighbor_bindings() {
  static const std::vector<SymbolBinding> list = all_bindings();
  return list;
}

}  // namespace switchyard::mpi
