// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Each process counts in a counter of its own, so that the order of their atomic accesses does not matter.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, n;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  long *counts, one = 1, before = -1;
  MPI_Win w;
  MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counts, &w);
  for (int i = 0; i < 4; i++) counts[i] = 0;
  MPI_Win_fence(0, w);
  MPI_Win_lock_all(0, w);
  for (long i = 0; i < 5; i++) {
    MPI_Fetch_and_op(&one, &before, MPI_LONG, 0, me, MPI_SUM, w);
    MPI_Win_flush(0, w);
    if (before != i) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
