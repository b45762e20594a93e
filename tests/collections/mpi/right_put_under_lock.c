// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The put is enclosed by an exclusive lock; the target reads under its own lock after a barrier.
#include <mpi.h>

int
main (void)
{
  int rank;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int x = 0, v = 3;
  MPI_Win w;
  MPI_Win_create (&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (rank == 0)
    {
      MPI_Win_lock (MPI_LOCK_EXCLUSIVE, 1, 0, w);
      MPI_Put (&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
      MPI_Win_unlock (1, w);
    }
  MPI_Barrier (MPI_COMM_WORLD);
  if (rank == 1)
    {
      MPI_Win_lock (MPI_LOCK_SHARED, 1, 0, w);
      int y = x;
      MPI_Win_unlock (1, w);
      if (y != 3)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
