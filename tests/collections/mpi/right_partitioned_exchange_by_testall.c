// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both directions are started by MPI_Startall and tested until both are complete.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int out[3], in[3] = { 0 }, peer = 1 - rank;
  MPI_Request q[2];
  MPI_Precv_init (in, 3, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
  MPI_Psend_init (out, 3, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
  for (int round = 1; round <= 3; round++)
    {
      int done = 0;
      for (int i = 0; i < 3; i++)
        out[i] = 100 * rank + 10 * i + round;
      MPI_Startall (2, q);
      MPI_Pready_range (0, 2, q[1]);
      while (!done)
        MPI_Testall (2, q, &done, MPI_STATUSES_IGNORE);
      for (int i = 0; i < 3; i++)
        if (in[i] != 100 * peer + 10 * i + round)
          MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q[0]);
  MPI_Request_free (&q[1]);
  MPI_Finalize ();
  return 0;
}
