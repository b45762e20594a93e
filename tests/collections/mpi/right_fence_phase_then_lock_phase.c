// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Active and passive phases of one window are separated: the last fence promises no further fence epoch.
#include <mpi.h>

int main(void) {
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int x = 0, v = 1;
  MPI_Win w;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, w);
  if (myid == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (myid == 0) {
    int y = 0;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
    MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_unlock(1, w);
    if (y != 1)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
