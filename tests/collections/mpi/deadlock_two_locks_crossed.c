// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Win_lock:18
// why: Two processes ask for the locks of the same two targets, in opposite orders.
#include <mpi.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m, v = 1;
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me < 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2 + me, 0, w);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 3 - me, 0, w);
    MPI_Put(&v, 1, MPI_INT, 2 + me, 0, 1, MPI_INT, w);
    MPI_Win_unlock(3 - me, w);
    MPI_Win_unlock(2 + me, w);
  }
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
