// verdict: wrong
// class: epoch_lifecycle
// also: deadlock
// nodes: 2
// call: MPI_Win_lock:20, MPI_Win_fence:23
// why: A fence is called while process 0 is inside a lock epoch of the same window.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int myid;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  int x = 0, v = 1;
  MPI_Win w;
  MPI_Win_create (&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (myid == 0)
    {
      MPI_Win_lock (MPI_LOCK_EXCLUSIVE, 1, 0, w);
      MPI_Put (&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    }
  MPI_Win_fence (0, w);
  if (myid == 0)
    MPI_Win_unlock (1, w);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
