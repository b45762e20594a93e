// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Start:20, MPI_Recv:21
// why: A receive (a second MPI call) writes the send buffer of the active reduction.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int mine = rank + 1, sum = 0, next = 7;
  MPI_Request q;
  MPI_Allreduce_init (&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  if (rank == 0)
    {
      MPI_Start (&q);
      MPI_Recv (&mine, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  else
    {
      MPI_Send (&next, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      MPI_Start (&q);
    }
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
