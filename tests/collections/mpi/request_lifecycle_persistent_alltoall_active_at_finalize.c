// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: MPI_Alltoall_init:17, MPI_Start:21
// why: The last start of the exchange is never completed before MPI_Finalize.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  static int out[2], in[2];
  MPI_Request q;
  MPI_Alltoall_init (out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &q);
  for (int round = 0; round < 3; round++)
    {
      out[0] = out[1] = round + rank;
      MPI_Start (&q);
      if (round < 2)
        MPI_Wait (&q, MPI_STATUS_IGNORE);
    }
  MPI_Finalize ();
  return 0;
}
