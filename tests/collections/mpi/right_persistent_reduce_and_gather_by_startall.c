// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Two persistent collectives are started by one MPI_Startall in each round.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int mine, most = -1, all[4] = { 0 };
  MPI_Request q[2];
  MPI_Reduce_init (&mine, &most, 1, MPI_INT, MPI_MAX, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
  MPI_Gather_init (&mine, 1, MPI_INT, all, 1, MPI_INT, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
  for (int round = 1; round <= 4; round++)
    {
      mine = (rank + round) % 4 + 100 * round;
      MPI_Startall (2, q);
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
      if (rank == 2)
        {
          if (most != 3 + 100 * round)
            MPI_Abort (MPI_COMM_WORLD, 1);
          for (int i = 0; i < 4; i++)
            if (all[i] != (i + round) % 4 + 100 * round)
              MPI_Abort (MPI_COMM_WORLD, 1);
        }
    }
  MPI_Request_free (&q[0]);
  MPI_Request_free (&q[1]);
  MPI_Finalize ();
  return 0;
}
