// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 4
// call: MPI_Barrier_init:18
// why: The process left out of the split initializes a barrier on MPI_COMM_NULL.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm workers;
  MPI_Request q;
  MPI_Comm_split (MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, rank, &workers);
  MPI_Barrier_init (workers, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  if (workers != MPI_COMM_NULL)
    MPI_Comm_free (&workers);
  MPI_Finalize ();
  return 0;
}
