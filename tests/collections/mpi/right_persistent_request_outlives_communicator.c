// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The communicator is freed first; the inactive request still refers to it and is freed after it.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm twin;
  MPI_Request q;
  int out[2] = { 5 * rank, 5 * rank + 1 }, in[2] = { -1, -1 };
  MPI_Comm_dup (MPI_COMM_WORLD, &twin);
  MPI_Alltoall_init (out, 1, MPI_INT, in, 1, MPI_INT, twin, MPI_INFO_NULL, &q);
  MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Comm_free (&twin);
  MPI_Request_free (&q);
  for (int i = 0; i < 2; i++)
    if (in[i] != 5 * i + rank)
      MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
