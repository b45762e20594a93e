// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Accumulates of one rank to the same word are carried out in the order of its calls, also without a flush.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, *words;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
  words[0] = words[1] = 0;
  MPI_Win_fence(0, win);
  const int values[3] = {1, 2, 3};
  int before = 0;
  for (int i = 0; rank == 0 && i < 3; ++i) {
    MPI_Accumulate(&values[i], 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Accumulate(&values[i], 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);
    if (i == 1) MPI_Fetch_and_op(&values[1], &before, MPI_INT, 1, 1, MPI_SUM, win);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (rank == 0 && before != 3) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank == 1 && (words[0] != 3 || words[1] != 8)) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
