// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: MPI_Get:25
// why: A broadcast orders its root before the others; here the root is the one that reads, and the other one has stored.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *cell, step = 0, seen = 0;
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &w);
  if (me == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    *cell = 5;
    MPI_Win_unlock(0, w);
  }
  if (me == 1) step = 3;
  MPI_Bcast(&step, 1, MPI_INT, 1, MPI_COMM_WORLD);
  if (me == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
    printf("step %d\n", step);
  }
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
