// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 3
// call: MPI_Win_fence:22
// why: The middle process promises by MPI_MODE_NOPUT that nobody changes its memory, yet a put does.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, n;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  double edge[2] = {0.0, 0.0}, mine = rank;
  MPI_Win win;
  MPI_Win_create(edge, sizeof edge, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(rank == 1 ? MPI_MODE_NOPUT : 0, win);
  if (rank + 1 < n)
    MPI_Put(&mine, 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win);
  // The put of process 0 ends here.
  MPI_Win_fence(0, win);
  if (rank == n - 1)
    printf("%g\n", edge[0]);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
