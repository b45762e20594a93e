// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 2
// call: MPI_Wait:22
// why: Each process waits for one barrier before it starts the one the other process waits for.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Request q[2];
  MPI_Barrier_init (MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
  MPI_Barrier_init (MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
  for (int i = 0; i < 2; i++)
    {
      int k = rank == 0 ? i : 1 - i;
      MPI_Start (&q[k]);
      MPI_Wait (&q[k], MPI_STATUS_IGNORE);
    }
  MPI_Request_free (&q[0]);
  MPI_Request_free (&q[1]);
  MPI_Finalize ();
  return 0;
}
