// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: One reduction is scattered in blocks of two, the other in blocks of one, two and three.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int in[6], even[2], uneven[3], len[3] = { 1, 2, 3 }, at[3] = { 0, 1, 3 };
  MPI_Request q[2];
  MPI_Reduce_scatter_block_init (in, even, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
  MPI_Reduce_scatter_init (in, uneven, len, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
  for (int round = 1; round <= 3; round++)
    {
      for (int i = 0; i < 6; i++)
        in[i] = rank + i * round;
      MPI_Start (&q[0]);
      MPI_Start (&q[1]);
      MPI_Wait (&q[1], MPI_STATUS_IGNORE);
      MPI_Wait (&q[0], MPI_STATUS_IGNORE);
      for (int i = 0; i < 2; i++)
        if (even[i] != 3 + 3 * round * (2 * rank + i))
          MPI_Abort (MPI_COMM_WORLD, 1);
      for (int i = 0; i < len[rank]; i++)
        if (uneven[i] != 3 + 3 * round * (at[rank] + i))
          MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q[0]);
  MPI_Request_free (&q[1]);
  MPI_Finalize ();
  return 0;
}
