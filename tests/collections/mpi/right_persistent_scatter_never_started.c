// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The scatter is prepared and freed by everyone without ever being started.
#include <mpi.h>
#include <stddef.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int all[3] = { 1, 2, 3 }, part = -1;
  MPI_Request q;
  if (rank == 0)
    MPI_Scatter_init (all, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  else
    MPI_Scatter_init (NULL, 0, MPI_INT, &part, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Request_free (&q);
  if (part != -1)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
