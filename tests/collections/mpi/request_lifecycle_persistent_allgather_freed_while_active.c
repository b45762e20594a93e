// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 3
// call: MPI_Request_free:19
// why: A persistent collective must not be freed while it is active.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int v = rank, all[3];
  MPI_Request q;
  MPI_Allgather_init (&v, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  MPI_Request_free (&q);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
