// verdict: wrong
// class: epoch_lifecycle
// also: deadlock
// nodes: 2
// call: MPI_Win_lock:21
// why: A single lock is requested while lock_all is in force.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int my_rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  int x = 0, v = 1;
  MPI_Win w;
  MPI_Win_create (&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_lock_all (0, w);
  if (my_rank == 0)
    {
      MPI_Win_lock (MPI_LOCK_SHARED, 1, 0, w);
      MPI_Put (&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
      MPI_Win_unlock (1, w);
    }
  MPI_Win_unlock_all (w);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
