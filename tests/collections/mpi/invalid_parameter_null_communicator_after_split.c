// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 4
// call: MPI_Barrier:17
// why: Processes left out of the split use their MPI_COMM_NULL in a barrier.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int my_rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  MPI_Comm workers;
  MPI_Comm_split (MPI_COMM_WORLD, my_rank == 0 ? MPI_UNDEFINED : 1, my_rank, &workers);
  MPI_Barrier (workers);
  if (workers != MPI_COMM_NULL)
    MPI_Comm_free (&workers);
  MPI_Finalize ();
  return 0;
}
