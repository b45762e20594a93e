// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Win_fence:19
// why: The memory is filled after the window is made, and the first fence says by MPI_MODE_NOSTORE that it was not.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, *cells, got;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
  cells[0] = rank;
  cells[1] = -rank;
  // Nothing was accessed before, which is true.
  MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return got != 1 - rank;
}
