// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The buffer is stored to once the tests have found that the put has read it.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m, v = 6, done = 0;
  MPI_Win w;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  m[0] = m[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  if (me == 0) {
    MPI_Request r;
    MPI_Rput(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w, &r);
    while (!done) MPI_Test(&r, &done, MPI_STATUS_IGNORE);
    v = 9;
  }
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
