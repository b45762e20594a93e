// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Each partition is filled and then marked ready, five times over with the same requests.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[8];
  MPI_Request q;
  if (rank == 0)
    MPI_Psend_init (buf, 4, 2, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  else
    MPI_Precv_init (buf, 4, 2, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int round = 1; round <= 5; round++)
    {
      MPI_Start (&q);
      if (rank == 0)
        for (int p = 0; p < 4; p++)
          {
            buf[2 * p] = 100 * round + p;
            buf[2 * p + 1] = -buf[2 * p];
            MPI_Pready (p, q);
          }
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      for (int p = 0; p < 4; p++)
        if (buf[2 * p] != 100 * round + p || buf[2 * p + 1] != -buf[2 * p])
          MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
