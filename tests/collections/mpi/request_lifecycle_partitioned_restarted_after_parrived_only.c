// verdict: wrong
// class: request_lifecycle
// also: none
// nodes: 2
// call: MPI_Start:32
// why: All partitions arrived, but the receive was not completed before it is started again.
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
          for (int p = 0; p < 4; p++)
            {
              int there = 0;
              while (!there)
                MPI_Parrived (q, p, &there);
            }
        }
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
