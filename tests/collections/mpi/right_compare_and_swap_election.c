// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Exactly one process wins the election by compare-and-swap.
#include <mpi.h>

int
main (void)
{
  int my_rank;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  int owner = -1, none = -1, old = 0, won, sum;
  MPI_Win w;
  MPI_Win_create (&owner, sizeof owner, sizeof owner, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_lock (MPI_LOCK_SHARED, 0, 0, w);
  MPI_Compare_and_swap (&my_rank, &none, &old, MPI_INT, 0, 0, w);
  MPI_Win_unlock (0, w);
  won = old == -1;
  MPI_Allreduce (&won, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (sum != 1)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
