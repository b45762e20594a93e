// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each process puts its flag into a cell that nobody else uses in this epoch.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, ranks;
  MPI_Win w;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int done[2] = {0, 0}; /* the own flag, and that of the left neighbour */
  MPI_Win_create(done, sizeof done, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Put(&done[0], 1, MPI_INT, (me + 1) % ranks, 1, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  printf("%d\n", done[1]);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
