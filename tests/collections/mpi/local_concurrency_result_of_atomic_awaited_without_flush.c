// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Fetch_and_op:19
// why: The result is loaded in a loop that never completes the accesses.
#include <mpi.h>

int main(int argc, char **argv)
{
  int one = 1, old = 0, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  while (old < 3) {
    MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
