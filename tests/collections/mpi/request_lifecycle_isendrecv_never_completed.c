// verdict: wrong
// class: request_lifecycle
// also: none
// nodes: 2
// call: MPI_Isendrecv:17
// why: Nothing completes the request of the exchange on rank 1.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int out = rank, in = -1;
  MPI_Request q;
  MPI_Isendrecv (&out, 1, MPI_INT, 1 - rank, 0, &in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &q);
  if (rank == 0)
    MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
