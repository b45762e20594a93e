// verdict: wrong
// class: request_lifecycle
// also: none
// nodes: 3
// call: MPI_Start:19
// why: The persistent reduction is started again before its first start was completed.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int v = rank, s = 0;
  MPI_Request q;
  MPI_Reduce_init (&v, &s, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
