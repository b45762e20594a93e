// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: MPI_Bcast_init:19
// why: The remainder of the work is negative with three processes and used as the count.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int size, v[8] = { 0 };
  MPI_Request q;
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int rest = 2 - size;
  MPI_Bcast_init (v, rest, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
