// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The sums are the same in all orders in which the values of the ranks come, and are read only after the fence.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, *counts;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &counts, &win);
  counts[0] = counts[1] = 0;
  const int ones[2] = {1, 1};
  MPI_Win_fence(0, win);
  MPI_Accumulate(ones, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (rank == 0 && (counts[0] != 3 || counts[1] != 3)) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
