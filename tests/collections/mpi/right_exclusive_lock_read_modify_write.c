// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The same sequence under exclusive locks, so the increments exclude each other.
#include <mpi.h>

int
main(void)
{
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int n = 0, t;
  MPI_Win w;
  MPI_Win_create(&n, sizeof n, sizeof n, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (myid > 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
    MPI_Get(&t, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
    t++;
    MPI_Put(&t, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (myid == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    t = n;
    MPI_Win_unlock(0, w);
    if (t != 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
