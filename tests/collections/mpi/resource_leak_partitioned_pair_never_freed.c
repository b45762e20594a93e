// verdict: wrong
// class: resource_leak
// also: request_lifecycle
// nodes: 2
// call: MPI_Psend_init:19, MPI_Precv_init:29
// why: The partitioned requests are completed in each round but never freed.
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
      for (int round = 0; round < 2; round++)
        {
          MPI_Start (&q);
          MPI_Pready_range (0, 3, q);
          MPI_Wait (&q, MPI_STATUS_IGNORE);
        }
    }
  else
    {
      MPI_Precv_init (buf, 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      for (int round = 0; round < 2; round++)
        {
          MPI_Start (&q);
          MPI_Wait (&q, MPI_STATUS_IGNORE);
        }
    }
  MPI_Finalize ();
  return 0;
}
