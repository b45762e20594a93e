// verdict: wrong
// class: invalid_parameter
// also: request_lifecycle
// nodes: 2
// call: MPI_Parrived:23
// why: The sender asks its partitioned send whether a partition has arrived.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[4] = { 0 };
  int flag = 0;
  MPI_Request q;
  if (rank == 0)
    {
      MPI_Psend_init (buf, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Pready_range (0, 3, q);
      MPI_Parrived (q, 0, &flag);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  else
    {
      MPI_Precv_init (buf, 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
