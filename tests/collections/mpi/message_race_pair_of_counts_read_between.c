// verdict: wrong
// class: message_race
// also: global_concurrency
// nodes: 2
// call: MPI_Accumulate:18
// why: Both counts are raised by one call, but another rank may read them when only one of them is raised.
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
  if (rank == 1) MPI_Accumulate(ones, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win);
  int seen[2] = {0, 0};
  if (rank == 0) MPI_Get_accumulate(NULL, 0, MPI_INT, seen, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_NO_OP, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (seen[0] != seen[1]) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
