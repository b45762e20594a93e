// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Put:17
// why: The put is issued although no epoch was opened on the window.
#include <mpi.h>

int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int x = 0, v = 3;
  MPI_Win w;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (me == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
