// verdict: wrong
// class: parameter_matching
// also: deadlock
// nodes: 3
// call: MPI_Bcast_init:18
// why: Process 0 takes itself for the root, the others take process 1.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int v = rank + 5;
  int root = rank == 0 ? 0 : 1;
  MPI_Request q;
  MPI_Bcast_init (&v, 1, MPI_INT, root, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
