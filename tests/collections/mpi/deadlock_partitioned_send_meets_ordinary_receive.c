// verdict: wrong
// class: deadlock
// also: parameter_matching, call_ordering
// nodes: 2
// call: MPI_Psend_init:19, MPI_Wait:22, MPI_Recv:26
// why: An ordinary receive never matches a partitioned send.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[4] = { 1, 2, 3, 4 };
  if (rank == 0)
    {
      MPI_Request q;
      MPI_Psend_init (buf, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
      MPI_Start (&q);
      MPI_Pready_range (0, 3, q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      MPI_Request_free (&q);
    }
  else
    MPI_Recv (buf, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
