// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Rsend:17
// why: The root of a broadcast need not wait for the other processes.
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank, n = 0;
  MPI_Request q;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double *v = calloc(8, sizeof(double));
  if (rank == 0) MPI_Irecv(v, 8, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD, &q);
  MPI_Bcast(&n, 1, MPI_INT, 1, MPI_COMM_WORLD);
  if (rank == 1) MPI_Rsend(v, 8, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
  if (rank == 0) MPI_Wait(&q, MPI_STATUS_IGNORE);
  free(v);
  MPI_Finalize();
  return 0;
}
