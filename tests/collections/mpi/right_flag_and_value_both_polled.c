// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The reader waits for the value by itself, so that it does not matter which of the two words changes first.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, *words, value = 42, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
  words[0] = words[1] = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  }
  for (int word = 1; rank == 1 && word >= 0; --word) {
    int got = 0;
    while (got == 0) {
      MPI_Fetch_and_op(NULL, &got, MPI_INT, 1, word, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    if (got != (word == 1 ? one : value)) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
