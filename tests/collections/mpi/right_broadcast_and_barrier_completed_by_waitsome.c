// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A broadcast and a barrier are under way at once. MPI_Waitsome completes one of them or both, until none is left.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, value = 0, done, indices[2];
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) value = 42;
  MPI_Ibcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
  for (int left = 2; left > 0; left -= done) MPI_Waitsome(2, requests, &done, indices, MPI_STATUSES_IGNORE);
  if (value != 42) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
