// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Assertions that are true, but not among those that the standard lists as significant for the call, change nothing.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, *cell, value = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
  *cell = rank;
  MPI_Win_fence(MPI_MODE_NOCHECK, win);
  MPI_Get(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, MPI_MODE_NOPUT, win);
  MPI_Win_unlock(1 - rank, win);
  if (value != 1 - rank) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
