// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receiver polls for each partition in turn and completes the receive with MPI_Wait.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  long buf[4] = { 0 };
  MPI_Request q;
  if (rank == 0)
    {
      MPI_Psend_init (buf, 4, 1, MPI_LONG, 1, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      for (int p = 3; p >= 0; p--)
        {
          buf[p] = 11 * (p + 1);
          MPI_Pready (p, q);
        }
    }
  else
    {
      long sum = 0;
      MPI_Precv_init (buf, 4, 1, MPI_LONG, 0, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      for (int p = 0; p < 4; p++)
        {
          int there = 0;
          while (!there)
            MPI_Parrived (q, p, &there);
          sum += buf[p];
        }
      if (sum != 110)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
