// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 3
// call: MPI_Allreduce:20
// why: Each process leaves the iteration when its own residual is small, so some still wait in MPI_Allreduce after others left.
#include <mpi.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  double res = (double)(1 << rank), sum;
  int it = 0;
  while (res > 0.5)
    {
      MPI_Allreduce (&res, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      res /= 2;
      it++;
    }
  printf ("process %d stops after %d\n", rank, it);
  MPI_Finalize ();
  return 0;
}
