// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 4
// call: MPI_Dims_create:16
// why: MPI_Dims_create gets a fixed dimension of 3 which does not divide four nodes.
#include <mpi.h>
#include <stdio.h>

int main(void) {
  int me, ranks;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int d[2] = {3, 0};
  MPI_Dims_create(ranks, 2, d);
  if (me == 0)
    printf("%d x %d\n", d[0], d[1]);
  MPI_Finalize();
  return 0;
}
