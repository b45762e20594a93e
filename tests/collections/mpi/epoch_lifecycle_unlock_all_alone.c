// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 3
// call: MPI_Win_unlock_all:21
// why: Process 2 releases all locks although it holds none.
#include <mpi.h>

int
main (void)
{
  int rank;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int x = 0;
  MPI_Win w;
  MPI_Win_create (&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (rank != 2)
    MPI_Win_lock_all (0, w);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Win_unlock_all (w);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
