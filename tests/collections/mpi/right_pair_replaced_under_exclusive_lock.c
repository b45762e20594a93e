// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The two values are replaced by one rank at a time, as both ranks hold the exclusive lock meanwhile.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, *pair;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &pair, &win);
  pair[0] = pair[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const int mine[2] = {rank, rank};
  if (rank != 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Accumulate(mine, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    if (pair[0] != pair[1]) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
