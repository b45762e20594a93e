// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: All processes of the window call both fences.
#include <mpi.h>

int main(void) {
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int cell = 0, v = 17;
  MPI_Win w;
  MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  if (rank == 1 && cell != 17)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
