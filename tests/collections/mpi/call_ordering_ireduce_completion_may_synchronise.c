// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_Ssend:14, MPI_Ireduce:15
// why: Process 1 may wait in MPI_Wait until process 0, which waits for its message, has called MPI_Ireduce, too.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, token = 1, sum = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Ssend(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Ireduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
