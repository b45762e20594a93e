// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:20, MPI_Get:29
// why: A count of 10 tells of rank 2 only, so that nothing orders the data of rank 0 before they are read.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m, data = 6, seen = 0, x = 0, add = me == 0 ? 1 : 10;
  MPI_Win w;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  m[0] = m[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  if (me == 0) {
    MPI_Put(&data, 1, MPI_INT, 0, 1, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
  }
  if (me != 1) {
    MPI_Accumulate(&add, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w);
    MPI_Win_flush(0, w);
  } else {
    MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, w);
    MPI_Win_flush(0, w);
    if (seen == 10) MPI_Get(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, w);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
