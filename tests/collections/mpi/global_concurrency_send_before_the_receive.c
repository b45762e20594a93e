// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Get:20, MPI_Put:26
// why: A standard send may be over before its receive begins, and so says nothing of the get before that receive.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m, data = 6, x = 0, t = 0;
  MPI_Win w;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  m[0] = m[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  if (me == 2) {
    MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_flush(1, w);
    MPI_Recv(&t, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (me == 0) {
    MPI_Send(&t, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
