// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Win_fence:22
// why: A process stores to its part of the window, and then says by MPI_MODE_NOSTORE that it has not.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, got = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int grid[4] = {1, 2, 3, 4};
  MPI_Win win;
  MPI_Win_create(grid, sizeof grid, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    grid[3] = got + rank;
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return got == 0;
}
