// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The value that a rank gets can come only when the rank has the lock, so that the ranks send one after the other.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, cell = 0, got = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank != 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Ssend(&got, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
    MPI_Ssend(&got, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
    MPI_Win_unlock(0, win);
  }
  for (int i = 0, came; rank == 0 && i < 2; ++i) {
    MPI_Status first, second;
    MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &first);
    MPI_Recv(&came, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &second);
    if (first.MPI_TAG != second.MPI_TAG) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
