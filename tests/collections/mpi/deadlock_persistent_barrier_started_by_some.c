// verdict: wrong
// class: deadlock
// also: call_ordering, request_lifecycle
// nodes: 3
// call: MPI_Wait:21
// why: Process 2 leaves after two rounds; the others start the persistent barrier a third time.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int rounds = rank == 2 ? 2 : 3;
  MPI_Request q;
  MPI_Barrier_init (MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int i = 0; i < rounds; i++)
    {
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Request_free (&q);
  MPI_Finalize ();
  return 0;
}
