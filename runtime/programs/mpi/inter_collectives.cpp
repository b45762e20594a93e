/// \file inter_collectives.cpp
/// Carries out MPI's collectives on intercommunicators.

#include "runtime/programs/mpi/inter_collectives.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "runtime/programs/mpi/compared_operation.hpp"
#include "runtime/programs/mpi/edges.hpp"
#include "runtime/programs/mpi/operation.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi::inter {
namespace {

struct InterCollectiveCallState : CollectiveCallState {
  std::size_t peer_count() const { return static_cast<std::size_t>(comm->peer_count()); }
  /// Returns the ranks of all members of the remote group in the Group, which contains the members of both groups.
  std::vector<int> ranks_of_remote_group() const {
    std::vector<int> places(peer_count());
    std::iota(places.begin(), places.end(), static_cast<int>(comm->remote_group_part().begin));
    return places;
  }
};

InterCollectiveCallState new_inter_collective_call_state(Call& call, MPI_Comm comm) {
  return {new_collective_call_state(call, communicator_of(call, comm))};
}

/// The values that a member sends in a collective of an intercommunicator, with their destinations, and the values that
/// it receives, with their sources. Members are named by their ranks in the Group that contains both groups.
struct ExchangedValues {
  std::vector<int> destinations = {};
  std::vector<Values> values_to_send = {};
  std::vector<int> sources = {};
  std::vector<Values> results = {};
};

/// Carries out a collective of an intercommunicator as one exchange of messages. `finish(received)` is called once all
/// values have been received. `op` is the operation of a reduction.
template <class Finish>
void exchange(Call& call, MPI_Request* request, const InterCollectiveCallState& work, ExchangedValues traffic,
              Finish finish, std::optional<MPI_Op> op = {}) {
  ComparedCollectiveCall compared =
      compared_call_along_edges(work, traffic.destinations, traffic.values_to_send, traffic.sources, traffic.results);
  if (op) add_compared_operation(call, *op, compared);
  note_collective_begin(call, *work.comm, std::move(compared));
  for (const Values& each : traffic.values_to_send) check_no_overlap(each, traffic.results);
  work.note_values_read(traffic.values_to_send);
  const auto in = std::make_shared<NeighbourEdges>(work, traffic.destinations, std::move(traffic.values_to_send));
  const auto out = std::make_shared<NeighbourEdges>(work, traffic.sources, std::move(traffic.results));
  in->load_from_program_memory();
  spend_copy_time(call.node, in->copied_bytes(), call.site);
  run_collective(
      call, request, work,
      GroupCall::neighbor_exchange(in->packed_bytes, in->blocks_of_members, out->packed_bytes, out->blocks_of_members),
      [in, out, finish, node = &call.node, site = call.site] {
        finish(*out);
        spend_copy_time(*node, out->copied_bytes(), site);
      });
}

void exchange_and_store_result(Call& call, MPI_Request* request, const InterCollectiveCallState& work,
                               ExchangedValues traffic, std::optional<MPI_Op> op = {}) {
  work.note_values_written(traffic.results);
  exchange(
      call, request, work, std::move(traffic), [](NeighbourEdges& received) { received.store_to_program_memory(); },
      op);
}

/// The role of a process in a rooted collective of an intercommunicator: the root, another member of the root's group,
/// or a member of the other group.
enum class RootRole : std::uint8_t { root, member_of_root_group, member_of_other_group };

RootRole root_role_of(const InterCollectiveCallState& work, int root) {
  if (root == MPI_ROOT) return RootRole::root;
  if (root == MPI_PROC_NULL) return RootRole::member_of_root_group;
  if (root >= 0 && root < work.comm->peer_count()) return RootRole::member_of_other_group;
  fail(MPI_ERR_ROOT, "there is no root {}; it is MPI_ROOT, MPI_PROC_NULL, or 0 to {}", root,
       work.comm->peer_count() - 1);
}

std::vector<int> root_as_list_of_ranks(const InterCollectiveCallState& work, int root) {
  return {static_cast<int>(work.comm->remote_group_part().begin) + root};
}

/// Carries out a collective of an intercommunicator in which the root sends a block to each member of the other group.
/// `blocks()` describes all blocks, and is called on the root; `mine()` describes the block that the calling member
/// receives.
template <class MakeBlocks, class MakeMine>
void send_from_root(Call& call, MPI_Request* request, MPI_Comm comm, int root, MakeBlocks blocks, MakeMine mine) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  ExchangedValues traffic;
  switch (root_role_of(work, root)) {
    case RootRole::root:
      traffic = {.destinations = work.ranks_of_remote_group(), .values_to_send = blocks(work.peer_count())};
      break;
    case RootRole::member_of_other_group:
      traffic = {.sources = root_as_list_of_ranks(work, root), .results = {mine()}};
      break;
    case RootRole::member_of_root_group:
      break;
  }
  exchange_and_store_result(call, request, work, std::move(traffic));
}

/// Carries out a collective of an intercommunicator in which the root receives a block from each member of the other
/// group. `blocks()` describes all blocks, and is called on the root; `mine()` describes the block that the calling
/// member sends.
template <class MakeBlocks, class MakeMine>
void send_to_root(Call& call, MPI_Request* request, MPI_Comm comm, int root, MakeBlocks blocks, MakeMine mine) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  ExchangedValues traffic;
  switch (root_role_of(work, root)) {
    case RootRole::root:
      traffic = {.sources = work.ranks_of_remote_group(), .results = blocks(work.peer_count())};
      break;
    case RootRole::member_of_other_group:
      traffic = {.destinations = root_as_list_of_ranks(work, root), .values_to_send = {mine()}};
      break;
    case RootRole::member_of_root_group:
      break;
  }
  exchange_and_store_result(call, request, work, std::move(traffic));
}

/// Carries out a collective of an intercommunicator in which each member sends a block to each member of the other
/// group.
void exchange_with_remote_group(Call& call, MPI_Request* request, const InterCollectiveCallState& work,
                                std::vector<Values> given, std::vector<Values> results) {
  exchange_and_store_result(call, request, work,
                            {.destinations = work.ranks_of_remote_group(),
                             .values_to_send = std::move(given),
                             .sources = work.ranks_of_remote_group(),
                             .results = std::move(results)});
}

std::vector<Values> copies_of_block(const Values& each, std::size_t count) { return std::vector<Values>(count, each); }

/// Returns a function that combines the blocks received from all members of the remote group, in the order of their
/// ranks, and stores the result. Of each block, it uses the values with the indices `first` to `first + result.count -
/// 1`.
auto make_function_combining_remote_blocks(const InterCollectiveCallState& work, Operation operation, Values result,
                                           std::uint64_t first = 0) {
  work.note_values_written({result});
  return [operation = std::move(operation), result = std::move(result), first](NeighbourEdges& received) {
    if (received.values_of_edges.empty() || result.bytes() == 0) return;
    const auto part = [&](std::size_t rank) {
      return received.values_of_edge(rank).subspan(first * result.type->size(), result.bytes());
    };
    const std::span<std::byte> all = part(0);
    for (std::size_t rank = 1; rank < received.values_of_edges.size(); ++rank)
      operation.combine_elements(all.data(), all.data(), part(rank).data(), result.count);
    unpack(all, result.buffer, result.count, *result.type);
  };
}

Operation operation_for_type(Call& call, MPI_Op op, MPI_Datatype type) {
  return operation_of(call, op, type, committed_type_of(call, type));
}

void combine_and_scatter(Call& call, MPI_Request* request, const InterCollectiveCallState& work, const void* sendbuf,
                         void* recvbuf, const std::vector<std::int64_t>& counts, MPI_Datatype type, MPI_Op op) {
  Operation operation = operation_for_type(call, op, type);
  const auto own = counts.begin() + work.comm->rank();
  const auto first = static_cast<std::uint64_t>(std::accumulate(counts.begin(), own, std::int64_t{0}));
  const Values given =
      checked_values(call, sendbuf, std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), type);
  const Values result = checked_values(call, recvbuf, *own, type);
  check_no_overlap(given, result);
  // This member receives as many values from each member of the other group as it sends itself. They go to scratch
  // memory instead of the program's buffer, because they are combined after they have arrived.
  Values scratch = given;
  scratch.buffer = nullptr;
  ExchangedValues traffic{.destinations = work.ranks_of_remote_group(),
                          .values_to_send = copies_of_block(given, work.peer_count()),
                          .sources = work.ranks_of_remote_group()};
  traffic.results = copies_of_block(scratch, work.peer_count());
  exchange(call, request, work, std::move(traffic),
           make_function_combining_remote_blocks(work, std::move(operation), result, first), op);
}

/// The signals of a barrier of an intercommunicator: the bytes, one each, that a member sends to all members of the
/// other group, and those that it receives from them.
struct BarrierSignals {
  Blocks blocks_of_members;
  std::vector<std::byte> bytes_to_send, received;
};

}  // namespace

void barrier(Call& call, MPI_Request* request, MPI_Comm comm) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  const std::vector<int> others = work.ranks_of_remote_group();
  note_collective_begin(call, *work.comm, {.source_ranks = std::vector<std::uint32_t>(others.begin(), others.end())});
  std::vector<std::size_t> counts(work.comm->group().size());
  for (const int rank : others) counts[static_cast<std::size_t>(rank)] = 1;
  const auto signals =
      std::make_shared<BarrierSignals>(BarrierSignals{.blocks_of_members = contiguous_blocks(std::move(counts)),
                                                      .bytes_to_send = std::vector<std::byte>(others.size()),
                                                      .received = std::vector<std::byte>(others.size())});
  run_collective(call, request, work,
                 GroupCall::neighbor_exchange(signals->bytes_to_send, signals->blocks_of_members, signals->received,
                                              signals->blocks_of_members),
                 [signals] {});
}

void bcast(Call& call, MPI_Request* request, void* buffer, MPI_Count count, MPI_Datatype type, int root,
           MPI_Comm comm) {
  const auto mine = [&] { return checked_values(call, buffer, count, type); };
  send_from_root(
      call, request, comm, root, [&](std::size_t peers) { return copies_of_block(mine(), peers); }, mine);
}

void gather(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
            void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  send_to_root(
      call, request, comm, root,
      [&](std::size_t peers) { return consecutive_blocks(checked_values(call, recvbuf, recvcount, recvtype), peers); },
      [&] { return checked_values(call, sendbuf, sendcount, sendtype); });
}

void gatherv(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void* recvbuf, IntOrLargeCountArray recvcounts, IntOrLargeCountArray displs, MPI_Datatype recvtype,
             int root, MPI_Comm comm) {
  send_to_root(
      call, request, comm, root,
      [&](std::size_t peers) { return blocks_of_varying_size(call, recvbuf, recvcounts, displs, recvtype, peers); },
      [&] { return checked_values(call, sendbuf, sendcount, sendtype); });
}

void scatter(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  send_from_root(
      call, request, comm, root,
      [&](std::size_t peers) { return consecutive_blocks(checked_values(call, sendbuf, sendcount, sendtype), peers); },
      [&] { return checked_values(call, recvbuf, recvcount, recvtype); });
}

void scatterv(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
              IntOrLargeCountArray displs, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
              MPI_Datatype recvtype, int root, MPI_Comm comm) {
  send_from_root(
      call, request, comm, root,
      [&](std::size_t peers) { return blocks_of_varying_size(call, sendbuf, sendcounts, displs, sendtype, peers); },
      [&] { return checked_values(call, recvbuf, recvcount, recvtype); });
}

void allgather(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
               void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  exchange_with_remote_group(call, request, work,
                             copies_of_block(checked_values(call, sendbuf, sendcount, sendtype), work.peer_count()),
                             consecutive_blocks(checked_values(call, recvbuf, recvcount, recvtype), work.peer_count()));
}

void allgatherv(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                void* recvbuf, IntOrLargeCountArray recvcounts, IntOrLargeCountArray displs, MPI_Datatype recvtype,
                MPI_Comm comm) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  work.note_argument_array(recvcounts, work.peer_count());
  work.note_argument_array(displs, work.peer_count());
  exchange_with_remote_group(call, request, work,
                             copies_of_block(checked_values(call, sendbuf, sendcount, sendtype), work.peer_count()),
                             blocks_of_varying_size(call, recvbuf, recvcounts, displs, recvtype, work.peer_count()));
}

void alltoall(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
              void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  exchange_with_remote_group(call, request, work,
                             consecutive_blocks(checked_values(call, sendbuf, sendcount, sendtype), work.peer_count()),
                             consecutive_blocks(checked_values(call, recvbuf, recvcount, recvtype), work.peer_count()));
}

void alltoallv(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
               IntOrLargeCountArray sdispls, MPI_Datatype sendtype, void* recvbuf, IntOrLargeCountArray recvcounts,
               IntOrLargeCountArray rdispls, MPI_Datatype recvtype, MPI_Comm comm) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  for (const IntOrLargeCountArray& each : {sendcounts, sdispls, recvcounts, rdispls})
    work.note_argument_array(each, work.peer_count());
  exchange_with_remote_group(call, request, work,
                             blocks_of_varying_size(call, sendbuf, sendcounts, sdispls, sendtype, work.peer_count()),
                             blocks_of_varying_size(call, recvbuf, recvcounts, rdispls, recvtype, work.peer_count()));
}

void alltoallw(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
               IntOrLargeCountArray sdispls, const MPI_Datatype* sendtypes, void* recvbuf,
               IntOrLargeCountArray recvcounts, IntOrLargeCountArray rdispls, const MPI_Datatype* recvtypes,
               MPI_Comm comm) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  for (const IntOrLargeCountArray& each : {sendcounts, sdispls, recvcounts, rdispls})
    work.note_argument_array(each, work.peer_count());
  for (const MPI_Datatype* each : {sendtypes, recvtypes}) work.note_argument_array(each, work.peer_count());
  exchange_with_remote_group(call, request, work,
                             blocks_with_own_types(call, sendbuf, sendcounts, sdispls, sendtypes, work.peer_count()),
                             blocks_with_own_types(call, recvbuf, recvcounts, rdispls, recvtypes, work.peer_count()));
}

void reduce(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
            MPI_Op op, int root, MPI_Comm comm) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  const RootRole role = root_role_of(work, root);
  if (role == RootRole::member_of_root_group) return exchange_and_store_result(call, request, work, {});
  Operation operation = operation_for_type(call, op, type);
  if (role == RootRole::member_of_other_group) {
    return exchange_and_store_result(call, request, work,
                                     {.destinations = root_as_list_of_ranks(work, root),
                                      .values_to_send = {checked_values(call, sendbuf, count, type)}},
                                     op);
  }
  const Values result = checked_values(call, recvbuf, count, type);
  exchange(call, request, work,
           {.sources = work.ranks_of_remote_group(), .results = copies_of_block(result, work.peer_count())},
           make_function_combining_remote_blocks(work, std::move(operation), result), op);
}

void allreduce(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
               MPI_Op op, MPI_Comm comm) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  Operation operation = operation_for_type(call, op, type);
  const Values given = checked_values(call, sendbuf, count, type), result = checked_values(call, recvbuf, count, type);
  exchange(call, request, work,
           {.destinations = work.ranks_of_remote_group(),
            .values_to_send = copies_of_block(given, work.peer_count()),
            .sources = work.ranks_of_remote_group(),
            .results = copies_of_block(result, work.peer_count())},
           make_function_combining_remote_blocks(work, std::move(operation), result), op);
}

void reduce_scatter(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf,
                    IntOrLargeCountArray recvcounts, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  combine_and_scatter(call, request, work, sendbuf, recvbuf, counts_of_blocks(call, recvcounts, work.size()), type, op);
}

void reduce_scatter_block(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                          MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const InterCollectiveCallState work = new_inter_collective_call_state(call, comm);
  checked_nonnegative_count(recvcount, "recvcount");
  combine_and_scatter(call, request, work, sendbuf, recvbuf, std::vector<std::int64_t>(work.size(), recvcount), type,
                      op);
}

}  // namespace switchyard::mpi::inter
