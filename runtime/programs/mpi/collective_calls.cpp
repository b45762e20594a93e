/// \file collective_calls.cpp
/// MPI's collectives on the members of one group, blocking and nonblocking.
///
/// Source: MPI 3.1, chapter 5.
///
/// One function implements both forms of a collective. The nonblocking form stores its request in
/// `*request`; the blocking form has a null pointer as its argument `request`.

#include "runtime/programs/mpi/collective_calls.hpp"

#include <numeric>
#include <type_traits>

#include "runtime/group/settings.hpp"
#include "runtime/programs/mpi/call_history.hpp"
#include "runtime/programs/mpi/collective_work.hpp"
#include "runtime/programs/mpi/compared_operation.hpp"
#include "runtime/programs/mpi/inter_collectives.hpp"
#include "runtime/programs/mpi/operation.hpp"

namespace switchyard::mpi {
namespace {

void do_nothing() {}

/// Returns the values of all blocks of a buffer that has one block of `count` values for each member, one block behind
/// the other.
Values values_of_equal_blocks(Call& call, const CollectiveCallState& work, const void* buffer, MPI_Count count,
                              MPI_Datatype type) {
  Values values = checked_values(call, buffer, count, type);
  values.count *= work.size();
  check_bytes_can_be_counted(values.count, *values.type);
  return values;
}

// The arguments of a collective that its members compare if the run looks for defects.

using CollectiveDataFlow = ComparedCollectiveCall::CollectiveDataFlow;

/// Returns the type signature of one block, if the values `all` consist of `blocks` equal blocks.
TypeSignature signature_of(const Values& all, std::size_t blocks) { return {all.type, all.count / blocks}; }
ComparedCollectiveCall compared_call_with_root(std::uint32_t root) {
  return {.root = root, .collective_data_flow = CollectiveDataFlow::between_root_and_members};
}

/// Returns, as a name and a value, whether a member has given MPI_IN_PLACE as its send buffer. All members must agree
/// in that for some collectives (MPI 3.1, sec. 5.7, 5.8, 5.9.6 and 5.10.1), but not for MPI_Reduce_scatter (sec.
/// 5.10.2).
std::pair<std::string, std::string> send_buffer_argument(const void* sendbuf) {
  return {"send buffer", sendbuf == MPI_IN_PLACE ? "MPI_IN_PLACE" : "memory of its own"};
}

// The ranks of the members from which values come to the calling member of a collective.
using SourceRanks = std::vector<std::uint32_t>;

/// Returns the rank of the root as the only source, for a collective such as a broadcast in which values come from the
/// root. Returns an empty list if this member is the root itself.
SourceRanks root_as_source(const CollectiveCallState& work, std::uint32_t root) {
  return work.is_own_rank(root) ? SourceRanks{} : SourceRanks{root};
}
SourceRanks ranks_below_own(const CollectiveCallState& work) {
  SourceRanks ranks(work.rank());
  std::iota(ranks.begin(), ranks.end(), 0U);
  return ranks;
}

SourceRanks ranks_of_nonempty_blocks(const std::vector<Values>& blocks) {
  SourceRanks ranks;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].bytes() > 0) ranks.push_back(static_cast<std::uint32_t>(i));
  }
  return ranks;
}

// Functions that choose the memory from which a member sends in a collective, and the memory in
// which it receives.

std::span<std::byte> memory_to_send_from(Call& call, const CollectiveCallState& work, CollectiveDataBlocks area) {
  work.collective_buffers->in = std::move(area);
  work.collective_buffers->in.check_readable();
  work.collective_buffers->in.load_from_program_memory();
  spend_copy_time(call.node, work.collective_buffers->in.copied_bytes(), call.site);
  return work.collective_buffers->in.bytes();
}
std::span<std::byte> memory_to_receive_into(const CollectiveCallState& work, CollectiveDataBlocks area) {
  work.collective_buffers->out = std::move(area);
  work.collective_buffers->out.check_writable();
  if (work.receives_into_copy) work.collective_buffers->out.force_packed_copy();
  return work.collective_buffers->out.bytes();
}

/// Returns this member's own block of the receive buffer, from which the member sends if the
/// program has given MPI_IN_PLACE.
std::span<std::byte> own_block_of_receive_buffer(const CollectiveCallState& work) {
  work.collective_buffers->out.load_from_program_memory(work.rank());
  return work.collective_buffers->out.block_of_rank(work.rank());
}

/// Returns the values that the root of a collective gives to itself or takes from itself. Returns nothing if `buffer`
/// is MPI_IN_PLACE.
std::optional<Values> own_values_of_root(Call& call, const void* buffer, MPI_Count count, MPI_Datatype type) {
  if (buffer == MPI_IN_PLACE) return std::nullopt;
  return checked_values(call, buffer, count, type);
}

/// Fails if the root of a scatter would read the same memory for several values (MPI 3.1, sec. 5.6).
void check_root_reads_values_once(const Call& call, std::span<const Values> blocks) {
  if (call.state.history == nullptr || !byte_ranges_of(blocks).overlap_each_other()) return;
  fail(DefectClass::invalid_parameter, MPI_ERR_ARG,
       "the memory that the root gives to one rank overlaps that for another rank, or itself");
}

// Collectives that move values without combining them.

void barrier(Call& call, MPI_Request* request, MPI_Comm comm) {
  const CollectiveCallState work{.comm = communicator_of(call, comm)};
  if (work.comm->is_intercommunicator() && waits_only_where_required(call)) return inter::barrier(call, request, comm);
  note_collective_begin(call, *work.comm);
  run_collective(call, request, work, GroupCall::barrier(), do_nothing);
}

void bcast(Call& call, MPI_Request* request, void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
           MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  const std::uint32_t from = checked_root_rank(*work.comm, root);
  const Values values = checked_values(call, buffer, count, datatype);
  note_collective_begin(
      call, *work.comm,
      {.root = from, .types_equal_on_all_members = {signature_of(values)}, .source_ranks = root_as_source(work, from)});
  if (work.is_own_rank(from)) {
    run_collective_without_result(
        call, request, work, GroupCall::broadcast(from, memory_to_send_from(call, work, CollectiveDataBlocks(values))));
  } else {
    run_collective_and_store_result(
        call, request, work, GroupCall::broadcast(from, memory_to_receive_into(work, CollectiveDataBlocks(values))));
  }
}

void gather(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
            void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  const std::uint32_t to = checked_root_rank(*work.comm, root);
  ComparedCollectiveCall compared = compared_call_with_root(to);
  if (!work.is_own_rank(to)) {
    compared.source_ranks.emplace();
    const Values mine = checked_values(call, sendbuf, sendcount, sendtype);
    compared.contributed_types = {signature_of(mine)};
    note_collective_begin(call, *work.comm, std::move(compared));
    return run_collective_without_result(
        call, request, work, GroupCall::gather(to, memory_to_send_from(call, work, CollectiveDataBlocks(mine)), {}));
  }
  const Values blocks = values_of_equal_blocks(call, work, recvbuf, recvcount, recvtype);
  compared.received_types = {signature_of(blocks, work.size())};
  const std::optional<Values> mine = own_values_of_root(call, sendbuf, sendcount, sendtype);
  if (mine) compared.contributed_types = {signature_of(*mine)};
  note_collective_begin(call, *work.comm, std::move(compared));
  const auto out = memory_to_receive_into(work, CollectiveDataBlocks(blocks, work.size()));
  std::span<std::byte> in;
  if (mine) {
    check_no_overlap(*mine, blocks);
    in = memory_to_send_from(call, work, CollectiveDataBlocks(*mine));
  } else {
    in = own_block_of_receive_buffer(work);
  }
  run_collective_and_store_result(call, request, work, GroupCall::gather(to, in, out));
}

void gatherv(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void* recvbuf, IntOrLargeCountArray recvcounts, IntOrLargeCountArray displs, MPI_Datatype recvtype,
             int root, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  const std::uint32_t to = checked_root_rank(*work.comm, root);
  ComparedCollectiveCall compared = compared_call_with_root(to);
  if (!work.is_own_rank(to)) {
    compared.source_ranks.emplace();
    const Values mine = checked_values(call, sendbuf, sendcount, sendtype);
    compared.contributed_types = {signature_of(mine)};
    note_collective_begin(call, *work.comm, std::move(compared));
    return run_collective_without_result(
        call, request, work,
        GroupCall::gather(to, memory_to_send_from(call, work, CollectiveDataBlocks(mine)), {}, Blocks{}));
  }
  const std::vector<Values> blocks = blocks_of_varying_size(call, recvbuf, recvcounts, displs, recvtype, work.size());
  for (const IntOrLargeCountArray& each : {recvcounts, displs}) work.note_argument_array(each, work.size());
  compared.received_types = type_signatures_of(blocks);
  compared.source_ranks = ranks_of_nonempty_blocks(blocks);
  const std::optional<Values> mine = own_values_of_root(call, sendbuf, sendcount, sendtype);
  if (mine) compared.contributed_types = {signature_of(*mine)};
  note_collective_begin(call, *work.comm, std::move(compared));
  const auto out = memory_to_receive_into(work, CollectiveDataBlocks(blocks));
  std::span<std::byte> in;
  if (mine) {
    check_no_overlap(*mine, blocks);
    in = memory_to_send_from(call, work, CollectiveDataBlocks(*mine));
  } else {
    in = own_block_of_receive_buffer(work);
  }
  run_collective_and_store_result(
      call, request, work, GroupCall::gather(to, in, out, work.collective_buffers->out.block_sizes_and_offsets()));
}

void scatter(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  const std::uint32_t from = checked_root_rank(*work.comm, root);
  ComparedCollectiveCall compared = compared_call_with_root(from);
  compared.source_ranks = root_as_source(work, from);
  if (!work.is_own_rank(from)) {
    const Values mine = checked_values(call, recvbuf, recvcount, recvtype);
    compared.received_types = {signature_of(mine)};
    note_collective_begin(call, *work.comm, std::move(compared));
    return run_collective_and_store_result(
        call, request, work, GroupCall::scatter(from, {}, memory_to_receive_into(work, CollectiveDataBlocks(mine))));
  }
  const Values blocks = values_of_equal_blocks(call, work, sendbuf, sendcount, sendtype);
  check_root_reads_values_once(call, std::span(&blocks, 1));
  compared.contributed_types = {signature_of(blocks, work.size())};
  const std::optional<Values> mine = own_values_of_root(call, recvbuf, recvcount, recvtype);
  if (mine) compared.received_types = {signature_of(*mine)};
  note_collective_begin(call, *work.comm, std::move(compared));
  const auto in = memory_to_send_from(call, work, CollectiveDataBlocks(blocks, work.size()));
  std::span<std::byte> out = work.collective_buffers->in.block_of_rank(work.rank());
  if (mine) {
    check_no_overlap(*mine, blocks);
    out = memory_to_receive_into(work, CollectiveDataBlocks(*mine));
  }
  run_collective_and_store_result(call, request, work, GroupCall::scatter(from, in, out));
}

void scatterv(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
              IntOrLargeCountArray displs, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
              MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  const std::uint32_t from = checked_root_rank(*work.comm, root);
  ComparedCollectiveCall compared = compared_call_with_root(from);
  compared.source_ranks = root_as_source(work, from);
  if (!work.is_own_rank(from)) {
    const Values mine = checked_values(call, recvbuf, recvcount, recvtype);
    if (mine.bytes() == 0) compared.source_ranks = SourceRanks{};
    compared.received_types = {signature_of(mine)};
    note_collective_begin(call, *work.comm, std::move(compared));
    return run_collective_and_store_result(
        call, request, work,
        GroupCall::scatter(from, {}, Blocks{}, memory_to_receive_into(work, CollectiveDataBlocks(mine))));
  }
  const std::vector<Values> blocks = blocks_of_varying_size(call, sendbuf, sendcounts, displs, sendtype, work.size());
  check_root_reads_values_once(call, blocks);
  for (const IntOrLargeCountArray& each : {sendcounts, displs}) work.note_argument_array(each, work.size());
  compared.contributed_types = type_signatures_of(blocks);
  const std::optional<Values> mine = own_values_of_root(call, recvbuf, recvcount, recvtype);
  if (mine) compared.received_types = {signature_of(*mine)};
  note_collective_begin(call, *work.comm, std::move(compared));
  const auto in = memory_to_send_from(call, work, CollectiveDataBlocks(blocks));
  std::span<std::byte> out = work.collective_buffers->in.block_of_rank(work.rank());
  if (mine) {
    check_no_overlap(*mine, blocks);
    out = memory_to_receive_into(work, CollectiveDataBlocks(*mine));
  }
  run_collective_and_store_result(
      call, request, work, GroupCall::scatter(from, in, work.collective_buffers->in.block_sizes_and_offsets(), out));
}

/// Returns the bytes that a member sends to all others in an allgather. `blocks` are the blocks that the member
/// receives: one sequence of values, or a list of blocks. `takes` has the type signatures of these received blocks.
template <class Blocked>
std::span<std::byte> memory_to_allgather_from(Call& call, const CollectiveCallState& work, const void* sendbuf,
                                              MPI_Count sendcount, MPI_Datatype sendtype, const Blocked& blocks,
                                              std::vector<TypeSignature> takes) {
  ComparedCollectiveCall compared{.arguments_equal_on_all_members = {send_buffer_argument(sendbuf)},
                                  .collective_data_flow = CollectiveDataFlow::from_all_members_to_all_members,
                                  .received_types = std::move(takes)};
  if constexpr (std::is_same_v<Blocked, std::vector<Values>>) compared.source_ranks = ranks_of_nonempty_blocks(blocks);
  if (sendbuf == MPI_IN_PLACE) {
    compared.contributed_types = {compared.received_types.size() == 1 ? compared.received_types.front()
                                                                      : compared.received_types[work.rank()]};
    note_collective_begin(call, *work.comm, std::move(compared));
    return own_block_of_receive_buffer(work);
  }
  const Values mine = checked_values(call, sendbuf, sendcount, sendtype);
  compared.contributed_types = {signature_of(mine)};
  note_collective_begin(call, *work.comm, std::move(compared));
  check_no_overlap(mine, blocks);
  return memory_to_send_from(call, work, CollectiveDataBlocks(mine));
}

void allgather(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
               void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  const Values blocks = values_of_equal_blocks(call, work, recvbuf, recvcount, recvtype);
  const auto out = memory_to_receive_into(work, CollectiveDataBlocks(blocks, work.size()));
  const auto in =
      memory_to_allgather_from(call, work, sendbuf, sendcount, sendtype, blocks, {signature_of(blocks, work.size())});
  run_collective_and_store_result(call, request, work, GroupCall::all_gather(in, out));
}

void allgatherv(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                void* recvbuf, IntOrLargeCountArray recvcounts, IntOrLargeCountArray displs, MPI_Datatype recvtype,
                MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  const std::vector<Values> blocks = blocks_of_varying_size(call, recvbuf, recvcounts, displs, recvtype, work.size());
  for (const IntOrLargeCountArray& each : {recvcounts, displs}) work.note_argument_array(each, work.size());
  const auto out = memory_to_receive_into(work, CollectiveDataBlocks(blocks));
  const auto in =
      memory_to_allgather_from(call, work, sendbuf, sendcount, sendtype, blocks, type_signatures_of(blocks));
  run_collective_and_store_result(
      call, request, work, GroupCall::all_gather(in, out, work.collective_buffers->out.block_sizes_and_offsets()));
}

/// Carries out an all-to-all exchange, by the algorithm that the user has chosen for the run, or
/// else by the default algorithm.
void run_all_to_all(Call& call, MPI_Request* request, const CollectiveCallState& work, SettableCollective which,
                    GroupCall group_call) {
  group_call.exchange = work.comm->group().algorithm_set_for_exchange(which);
  run_collective_and_store_result(call, request, work, std::move(group_call));
}

void alltoall(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
              void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  const Values blocks = values_of_equal_blocks(call, work, recvbuf, recvcount, recvtype);
  const auto out = memory_to_receive_into(work, CollectiveDataBlocks(blocks, work.size()));
  std::span<std::byte> in = out;
  ComparedCollectiveCall compared{.arguments_equal_on_all_members = {send_buffer_argument(sendbuf)},
                                  .collective_data_flow = CollectiveDataFlow::from_all_members_to_all_members,
                                  .received_types = {signature_of(blocks, work.size())}};
  if (sendbuf == MPI_IN_PLACE) {
    compared.contributed_types = compared.received_types;
    note_collective_begin(call, *work.comm, std::move(compared));
    work.collective_buffers->out.load_from_program_memory();
  } else {
    const Values mine = values_of_equal_blocks(call, work, sendbuf, sendcount, sendtype);
    compared.contributed_types = {signature_of(mine, work.size())};
    note_collective_begin(call, *work.comm, std::move(compared));
    check_no_overlap(mine, blocks);
    in = memory_to_send_from(call, work, CollectiveDataBlocks(mine, work.size()));
  }
  run_all_to_all(call, request, work, SettableCollective::alltoall, GroupCall::all_to_all(in, out));
}

/// Carries out MPI_Alltoallv or MPI_Alltoallw, with blocks of varying sizes. `mine` has the blocks to send, or nothing
/// if the program has given MPI_IN_PLACE. `blocks` are the blocks to receive.
void run_all_to_all_of_blocks(Call& call, MPI_Request* request, const CollectiveCallState& work,
                              SettableCollective which, std::optional<std::vector<Values>> mine,
                              const std::vector<Values>& blocks) {
  const auto out = memory_to_receive_into(work, CollectiveDataBlocks(blocks));
  note_collective_begin(call, *work.comm,
                        {.arguments_equal_on_all_members = {send_buffer_argument(mine ? nullptr : MPI_IN_PLACE)},
                         .collective_data_flow = CollectiveDataFlow::from_all_members_to_all_members,
                         .contributed_types = type_signatures_of(mine ? *mine : blocks),
                         .received_types = type_signatures_of(blocks),
                         .source_ranks = ranks_of_nonempty_blocks(blocks)});
  if (!mine) {
    work.collective_buffers->out.load_from_program_memory();
    const Blocks& places = work.collective_buffers->out.block_sizes_and_offsets();
    return run_all_to_all(call, request, work, which, GroupCall::all_to_all(out, places, out, places));
  }
  check_no_overlap(*mine, blocks);
  const auto in = memory_to_send_from(call, work, CollectiveDataBlocks(std::move(*mine)));
  run_all_to_all(call, request, work, which,
                 GroupCall::all_to_all(in, work.collective_buffers->in.block_sizes_and_offsets(), out,
                                       work.collective_buffers->out.block_sizes_and_offsets()));
}

void alltoallv(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
               IntOrLargeCountArray sdispls, MPI_Datatype sendtype, void* recvbuf, IntOrLargeCountArray recvcounts,
               IntOrLargeCountArray rdispls, MPI_Datatype recvtype, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  std::optional<std::vector<Values>> mine;
  for (const IntOrLargeCountArray& each : {recvcounts, rdispls}) work.note_argument_array(each, work.size());
  if (sendbuf != MPI_IN_PLACE) {
    mine = blocks_of_varying_size(call, sendbuf, sendcounts, sdispls, sendtype, work.size());
    for (const IntOrLargeCountArray& each : {sendcounts, sdispls}) work.note_argument_array(each, work.size());
  }
  run_all_to_all_of_blocks(call, request, work, SettableCollective::alltoallv, std::move(mine),
                           blocks_of_varying_size(call, recvbuf, recvcounts, rdispls, recvtype, work.size()));
}

void alltoallw(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
               IntOrLargeCountArray sdispls, const MPI_Datatype* sendtypes, void* recvbuf,
               IntOrLargeCountArray recvcounts, IntOrLargeCountArray rdispls, const MPI_Datatype* recvtypes,
               MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  std::optional<std::vector<Values>> mine;
  for (const IntOrLargeCountArray& each : {recvcounts, rdispls}) work.note_argument_array(each, work.size());
  work.note_argument_array(recvtypes, work.size());
  if (sendbuf != MPI_IN_PLACE) {
    mine = blocks_with_own_types(call, sendbuf, sendcounts, sdispls, sendtypes, work.size());
    for (const IntOrLargeCountArray& each : {sendcounts, sdispls}) work.note_argument_array(each, work.size());
    work.note_argument_array(sendtypes, work.size());
  }
  run_all_to_all_of_blocks(call, request, work, SettableCollective::alltoallw, std::move(mine),
                           blocks_with_own_types(call, recvbuf, recvcounts, rdispls, recvtypes, work.size()));
}

// Collectives that combine values.

/// The operands of a reduction on a member that gets the result: the member's own values (`in`),
/// the memory for the result (`out`), and the operation. All members give the same number of
/// values.
struct ReductionOperands {
  std::span<std::byte> in, out;
  Operation operation;
};

Operation checked_operation(Call& call, MPI_Op op, MPI_Datatype datatype) {
  return operation_of(call, op, datatype, committed_type_of(call, datatype));
}

/// Adds to `compared` the arguments of a reduction that must be equal on all members: the operation, and the types
/// `same` of the values. Returns all arguments of the call that are to be compared.
ComparedCollectiveCall reduction_arguments(Call& call, MPI_Op op, std::vector<TypeSignature> same,
                                           ComparedCollectiveCall compared) {
  compared.types_equal_on_all_members = std::move(same);
  add_compared_operation(call, op, compared);
  return compared;
}

ReductionOperands begin_reduction_with_result(Call& call, const CollectiveCallState& work, const void* sendbuf,
                                              void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
                                              ComparedCollectiveCall compared = {}) {
  ReductionOperands made{.in = {}, .out = {}, .operation = checked_operation(call, op, datatype)};
  const Values result = checked_values(call, recvbuf, count, datatype);
  note_collective_begin(call, *work.comm, reduction_arguments(call, op, {signature_of(result)}, std::move(compared)));
  made.out = memory_to_receive_into(work, CollectiveDataBlocks(result));
  if (sendbuf == MPI_IN_PLACE) {
    work.collective_buffers->out.load_from_program_memory();
    made.in = made.out;
  } else {
    const Values mine = checked_values(call, sendbuf, count, datatype);
    check_no_overlap(mine, result);
    made.in = memory_to_send_from(call, work, CollectiveDataBlocks(mine));
  }
  return made;
}

void reduce(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count count,
            MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  const std::uint32_t to = checked_root_rank(*work.comm, root);
  if (work.is_own_rank(to)) {
    ReductionOperands all =
        begin_reduction_with_result(call, work, sendbuf, recvbuf, count, datatype, op, {.root = to});
    return run_collective_and_store_result(call, request, work,
                                           GroupCall::reduce(to, all.in, all.out, std::move(all.operation)));
  }
  Operation operation = checked_operation(call, op, datatype);
  const Values mine = checked_values(call, sendbuf, count, datatype);
  note_collective_begin(
      call, *work.comm,
      reduction_arguments(call, op, {signature_of(mine)}, {.root = to, .source_ranks = SourceRanks{}}));
  const auto in = memory_to_send_from(call, work, CollectiveDataBlocks(mine));
  run_collective_without_result(call, request, work, GroupCall::reduce(to, in, {}, std::move(operation)));
}

void allreduce(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  ReductionOperands all =
      begin_reduction_with_result(call, work, sendbuf, recvbuf, count, datatype, op,
                                  {.arguments_equal_on_all_members = {send_buffer_argument(sendbuf)}});
  run_collective_and_store_result(
      call, request, work,
      GroupCall::all_reduce_or_scan(Collective::all_reduce, all.in, all.out, std::move(all.operation)));
}

void scan(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
          MPI_Op op, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  ReductionOperands all = begin_reduction_with_result(call, work, sendbuf, recvbuf, count, datatype, op,
                                                      {.source_ranks = ranks_below_own(work)});
  run_collective_and_store_result(
      call, request, work, GroupCall::all_reduce_or_scan(Collective::scan, all.in, all.out, std::move(all.operation)));
}

/// Carries out MPI_Exscan on rank 0, which gets no result. Its receive buffer may be null, unless
/// it holds the values to give (MPI_IN_PLACE).
void exscan_without_result(Call& call, MPI_Request* request, const CollectiveCallState& work, const void* sendbuf,
                           void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
  Operation operation = checked_operation(call, op, datatype);
  const Values mine = checked_values(call, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, count, datatype);
  note_collective_begin(call, *work.comm,
                        reduction_arguments(call, op, {signature_of(mine)}, {.source_ranks = SourceRanks{}}));
  const auto in = memory_to_send_from(call, work, CollectiveDataBlocks(mine));
  const auto unused = std::make_shared<std::vector<std::byte>>(in.size());
  run_collective(
      call, request, work,
      GroupCall::all_reduce_or_scan(Collective::exscan, in, std::span<std::byte>(*unused), std::move(operation)),
      [parts = work.collective_buffers, unused] {});
}

void exscan(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count count,
            MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  if (work.rank() == 0) return exscan_without_result(call, request, work, sendbuf, recvbuf, count, datatype, op);
  ReductionOperands all = begin_reduction_with_result(call, work, sendbuf, recvbuf, count, datatype, op,
                                                      {.source_ranks = ranks_below_own(work)});
  GroupCall group_call = GroupCall::all_reduce_or_scan(Collective::exscan, all.in, all.out, std::move(all.operation));
  run_collective_and_store_result(call, request, work, std::move(group_call));
}

void reduce_and_scatter(Call& call, MPI_Request* request, const CollectiveCallState& work, const void* sendbuf,
                        void* recvbuf, const std::vector<std::int64_t>& counts, MPI_Datatype datatype, MPI_Op op,
                        ComparedCollectiveCall compared = {}) {
  Operation operation = checked_operation(call, op, datatype);
  const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  const Values result = checked_values(call, recvbuf, counts[work.rank()], datatype);
  const Values given = checked_values(call, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, all, datatype);
  if (sendbuf != MPI_IN_PLACE) {
    check_no_overlap(given, result);
    work.note_values_written({result});
  }
  std::vector<TypeSignature> same;
  for (const std::int64_t count : counts) same.emplace_back(result.type, static_cast<std::uint64_t>(count));
  note_collective_begin(call, *work.comm, reduction_arguments(call, op, std::move(same), std::move(compared)));
  const auto in = memory_to_send_from(call, work, CollectiveDataBlocks(given));
  std::vector<std::size_t> bytes;
  for (const std::int64_t count : counts) bytes.push_back(static_cast<std::size_t>(count) * result.type->size());
  // separate, as `result` may be the operands' memory until then
  const auto block = std::make_shared<std::vector<std::byte>>(result.bytes());
  run_collective(
      call, request, work,
      GroupCall::reduce_scatter(in, *block, contiguous_blocks(std::move(bytes)), std::move(operation)),
      [parts = work.collective_buffers, block, result] { unpack(*block, result.buffer, result.count, *result.type); });
}

void reduce_scatter(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf,
                    IntOrLargeCountArray recvcounts, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  work.note_argument_array(recvcounts, work.size());
  reduce_and_scatter(call, request, work, sendbuf, recvbuf, counts_of_blocks(call, recvcounts, work.size()), datatype,
                     op);
}

void reduce_scatter_block(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const CollectiveCallState work = new_collective_call_state(call, comm);
  checked_nonnegative_count(recvcount, "recvcount");
  reduce_and_scatter(call, request, work, sendbuf, recvbuf, std::vector<std::int64_t>(work.size(), recvcount), datatype,
                     op, {.arguments_equal_on_all_members = {send_buffer_argument(sendbuf)}});
}

std::vector<SymbolBinding> all_bindings() {
  std::vector<SymbolBinding> list;
  SWITCHYARD_MPI_BIND_FORMS(list, Barrier, Ibarrier, barrier);
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Bcast, Ibcast, (IntraOrInterCollective<bcast, inter::bcast>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Gather, Igather, (IntraOrInterCollective<gather, inter::gather>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Gatherv, Igatherv, (IntraOrInterCollective<gatherv, inter::gatherv>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Scatter, Iscatter, (IntraOrInterCollective<scatter, inter::scatter>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Scatterv, Iscatterv,
                                    (IntraOrInterCollective<scatterv, inter::scatterv>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Allgather, Iallgather,
                                    (IntraOrInterCollective<allgather, inter::allgather>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Allgatherv, Iallgatherv,
                                    (IntraOrInterCollective<allgatherv, inter::allgatherv>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Alltoall, Ialltoall,
                                    (IntraOrInterCollective<alltoall, inter::alltoall>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Alltoallv, Ialltoallv,
                                    (IntraOrInterCollective<alltoallv, inter::alltoallv>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Alltoallw, Ialltoallw,
                                    (IntraOrInterCollective<alltoallw, inter::alltoallw>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Reduce, Ireduce, (IntraOrInterCollective<reduce, inter::reduce>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Allreduce, Iallreduce,
                                    (IntraOrInterCollective<allreduce, inter::allreduce>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Reduce_scatter, Ireduce_scatter,
                                    (IntraOrInterCollective<reduce_scatter, inter::reduce_scatter>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Reduce_scatter_block, Ireduce_scatter_block,
                                    (IntraOrInterCollective<reduce_scatter_block, inter::reduce_scatter_block>::run));
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Scan, Iscan, scan);
  SWITCHYARD_MPI_BIND_COUNTED_FORMS(list, Exscan, Iexscan, exscan);
  return list;
}

}  // namespace

SymbolBindings collective_bindings() {
  static const std::vector<SymbolBinding> list = all_bindings();
  return list;
}

}  // namespace switchyard::mpi
