// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Recv:15, MPI_Ssend:18
// why: The forward sweep starts at process 0 and the backward sweep at the last process, but each inner process does the backward receive first.
#include <stdio.h>
#include <mpi.h>

static void
sweep (int from, int to, int tag, double *acc)
{
  double v = 0;
  if (from >= 0)
    MPI_Recv (&v, 1, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *acc += v + 1;
  if (to >= 0)
    MPI_Ssend (acc, 1, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
}
int
main (int argc, char **argv)
{
  int rank, world;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &world);
  double acc = 0;
  int l = rank - 1, r = rank < world - 1 ? rank + 1 : -1;
  if (rank == 1)
    {
      sweep (r, l, 2, &acc);
      sweep (l, r, 1, &acc);
    }
  else
    {
      sweep (l, r, 1, &acc);
      sweep (r, l, 2, &acc);
    }
  printf ("%g\n", acc);
  MPI_Finalize ();
  return 0;
}
