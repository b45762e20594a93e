// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 3
// call: MPI_Barrier:25
// why: Only the processes with a log entry enter the barrier; process 0 skips it and waits in nothing but finalization.
#include <stdio.h>
#include <mpi.h>

static int
entries (int rank)
{
  return rank * 2;
}
int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int n = entries (rank);
  if (n > 0)
    {
      printf ("process %d has %d entries\n", rank, n);
      MPI_Barrier (MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
