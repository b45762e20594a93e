// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Precv_init:20
// why: MPI_ANY_TAG is not allowed in a partitioned receive.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[4] = { 0 };
  MPI_Request q;
  if (rank == 0)
    MPI_Psend_init (buf, 4, 1, MPI_INT, 1, 12, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  else
    MPI_Precv_init (buf, 2, 2, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  if (rank == 0)
    MPI_Pready_range (0, 3, q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
