// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_Recv:14, MPI_Test:16
// why: Process 0 may test its scan until process 1 has begun it, which waits for a message of process 0.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, sum = 0, done = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) MPI_Recv(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Iscan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  if (rank == 0) MPI_Send(&sum, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
