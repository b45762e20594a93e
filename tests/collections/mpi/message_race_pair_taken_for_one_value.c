// verdict: wrong
// class: message_race
// also: global_concurrency
// nodes: 3
// call: MPI_Accumulate:18
// why: An accumulate is atomic for each of its values, and the two values may come from different ranks.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, *pair;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &pair, &win);
  pair[0] = pair[1] = 0;
  const int mine[2] = {rank, rank};
  MPI_Win_fence(0, win);
  if (rank != 0) MPI_Accumulate(mine, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_REPLACE, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (rank == 0 && pair[0] != pair[1]) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
