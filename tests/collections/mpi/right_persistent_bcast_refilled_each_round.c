// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The root fills the buffer while the request is inactive, before each start.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int par[4] = { 0 };
  MPI_Request q;
  MPI_Bcast_init (par, 4, MPI_INT, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int round = 1; round <= 5; round++)
    {
      if (rank == 1)
        for (int i = 0; i < 4; i++)
          par[i] = 10 * round + i;
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      for (int i = 0; i < 4; i++)
        if (par[i] != 10 * round + i)
          MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
