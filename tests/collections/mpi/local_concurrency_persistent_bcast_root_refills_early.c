// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Bcast_init:17, MPI_Start:20
// why: The root stores the next block (plain stores) before the started broadcast is completed.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int blk[4] = { 0 };
  MPI_Request q;
  MPI_Bcast_init (blk, 4, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int round = 1; round <= 2; round++)
    {
      MPI_Start (&q);
      if (rank == 0)
        for (int i = 0; i < 4; i++)
          blk[i] = 10 * round + i;
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
