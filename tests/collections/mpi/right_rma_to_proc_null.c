// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: One-sided calls to MPI_PROC_NULL have no effect.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int x = rank, v = 9;
  MPI_Win w;
  int t = rank == 0 ? 1 : MPI_PROC_NULL;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Put(&v, 1, MPI_INT, t, 0, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  if (x != (rank ? 9 : 0))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
