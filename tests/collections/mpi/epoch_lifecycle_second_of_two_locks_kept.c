// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 3
// call: MPI_Win_lock:15, MPI_Win_free:20
// why: Of two locks, the first one is never given back.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, one = 1, *memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  if (me == 0) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
  if (me == 0) MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, window);
  if (me == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  if (me == 0) MPI_Put(&one, 1, MPI_INT, 2, 0, 1, MPI_INT, window);
  if (me == 0) MPI_Win_unlock(2, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
