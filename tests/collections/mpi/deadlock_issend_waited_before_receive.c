// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Wait:21
// why: Each partner waits for its synchronous send to complete before it posts the receive the other one needs.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  int provided;
  MPI_Init_thread (&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int out[16], in[16];
  MPI_Request r;
  for (int i = 0; i < 16; i++)
    out[i] = rank * 100 + i;
  MPI_Issend (out, 16, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &r);
  MPI_Wait (&r, MPI_STATUS_IGNORE);
  MPI_Recv (in, 16, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (in[0] != (1 - rank) * 100)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
