// verdict: wrong
// class: request_lifecycle
// also: deadlock, call_ordering
// nodes: 3
// call: MPI_Bcast_init:17, MPI_Wait:20
// why: The root waits for the broadcast it never started; the others wait forever.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int v = rank == 0 ? 8 : 0;
  MPI_Request q;
  MPI_Bcast_init (&v, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  if (rank != 0)
    MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
