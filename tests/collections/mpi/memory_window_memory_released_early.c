// verdict: wrong
// class: memory
// also: local_concurrency, global_concurrency, epoch_lifecycle
// nodes: 2
// call: MPI_Win_create:20, MPI_Put:22
// why: The window's memory is freed while the epoch with an incoming put is open.
#include <stdlib.h>
#include <mpi.h>

int
main (void)
{
  int rank;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int *base = malloc (8 * sizeof *base), v = rank;
  MPI_Win w;
  for (int i = 0; i < 8; i++)
    base[i] = 0;
  MPI_Win_create (base, 8 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence (0, w);
  MPI_Put (&v, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, w);
  free (base);
  MPI_Win_fence (0, w);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
