// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Two locks to different targets overlap in time and each is released.
#include <mpi.h>

int main(void) {
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int x = 0, v = rank + 1;
  MPI_Win w;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, w);
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Put(&v, 1, MPI_INT, 2, 0, 1, MPI_INT, w);
    MPI_Win_unlock(2, w);
    MPI_Win_unlock(1, w);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w);
  int y = x;
  MPI_Win_unlock(rank, w);
  if (y != (rank > 0))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
