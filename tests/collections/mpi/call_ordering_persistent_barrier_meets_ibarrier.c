// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 3
// call: MPI_Barrier_init:18, MPI_Ibarrier:25
// why: A persistent barrier never matches a nonblocking one.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Request q;
  if (rank == 2)
    {
      MPI_Barrier_init (MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      MPI_Request_free (&q);
    }
  else
    {
      MPI_Ibarrier (MPI_COMM_WORLD, &q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Finalize ();
  return 0;
}
