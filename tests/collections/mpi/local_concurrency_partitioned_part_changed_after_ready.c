// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Psend_init:19, MPI_Start:20, MPI_Pready:24
// why: A partition is stored to again (plain store) after it was marked ready and before completion.
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
      for (int p = 0; p < 4; p++)
        {
          buf[p] = p + 1;
          MPI_Pready (p, q);
          if (p > 0)
            buf[p - 1] = -1;
        }
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
