// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Get:20, MPI_Put:23
// why: Get, increment and put under shared locks conflict with the same sequence of other processes.
#include <mpi.h>

int
main(void)
{
  int me;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int n = 0, t;
  MPI_Win w;
  MPI_Win_create(&n, sizeof n, sizeof n, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (me > 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
    MPI_Get(&t, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_flush(0, w);
    t++;
    MPI_Put(&t, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
    MPI_Win_unlock(0, w);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
