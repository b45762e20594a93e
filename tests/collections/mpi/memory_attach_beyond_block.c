// verdict: wrong
// class: memory
// also: invalid_parameter
// nodes: 2
// call: MPI_Win_attach:19
// why: More memory is attached than the block has.
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
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &w1);
  MPI_Win_attach(w1, m, 64);
  MPI_Win_detach(w1, m);
  MPI_Win_free(&w1);
  free(m);
  MPI_Finalize();
  return 0;
}
