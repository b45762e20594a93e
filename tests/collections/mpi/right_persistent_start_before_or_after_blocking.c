// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Process 0 starts the persistent reduction before the blocking broadcast, the others after it.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int mine, sum, v;
  MPI_Request q;
  MPI_Allreduce_init (&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int round = 1; round <= 3; round++)
    {
      mine = rank + round;
      v = rank == 1 ? round : 0;
      if (rank == 0)
        MPI_Start (&q);
      MPI_Bcast (&v, 1, MPI_INT, 1, MPI_COMM_WORLD);
      if (rank != 0)
        MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      if (v != round || sum != 3 + 3 * round)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
