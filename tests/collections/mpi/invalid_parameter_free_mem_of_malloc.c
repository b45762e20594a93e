// verdict: wrong
// class: invalid_parameter
// also: memory
// nodes: 2
// call: MPI_Free_mem:18
// why: MPI_Free_mem gets memory of malloc.
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  static int store[16], c[16];
  int rank, v = 1;
  MPI_Win w1, w2;
  MPI_Request q;
  (void)w1, (void)w2, (void)q, (void)v, (void)c, (void)store;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *m = malloc(16);
  MPI_Free_mem(m);
  MPI_Finalize();
  return 0;
}
