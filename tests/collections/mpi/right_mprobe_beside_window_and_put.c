// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The window is served while its rank waits in MPI_Mprobe.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m;
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  if (me == 1) {
    int v = 7;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
    MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else if (me == 0) {
    int v = 0;
    MPI_Message found;
    MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Mrecv(&v, 1, MPI_INT, &found, MPI_STATUS_IGNORE);
    if (*m != 7) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
