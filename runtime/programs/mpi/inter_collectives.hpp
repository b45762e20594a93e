#pragma once
/// \file inter_collectives.hpp
/// The collectives of intercommunicators: the values that the members of one group give go to the members of the other
/// group.
///
/// Source: MPI 3.1, sec. 5.2.2, 5.2.3 and 5.3.
///
/// Each collective is one exchange between both groups, with all its messages under way at once. In a reduction, the
/// member that receives the values combines them itself. `request` is null for the blocking form of a collective.

#include <cstddef>
#include <tuple>

#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/communicator.hpp"

namespace switchyard::mpi {

namespace inter {

/// Carries out a barrier of an intercommunicator, in which a member waits for all members of the other group, and for
/// none of its own group.
void barrier(Call& call, MPI_Request* request, MPI_Comm comm);
void bcast(Call& call, MPI_Request* request, void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
void gather(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
            void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
void gatherv(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void* recvbuf, IntOrLargeCountArray recvcounts, IntOrLargeCountArray displs, MPI_Datatype recvtype,
             int root, MPI_Comm comm);
void scatter(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
void scatterv(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
              IntOrLargeCountArray displs, MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
              MPI_Datatype recvtype, int root, MPI_Comm comm);
void allgather(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
               void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
void allgatherv(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                void* recvbuf, IntOrLargeCountArray recvcounts, IntOrLargeCountArray displs, MPI_Datatype recvtype,
                MPI_Comm comm);
void alltoall(Call& call, MPI_Request* request, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
              void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
void alltoallv(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
               IntOrLargeCountArray sdispls, MPI_Datatype sendtype, void* recvbuf, IntOrLargeCountArray recvcounts,
               IntOrLargeCountArray rdispls, MPI_Datatype recvtype, MPI_Comm comm);
void alltoallw(Call& call, MPI_Request* request, const void* sendbuf, IntOrLargeCountArray sendcounts,
               IntOrLargeCountArray sdispls, const MPI_Datatype* sendtypes, void* recvbuf,
               IntOrLargeCountArray recvcounts, IntOrLargeCountArray rdispls, const MPI_Datatype* recvtypes,
               MPI_Comm comm);
void reduce(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
            MPI_Op op, int root, MPI_Comm comm);
void allreduce(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
               MPI_Op op, MPI_Comm comm);
void reduce_scatter(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf,
                    IntOrLargeCountArray recvcounts, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
void reduce_scatter_block(Call& call, MPI_Request* request, const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                          MPI_Datatype type, MPI_Op op, MPI_Comm comm);

}  // namespace inter

/// One collective of MPI for both kinds of communicators: calls the function `of_inter` for an intercommunicator, and
/// `of_intra` for any other communicator. The handle of the communicator must be the last argument.
template <auto of_intra, auto of_inter>
struct IntraOrInterCollective;
template <class... A, void (*of_intra)(Call&, MPI_Request*, A...), void (*of_inter)(Call&, MPI_Request*, A...)>
struct IntraOrInterCollective<of_intra, of_inter> {
  static void run(Call& call, MPI_Request* request, A... arguments) {
    const MPI_Comm comm = std::get<sizeof...(A) - 1>(std::tuple(arguments...));
    if (communicator_of(call, comm)->is_intercommunicator()) return of_inter(call, request, arguments...);
    of_intra(call, request, arguments...);
  }
};

}  // namespace switchyard::mpi
