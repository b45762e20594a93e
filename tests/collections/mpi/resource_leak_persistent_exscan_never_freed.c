// verdict: wrong
// class: resource_leak
// also: request_lifecycle
// nodes: 3
// call: MPI_Exscan_init:17
// why: The persistent request is completed in each round but never freed.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int v = 1, before = 0;
  MPI_Request q;
  MPI_Exscan_init (&v, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int round = 1; round <= 3; round++)
    {
      v = round;
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      if (rank > 0 && before != rank * round)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Finalize ();
  return 0;
}
