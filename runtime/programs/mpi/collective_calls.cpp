/// \file collective_calls.cpp
/// MPI's collectives, blocking and not.
///
/// Source: MPI 3.1, chapter 5, and sec. 7.6 and 7.7.
/// Departs from it: a reduce_scatter moves as much as an allreduce.
///
/// Each function is written once; it is given the place for a request, or null if it has to block.

#include "runtime/programs/mpi/collective_calls.hpp"

#include <numeric>

#include "runtime/group/neighbor_exchange.hpp"
#include "runtime/programs/mpi/collective_area.hpp"
#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/operation.hpp"
#include "runtime/programs/mpi/topologies.hpp"

namespace switchyard::mpi {
namespace {

/// What is given to a collective and what it gives: kept until it is over.
struct Parts {
  Area in, out;
};
using PartsPtr = std::shared_ptr<Parts>;

/// A collective of its communicator, from the arguments to its end.
struct Work {
  CommunicatorPtr comm;
  PartsPtr parts = std::make_shared<Parts>();

  std::size_t size() const { return static_cast<std::size_t>(comm->size()); }
  std::size_t rank() const { return static_cast<std::size_t>(comm->rank()); }
  bool is(std::uint32_t rank_of_root) const { return static_cast<std::uint32_t>(comm->rank()) == rank_of_root; }
};

Work work_on(Call& call, MPI_Comm comm) { return {.comm = communicator_of(call, comm)}; }

void do_nothing() {}

void charge_copy(Node& node, std::size_t bytes, CallSite site) {
  const Duration cost = node.rates().copy * bytes;
  if (cost > Duration::zero()) node.compute(cost, site);
}

/// Carries out `group_call`, and then `finish()`: now, or when the request is complete.
template <class Finish>
void carry_out(Call& call, MPI_Request* request, const Work& work, GroupCall group_call, Finish finish) {
  if (request == nullptr) {
    work.comm->group().run(std::move(group_call), call.site);
    finish();
  } else {
    const Handle handle = work.comm->group().post(std::move(group_call), call.site);
    *request = add_collective(call, handle, work.comm, std::move(finish));
  }
}

/// The result is stored at the end.
void carry_out_and_store(Call& call, MPI_Request* request, const Work& work, GroupCall group_call) {
  carry_out(call, request, work, std::move(group_call), [parts = work.parts, node = &call.node, site = call.site] {
    parts->out.store();
    charge_copy(*node, parts->out.copied_bytes(), site);
  });
}
/// This member gets no result. What it gives is kept until the end.
void carry_out_giving(Call& call, MPI_Request* request, const Work& work, GroupCall group_call) {
  carry_out(call, request, work, std::move(group_call), [parts = work.parts] {});
}

// Arguments.

Values values_at(Call& call, const void* buffer, int count, MPI_Datatype type) {
  MessagePart part;
  describe_buffer(call, buffer, count, type, part);
  return {part.buffer, part.count, part.type};
}

/// As many blocks as there are members, one behind the other.
Values equal_blocks(Call& call, const Work& work, const void* buffer, int count, MPI_Datatype type) {
  Values values = values_at(call, buffer, count, type);
  values.count *= work.size();
  return values;
}

std::vector<Values> varying_blocks(Call& call, const void* buffer, const int* counts, const int* displacements,
                                   MPI_Datatype type, std::size_t members) {
  check_pointer(counts, "the array of counts", static_cast<std::int64_t>(members));
  check_pointer(displacements, "the array of displacements", static_cast<std::int64_t>(members));
  bool is_empty = true;
  for (std::size_t i = 0; i < members; ++i) is_empty = checked_count(counts[i]) == 0 && is_empty;
  const Values base = values_at(call, buffer, is_empty ? 0 : 1, type);
  std::vector<Values> blocks;
  for (std::size_t i = 0; i < members; ++i) {
    blocks.push_back(values_from(base, displacements[i], static_cast<std::uint64_t>(counts[i])));
  }
  return blocks;
}

/// As MPI_Alltoallw has them: each with a type of its own, and displacements in bytes.
template <class Displacement>
std::vector<Values> blocks_of_types(Call& call, const void* buffer, const int* counts,
                                    const Displacement* displacements, const MPI_Datatype* types, std::size_t members) {
  check_pointer(counts, "the array of counts", static_cast<std::int64_t>(members));
  check_pointer(displacements, "the array of displacements", static_cast<std::int64_t>(members));
  check_pointer(types, "the array of datatypes", static_cast<std::int64_t>(members));
  std::vector<Values> blocks;
  for (std::size_t i = 0; i < members; ++i) {
    blocks.push_back(values_at(call, buffer, counts[i], types[i]));
    blocks.back().buffer = static_cast<std::byte*>(blocks.back().buffer) + displacements[i];
  }
  return blocks;
}

void check_apart(const Values& in, const Values& out) {
  if (!overlap(in, out)) return;
  fail(MPI_ERR_BUFFER, "what is sent and what is received share memory; MPI_IN_PLACE is for that");
}
void check_apart(const Values& in, const std::vector<Values>& out) {
  for (const Values& block : out) check_apart(in, block);
}
/// Each with each would take too long where there are many members.
void check_apart(const std::vector<Values>& in, const std::vector<Values>& out) {
  for (std::size_t i = 0; i < in.size(); ++i) check_apart(in[i], out[i]);
}

// What is given, and what is received.

std::span<std::byte> give(Call& call, const Work& work, Area area) {
  work.parts->in = std::move(area);
  work.parts->in.load();
  charge_copy(call.node, work.parts->in.copied_bytes(), call.site);
  return work.parts->in.bytes();
}
std::span<std::byte> receive(const Work& work, Area area) {
  work.parts->out = std::move(area);
  return work.parts->out.bytes();
}

/// This member's own block of what it receives, where that is also what it gives.
std::span<std::byte> give_own_block(const Work& work) {
  work.parts->out.load(work.rank());
  return work.parts->out.block(work.rank());
}

// Collectives in which nothing is combined.

void barrier(Call& call, MPI_Request* request, MPI_Comm comm) {
  carry_out(call, request, work_on(call, comm), GroupCall::barrier(), do_nothing);
}

void bcast(Call& call, MPI_Request* request, void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  const std::uint32_t from = checked_root(*work.comm, root);
  const Values values = values_at(call, buffer, count, datatype);
  if (work.is(from)) {
    carry_out_giving(call, request, work, GroupCall::broadcast(from, give(call, work, Area(values))));
  } else {
    carry_out_and_store(call, request, work, GroupCall::broadcast(from, receive(work, Area(values))));
  }
}

void gather(Call& call, MPI_Request* request, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
            int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  const std::uint32_t to = checked_root(*work.comm, root);
  if (!work.is(to)) {
    const auto in = give(call, work, Area(values_at(call, sendbuf, sendcount, sendtype)));
    return carry_out_giving(call, request, work, GroupCall::gather(to, in, {}));
  }
  const Values blocks = equal_blocks(call, work, recvbuf, recvcount, recvtype);
  const auto out = receive(work, Area(blocks, work.size()));
  std::span<std::byte> in;
  if (sendbuf == MPI_IN_PLACE) {
    in = give_own_block(work);
  } else {
    const Values mine = values_at(call, sendbuf, sendcount, sendtype);
    check_apart(mine, blocks);
    in = give(call, work, Area(mine));
  }
  carry_out_and_store(call, request, work, GroupCall::gather(to, in, out));
}

void gatherv(Call& call, MPI_Request* request, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
             const int* recvcounts, const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  const std::uint32_t to = checked_root(*work.comm, root);
  if (!work.is(to)) {
    const auto in = give(call, work, Area(values_at(call, sendbuf, sendcount, sendtype)));
    return carry_out_giving(call, request, work, GroupCall::gather(to, in, {}, Blocks{}));
  }
  const std::vector<Values> blocks = varying_blocks(call, recvbuf, recvcounts, displs, recvtype, work.size());
  const auto out = receive(work, Area(blocks));
  std::span<std::byte> in;
  if (sendbuf == MPI_IN_PLACE) {
    in = give_own_block(work);
  } else {
    const Values mine = values_at(call, sendbuf, sendcount, sendtype);
    check_apart(mine, blocks);
    in = give(call, work, Area(mine));
  }
  carry_out_and_store(call, request, work, GroupCall::gather(to, in, out, work.parts->out.places()));
}

void scatter(Call& call, MPI_Request* request, const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
             int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  const std::uint32_t from = checked_root(*work.comm, root);
  if (!work.is(from)) {
    const auto out = receive(work, Area(values_at(call, recvbuf, recvcount, recvtype)));
    return carry_out_and_store(call, request, work, GroupCall::scatter(from, {}, out));
  }
  const Values blocks = equal_blocks(call, work, sendbuf, sendcount, sendtype);
  const auto in = give(call, work, Area(blocks, work.size()));
  std::span<std::byte> out = work.parts->in.block(work.rank());
  if (recvbuf != MPI_IN_PLACE) {
    const Values mine = values_at(call, recvbuf, recvcount, recvtype);
    check_apart(mine, blocks);
    out = receive(work, Area(mine));
  }
  carry_out_and_store(call, request, work, GroupCall::scatter(from, in, out));
}

void scatterv(Call& call, MPI_Request* request, const void* sendbuf, const int* sendcounts, const int* displs,
              MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  const std::uint32_t from = checked_root(*work.comm, root);
  if (!work.is(from)) {
    const auto out = receive(work, Area(values_at(call, recvbuf, recvcount, recvtype)));
    return carry_out_and_store(call, request, work, GroupCall::scatter(from, {}, Blocks{}, out));
  }
  const std::vector<Values> blocks = varying_blocks(call, sendbuf, sendcounts, displs, sendtype, work.size());
  const auto in = give(call, work, Area(blocks));
  std::span<std::byte> out = work.parts->in.block(work.rank());
  if (recvbuf != MPI_IN_PLACE) {
    const Values mine = values_at(call, recvbuf, recvcount, recvtype);
    check_apart(mine, blocks);
    out = receive(work, Area(mine));
  }
  carry_out_and_store(call, request, work, GroupCall::scatter(from, in, work.parts->in.places(), out));
}

/// What a member gives to all, where it is a block of what all receive. `blocks`: all of them, or a list.
template <class Blocked>
std::span<std::byte> give_to_all(Call& call, const Work& work, const void* sendbuf, int sendcount,
                                 MPI_Datatype sendtype, const Blocked& blocks) {
  if (sendbuf == MPI_IN_PLACE) return give_own_block(work);
  const Values mine = values_at(call, sendbuf, sendcount, sendtype);
  check_apart(mine, blocks);
  return give(call, work, Area(mine));
}

void allgather(Call& call, MPI_Request* request, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
               void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  const Values blocks = equal_blocks(call, work, recvbuf, recvcount, recvtype);
  const auto out = receive(work, Area(blocks, work.size()));
  const auto in = give_to_all(call, work, sendbuf, sendcount, sendtype, blocks);
  carry_out_and_store(call, request, work, GroupCall::all_gather(in, out));
}

void allgatherv(Call& call, MPI_Request* request, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                void* recvbuf, const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  const std::vector<Values> blocks = varying_blocks(call, recvbuf, recvcounts, displs, recvtype, work.size());
  const auto out = receive(work, Area(blocks));
  const auto in = give_to_all(call, work, sendbuf, sendcount, sendtype, blocks);
  carry_out_and_store(call, request, work, GroupCall::all_gather(in, out, work.parts->out.places()));
}

void alltoall(Call& call, MPI_Request* request, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
              void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  const Values blocks = equal_blocks(call, work, recvbuf, recvcount, recvtype);
  const auto out = receive(work, Area(blocks, work.size()));
  std::span<std::byte> in = out;
  if (sendbuf == MPI_IN_PLACE) {
    work.parts->out.load();
  } else {
    const Values mine = equal_blocks(call, work, sendbuf, sendcount, sendtype);
    check_apart(mine, blocks);
    in = give(call, work, Area(mine, work.size()));
  }
  carry_out_and_store(call, request, work, GroupCall::all_to_all(in, out));
}

/// Both forms with blocks of varying sizes. `mine` is nothing in place.
void exchange_blocks(Call& call, MPI_Request* request, const Work& work, std::optional<std::vector<Values>> mine,
                     const std::vector<Values>& blocks) {
  const auto out = receive(work, Area(blocks));
  if (!mine) {
    work.parts->out.load();
    const Blocks& places = work.parts->out.places();
    return carry_out_and_store(call, request, work, GroupCall::all_to_all(out, places, out, places));
  }
  check_apart(*mine, blocks);
  const auto in = give(call, work, Area(std::move(*mine)));
  carry_out_and_store(call, request, work,
                      GroupCall::all_to_all(in, work.parts->in.places(), out, work.parts->out.places()));
}

void alltoallv(Call& call, MPI_Request* request, const void* sendbuf, const int* sendcounts, const int* sdispls,
               MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
               MPI_Comm comm) {
  const Work work = work_on(call, comm);
  std::optional<std::vector<Values>> mine;
  if (sendbuf != MPI_IN_PLACE) mine = varying_blocks(call, sendbuf, sendcounts, sdispls, sendtype, work.size());
  exchange_blocks(call, request, work, std::move(mine),
                  varying_blocks(call, recvbuf, recvcounts, rdispls, recvtype, work.size()));
}

void alltoallw(Call& call, MPI_Request* request, const void* sendbuf, const int* sendcounts, const int* sdispls,
               const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const int* rdispls,
               const MPI_Datatype* recvtypes, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  std::optional<std::vector<Values>> mine;
  if (sendbuf != MPI_IN_PLACE) mine = blocks_of_types(call, sendbuf, sendcounts, sdispls, sendtypes, work.size());
  exchange_blocks(call, request, work, std::move(mine),
                  blocks_of_types(call, recvbuf, recvcounts, rdispls, recvtypes, work.size()));
}

// Collectives among neighbours.

/// As many values as there are neighbours on one side, and where each one's bytes are in a row that is sorted by rank.
/// The k-th of several edges to a member meets the k-th of its edges from here.
struct Edges {
  std::vector<Values> values;
  std::vector<std::size_t> offsets;
  Blocks blocks;  ///< by rank
  std::vector<std::byte> bytes;

  Edges(const Work& work, const std::vector<int>& ranks, std::vector<Values> of_each) : values(std::move(of_each)) {
    std::vector<std::size_t> counts(work.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (ranks[i] == MPI_PROC_NULL) values[i].count = 0;
      if (values[i].bytes() > 0) counts[static_cast<std::size_t>(ranks[i])] += values[i].bytes();
    }
    blocks = blocks_in_a_row(std::move(counts));
    std::vector<std::size_t> next = blocks.offsets;
    for (std::size_t i = 0; i < values.size(); ++i) {
      offsets.push_back(ranks[i] == MPI_PROC_NULL ? 0 : next[static_cast<std::size_t>(ranks[i])]);
      if (values[i].bytes() > 0) next[static_cast<std::size_t>(ranks[i])] += values[i].bytes();
    }
    bytes.resize(blocks.offsets.back() + blocks.counts.back());
  }

  std::span<std::byte> at(std::size_t i) { return std::span(bytes).subspan(offsets[i], values[i].bytes()); }
  void load() {
    for (std::size_t i = 0; i < values.size(); ++i) pack(values[i].buffer, values[i].count, *values[i].type, at(i));
  }
  void store() {
    for (std::size_t i = 0; i < values.size(); ++i) unpack(at(i), values[i].buffer, values[i].count, *values[i].type);
  }
  /// A network could take the others from where they are.
  std::size_t copied_bytes() const {
    std::size_t copied = 0;
    for (const Values& each : values) copied += each.type->is_dense(each.count) ? 0 : each.bytes();
    return copied;
  }
};

struct NeighborWork : Work {
  Neighbors neighbors;
  std::size_t sources() const { return neighbors.sources.size(); }
  std::size_t destinations() const { return neighbors.destinations.size(); }
};

NeighborWork work_among_neighbors(Call& call, MPI_Comm comm) {
  Work work = work_on(call, comm);
  Neighbors neighbors = neighbors_in(*work.comm);
  return {std::move(work), std::move(neighbors)};
}

/// Blocks of one size, one behind the other.
std::vector<Values> blocks_in_turn(const Values& first, std::size_t count) {
  std::vector<Values> blocks;
  for (std::size_t i = 0; i < count; ++i)
    blocks.push_back(values_from(first, static_cast<std::int64_t>(i * first.count), first.count));
  return blocks;
}

void exchange_with_neighbors(Call& call, MPI_Request* request, const NeighborWork& work, std::vector<Values> given,
                             std::vector<Values> results) {
  const auto in = std::make_shared<Edges>(work, work.neighbors.destinations, std::move(given));
  const auto out = std::make_shared<Edges>(work, work.neighbors.sources, std::move(results));
  for (const Values& each : in->values) check_apart(each, out->values);
  in->load();
  charge_copy(call.node, in->copied_bytes(), call.site);
  carry_out(call, request, work, neighbor_exchange(in->bytes, in->blocks, out->bytes, out->blocks),
            [in, out, node = &call.node, site = call.site] {
              out->store();
              charge_copy(*node, out->copied_bytes(), site);
            });
}

void neighbor_allgather(Call& call, MPI_Request* request, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const NeighborWork work = work_among_neighbors(call, comm);
  exchange_with_neighbors(call, request, work,
                          std::vector<Values>(work.destinations(), values_at(call, sendbuf, sendcount, sendtype)),
                          blocks_in_turn(values_at(call, recvbuf, recvcount, recvtype), work.sources()));
}

void neighbor_allgatherv(Call& call, MPI_Request* request, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                         void* recvbuf, const int* recvcounts, const int* displs, MPI_Datatype recvtype,
                         MPI_Comm comm) {
  const NeighborWork work = work_among_neighbors(call, comm);
  exchange_with_neighbors(call, request, work,
                          std::vector<Values>(work.destinations(), values_at(call, sendbuf, sendcount, sendtype)),
                          varying_blocks(call, recvbuf, recvcounts, displs, recvtype, work.sources()));
}

void neighbor_alltoall(Call& call, MPI_Request* request, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                       void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const NeighborWork work = work_among_neighbors(call, comm);
  exchange_with_neighbors(call, request, work,
                          blocks_in_turn(values_at(call, sendbuf, sendcount, sendtype), work.destinations()),
                          blocks_in_turn(values_at(call, recvbuf, recvcount, recvtype), work.sources()));
}

void neighbor_alltoallv(Call& call, MPI_Request* request, const void* sendbuf, const int* sendcounts,
                        const int* sdispls, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts,
                        const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm) {
  const NeighborWork work = work_among_neighbors(call, comm);
  exchange_with_neighbors(call, request, work,
                          varying_blocks(call, sendbuf, sendcounts, sdispls, sendtype, work.destinations()),
                          varying_blocks(call, recvbuf, recvcounts, rdispls, recvtype, work.sources()));
}

void neighbor_alltoallw(Call& call, MPI_Request* request, const void* sendbuf, const int* sendcounts,
                        const MPI_Aint* sdispls, const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts,
                        const MPI_Aint* rdispls, const MPI_Datatype* recvtypes, MPI_Comm comm) {
  const NeighborWork work = work_among_neighbors(call, comm);
  exchange_with_neighbors(call, request, work,
                          blocks_of_types(call, sendbuf, sendcounts, sdispls, sendtypes, work.destinations()),
                          blocks_of_types(call, recvbuf, recvcounts, rdispls, recvtypes, work.sources()));
}

// Collectives that combine.

/// What is combined: the same number of values on all members, and here also where the result goes, or would go.
struct Operands {
  std::span<std::byte> in, out;
  Operation operation;
};

Operation checked_operation(Call& call, MPI_Op op, MPI_Datatype datatype) {
  return operation_of(call, op, datatype, committed_type_of(call, datatype));
}

Operands operands(Call& call, const Work& work, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                  MPI_Op op) {
  Operands made{.in = {}, .out = {}, .operation = checked_operation(call, op, datatype)};
  const Values result = values_at(call, recvbuf, count, datatype);
  made.out = receive(work, Area(result));
  if (sendbuf == MPI_IN_PLACE) {
    work.parts->out.load();
    made.in = made.out;
  } else {
    const Values mine = values_at(call, sendbuf, count, datatype);
    check_apart(mine, result);
    made.in = give(call, work, Area(mine));
  }
  return made;
}

void reduce(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
            MPI_Op op, int root, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  const std::uint32_t to = checked_root(*work.comm, root);
  if (work.is(to)) {
    Operands all = operands(call, work, sendbuf, recvbuf, count, datatype, op);
    return carry_out_and_store(call, request, work, GroupCall::reduce(to, all.in, all.out, std::move(all.operation)));
  }
  Operation operation = checked_operation(call, op, datatype);
  const auto in = give(call, work, Area(values_at(call, sendbuf, count, datatype)));
  carry_out_giving(call, request, work, GroupCall::reduce(to, in, {}, std::move(operation)));
}

void allreduce(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  Operands all = operands(call, work, sendbuf, recvbuf, count, datatype, op);
  carry_out_and_store(call, request, work,
                      GroupCall::combining(Collective::all_reduce, all.in, all.out, std::move(all.operation)));
}

void scan(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
          MPI_Op op, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  Operands all = operands(call, work, sendbuf, recvbuf, count, datatype, op);
  carry_out_and_store(call, request, work,
                      GroupCall::combining(Collective::scan, all.in, all.out, std::move(all.operation)));
}

void exscan(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
            MPI_Op op, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  Operands all = operands(call, work, sendbuf, recvbuf, count, datatype, op);
  GroupCall group_call = GroupCall::combining(Collective::exscan, all.in, all.out, std::move(all.operation));
  if (work.rank() == 0) return carry_out_giving(call, request, work, std::move(group_call));  // it has no result
  carry_out_and_store(call, request, work, std::move(group_call));
}

/// All get the combination of everything, and keep their own block of it.
void reduce_and_scatter(Call& call, MPI_Request* request, const Work& work, const void* sendbuf, void* recvbuf,
                        const std::vector<int>& counts, MPI_Datatype datatype, MPI_Op op) {
  // An allreduce is another collective.
  constexpr std::uint64_t kScattered = std::uint64_t{1} << 32U;
  Operation operation = checked_operation(call, op, datatype);
  operation.id |= kScattered;
  const int before = std::accumulate(counts.begin(), counts.begin() + work.comm->rank(), 0);
  const int all = std::accumulate(counts.begin() + work.comm->rank(), counts.end(), before);
  const Values result = values_at(call, recvbuf, counts[work.rank()], datatype);
  const Values given = values_at(call, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, all, datatype);
  if (sendbuf != MPI_IN_PLACE) check_apart(given, result);
  const auto in = give(call, work, Area(given));
  const auto combined = std::make_shared<std::vector<std::byte>>(in.size());
  GroupCall group_call = GroupCall::combining(Collective::all_reduce, in, *combined, std::move(operation));
  const std::size_t first = static_cast<std::size_t>(before) * result.type->size();
  carry_out(call, request, work, std::move(group_call), [parts = work.parts, combined, result, first] {
    unpack(std::span(*combined).subspan(first, result.bytes()), result.buffer, result.count, *result.type);
  });
}

void reduce_scatter(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, const int* recvcounts,
                    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  check_pointer(recvcounts, "recvcounts");
  for (std::size_t i = 0; i < work.size(); ++i) checked_count(recvcounts[i], "a count of recvcounts");
  reduce_and_scatter(call, request, work, sendbuf, recvbuf, {recvcounts, recvcounts + work.size()}, datatype, op);
}

void reduce_scatter_block(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, int recvcount,
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const Work work = work_on(call, comm);
  checked_count(recvcount, "recvcount");
  reduce_and_scatter(call, request, work, sendbuf, recvbuf, std::vector<int>(work.size(), recvcount), datatype, op);
}

/// The two functions that programs call.
template <auto function>
struct Forms;
template <class... A, void (*function)(Call&, MPI_Request*, A...)>
struct Forms<function> {
  static void blocking(Call& call, A... arguments) { function(call, nullptr, arguments...); }
  static void posted(Call& call, A... arguments, MPI_Request* request) {
    check_pointer(request, "request");
    function(call, request, arguments...);
  }
};

#define BIND_BOTH(list, name, posted_name, function)          \
  SWITCHYARD_MPI_BIND(list, name, Forms<function>::blocking); \
  SWITCHYARD_MPI_BIND(list, posted_name, Forms<function>::posted)

std::vector<Binding> all_bindings() {
  std::vector<Binding> list;
  BIND_BOTH(list, Barrier, Ibarrier, barrier);
  BIND_BOTH(list, Bcast, Ibcast, bcast);
  BIND_BOTH(list, Gather, Igather, gather);
  BIND_BOTH(list, Gatherv, Igatherv, gatherv);
  BIND_BOTH(list, Scatter, Iscatter, scatter);
  BIND_BOTH(list, Scatterv, Iscatterv, scatterv);
  BIND_BOTH(list, Allgather, Iallgather, allgather);
  BIND_BOTH(list, Allgatherv, Iallgatherv, allgatherv);
  BIND_BOTH(list, Alltoall, Ialltoall, alltoall);
  BIND_BOTH(list, Alltoallv, Ialltoallv, alltoallv);
  BIND_BOTH(list, Alltoallw, Ialltoallw, alltoallw);
  BIND_BOTH(list, Reduce, Ireduce, reduce);
  BIND_BOTH(list, Allreduce, Iallreduce, allreduce);
  BIND_BOTH(list, Reduce_scatter, Ireduce_scatter, reduce_scatter);
  BIND_BOTH(list, Reduce_scatter_block, Ireduce_scatter_block, reduce_scatter_block);
  BIND_BOTH(list, Scan, Iscan, scan);
  BIND_BOTH(list, Exscan, Iexscan, exscan);
  BIND_BOTH(list, Neighbor_allgather, Ineighbor_allgather, neighbor_allgather);
  BIND_BOTH(list, Neighbor_allgatherv, Ineighbor_allgatherv, neighbor_allgatherv);
  BIND_BOTH(list, Neighbor_alltoall, Ineighbor_alltoall, neighbor_alltoall);
  BIND_BOTH(list, Neighbor_alltoallv, Ineighbor_alltoallv, neighbor_alltoallv);
  BIND_BOTH(list, Neighbor_alltoallw, Ineighbor_alltoallw, neighbor_alltoallw);
  return list;
}
#undef BIND_BOTH

}  // namespace

Bindings collective_bindings() {
  static const std::vector<Binding> list = all_bindings();
  return list;
}

}  // namespace switchyard::mpi
