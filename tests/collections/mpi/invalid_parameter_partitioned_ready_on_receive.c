// verdict: wrong
// class: invalid_parameter
// also: request_lifecycle
// nodes: 2
// call: MPI_Pready:28
// why: The receiver marks a partition of its partitioned receive ready.
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
    {
      MPI_Psend_init (buf, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Pready_range (0, 3, q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  else
    {
      MPI_Precv_init (buf, 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Pready (0, q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
