// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:24, MPI_Get:32
// why: The first partition was marked as ready before the put, so that its arrival says nothing of the put.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m, data = 6, x = 0, t[2] = {0}, there = 0;
  MPI_Win w;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  m[0] = m[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  MPI_Request r;
  if (me == 0) {
    MPI_Psend_init(t, 2, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    MPI_Start(&r);
    MPI_Pready(0, r);
    MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_flush(1, w);
    MPI_Pready(1, r);
  }
  if (me == 2) {
    MPI_Precv_init(t, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    MPI_Start(&r);
    while (!there) MPI_Parrived(r, 0, &there);
    MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_flush(1, w);
  }
  if (me != 1) {
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
