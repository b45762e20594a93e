// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: MPI_Reduce_init:18
// why: The root is the number of processes instead of the last rank.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int size, v = rank, s = 0;
  MPI_Request q;
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Reduce_init (&v, &s, 1, MPI_INT, MPI_SUM, size, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
