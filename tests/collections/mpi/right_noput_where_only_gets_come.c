// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each process excludes puts only between the two fences where all others read.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, n;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  int cell = 10 * rank, seen = -1;
  MPI_Win win;
  MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  int next = (rank + 1) % n, value = rank + 1;
  MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOPUT | MPI_MODE_NOSTORE, win);
  MPI_Get(&seen, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (seen != value)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
