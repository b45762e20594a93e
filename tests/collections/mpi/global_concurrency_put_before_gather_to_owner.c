// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:21, MPI_Get:27
// why: A gather orders all members before its root only, and not before the other member, which gets what was put.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *cell, all[3] = {0, 0, 0}, seen = 0;
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &w);
  *cell = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  if (me == 1) {
    const int value = 4;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
  }
  MPI_Gather(&me, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (me == 0) printf("%d\n", all[0] + all[1] + all[2]);
  if (me == 2) {
    MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
