// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: One process distributes values to all windows and completes them with MPI_Win_flush_all.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, nprocs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  int *x, v[4];
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &x, &w);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, w);
  *x = -1;
  MPI_Win_unlock(rank, w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_lock_all(MPI_MODE_NOCHECK, w);
    for (int p = 0; p < nprocs; p++) {
      v[p] = p * p;
      MPI_Put(&v[p], 1, MPI_INT, p, 0, 1, MPI_INT, w);
    }
    MPI_Win_flush_all(w);
    MPI_Win_unlock_all(w);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w);
  int y = *x;
  MPI_Win_unlock(rank, w);
  if (y != rank * rank)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
