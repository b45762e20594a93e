// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The owner polls a flag in its memory, which comes after data that are flushed.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int me, *m, one = 1, value = 31;
  MPI_Win w;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  MPI_Win_lock_all(0, w);
  m[0] = m[1] = 0;
  MPI_Win_sync(w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, w);
    MPI_Win_flush(1, w);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_flush(1, w);
  } else {
    volatile int* flag = m;
    while (*flag == 0) MPI_Win_sync(w);
    MPI_Win_sync(w);
    if (m[1] != 31) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
