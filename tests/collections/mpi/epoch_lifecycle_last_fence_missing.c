// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Get:19, MPI_Win_free:20
// why: The epoch with the get is never closed, the window is freed instead.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int t = me + 50, g = 0;
  MPI_Win w;
  MPI_Win_create(&t, sizeof t, sizeof t, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Get(&g, 1, MPI_INT, 1 - me, 0, 1, MPI_INT, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
