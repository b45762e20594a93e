// verdict: wrong
// class: invalid_parameter
// also: request_lifecycle
// nodes: 2
// call: MPI_Pready:21
// why: MPI_Pready is applied to an ordinary persistent send.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int v = 4;
  MPI_Request q;
  if (rank == 0)
    {
      MPI_Send_init (&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
      MPI_Start (&q);
      MPI_Pready (0, q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      MPI_Request_free (&q);
    }
  else
    MPI_Recv (&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
