// A program that defines MPI_Send itself, as profiling tools do: it counts the calls before it passes them on to
// PMPI_Send.
#define SWITCHYARD_MPI_PLAIN
#include <mpi.h>

#include <iostream>

namespace {
int sends = 0;
}

extern "C" int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  ++sends;
  return PMPI_Send(buffer, count, type, to, tag, comm);
}

int main(int argc, char** argv) {
  int (*const rank_of)(MPI_Comm, int*) = MPI_Comm_rank;
  int rank = -1, size = 0;
  ::MPI_Init(&argc, &argv);
  rank_of(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) MPI_Send(nullptr, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  ::MPI_Finalize();
  if (rank == 0) std::cout << size << " nodes, " << sends << " send counted" << std::endl;
}
