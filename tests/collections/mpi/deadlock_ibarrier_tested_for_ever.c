// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 2
// call: MPI_Recv:18, MPI_Ibarrier:25
// why: Process 1 tests its barrier for ever, while process 0 waits for a message that is not sent.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank == 0)
    {
      int a;
      MPI_Recv (&a, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Barrier (MPI_COMM_WORLD);
    }
  else
    {
      MPI_Request q;
      int done = 0;
      MPI_Ibarrier (MPI_COMM_WORLD, &q);
      while (!done)
        MPI_Test (&q, &done, MPI_STATUS_IGNORE);
    }
  MPI_Finalize ();
  return 0;
}
