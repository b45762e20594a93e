// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The memory is filled before the window is made, so that nothing is stored to it before the first fence.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, cells[2], got;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  cells[0] = rank;
  cells[1] = -rank;
  MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  cells[1] = got;
  MPI_Win_free(&win);
  MPI_Finalize();
  return got != 1 - rank;
}
