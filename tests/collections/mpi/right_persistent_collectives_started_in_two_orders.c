// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Only the initialization calls are ordered; the starts may differ from process to process.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int size, v = 0;
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  long mine, sum = 0;
  MPI_Request q[2];
  MPI_Allreduce_init (&mine, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
  MPI_Bcast_init (&v, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
  for (int round = 1; round <= 3; round++)
    {
      int first = (rank + round) % 2;
      mine = rank * round;
      if (rank == 0)
        v = -round;
      MPI_Start (&q[first]);
      MPI_Start (&q[1 - first]);
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
      if (sum != round * size * (size - 1) / 2 || v != -round)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q[0]);
  MPI_Request_free (&q[1]);
  MPI_Finalize ();
  return 0;
}
