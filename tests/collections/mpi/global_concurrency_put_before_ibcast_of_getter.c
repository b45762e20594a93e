// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:21, MPI_Get:28
// why: The root of a nonblocking broadcast waits for nobody, so that its get may come before the put of another member.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *cell, value = 4, step = 7, seen = 0;
  MPI_Win w;
  MPI_Request q;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &w);
  *cell = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  if (me == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
  }
  MPI_Ibcast(&step, 1, MPI_INT, 2, MPI_COMM_WORLD, &q);
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  printf("step %d\n", step);
  if (me == 2) {
    MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
