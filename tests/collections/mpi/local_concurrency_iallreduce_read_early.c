// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Iallreduce:16
// why: The reduced norm is used before the wait.
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double part = rank + 1, norm = 0;
  MPI_Request r;
  MPI_Iallreduce(&part, &norm, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r);
  double scale = norm > 0 ? 1 / norm : 0;
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  printf("%g\n", scale);
  MPI_Finalize();
  return 0;
}
