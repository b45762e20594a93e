// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Process 0 reads the same word 3000 times, of a window of two MiB, and goes on then.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, *word, seen = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(2 << 20, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
  *word = 7;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; rank == 0 && i < 3000; ++i) {
    MPI_Get(&seen, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
