// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Two reductions with their own operations, each the same on all processes.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int load = rank * 4, worst = 0, sum = 0;
  MPI_Reduce (&load, &worst, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce (&load, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0 && (worst != 8 || sum != 12))
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
