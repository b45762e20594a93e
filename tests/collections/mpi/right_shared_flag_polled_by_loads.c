// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: MPI_Win_sync orders the stores of the writer, and the loads of the reader that polls.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int me, unit, *mine, *m;
  MPI_Aint bytes;
  MPI_Win w;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate_shared(me == 0 ? 2 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &w);
  MPI_Win_shared_query(w, 0, &bytes, &unit, &m);
  MPI_Win_lock_all(0, w);
  if (me == 0) m[0] = m[1] = 0;
  MPI_Win_sync(w);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(w);
  volatile int* flag = m;
  if (me == 0) {
    m[1] = 31;
    MPI_Win_sync(w);
    *flag = 1;
    MPI_Win_sync(w);
  } else {
    while (*flag == 0) MPI_Win_sync(w);
    MPI_Win_sync(w);
    if (m[1] != 31) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
