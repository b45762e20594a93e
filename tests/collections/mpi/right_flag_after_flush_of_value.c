// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The value is there before the flag, because a flush separates the two accumulates.
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
    MPI_Win_flush(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  } else {
    int flag = 0, got;
    while (flag == 0) {
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 1, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    MPI_Fetch_and_op(NULL, &got, MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    if (got != 42) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
