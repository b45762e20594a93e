// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The send buffer of the active exchange is only read, and messages pass meanwhile.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int out[3] = { 0 }, got = -1, peer = 1 - rank;
  int scnt[2] = { 1, 2 }, sat[2] = { 0, 1 };
  int rcnt[2] = { rank + 1, rank + 1 }, rat[2] = { 0, rank + 1 };
  int all[4] = { 0 };
  MPI_Request q;
  MPI_Alltoallv_init (out, scnt, sat, MPI_INT, all, rcnt, rat, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int round = 1; round <= 3; round++)
    {
      for (int i = 0; i < 3; i++)
        out[i] = 100 * round + 10 * rank + i;
      MPI_Start (&q);
      int sum = out[0] + out[1] + out[2];
      MPI_Sendrecv (&sum, 1, MPI_INT, peer, 0, &got, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      if (got != 300 * round + 30 * peer + 3)
        MPI_Abort (MPI_COMM_WORLD, 1);
      for (int k = 0; k < 2; k++)
        for (int i = 0; i <= rank; i++)
          if (all[k * (rank + 1) + i] != 100 * round + 10 * k + rank + i)
            MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
