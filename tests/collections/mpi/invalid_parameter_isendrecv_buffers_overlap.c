// verdict: wrong
// class: invalid_parameter
// also: local_concurrency
// nodes: 2
// call: MPI_Isendrecv:17
// why: The second value of what is sent is the first one of what is received, which only MPI_Isendrecv_replace allows.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int values[3] = { rank, rank, rank };
  MPI_Request q;
  MPI_Isendrecv (values, 2, MPI_INT, 1 - rank, 0, values + 1, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
