// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Isendrecv_replace:17, MPI_Send:19
// why: The buffer that the pending exchange receives into is sent by another call.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int value = rank, other = -1;
  MPI_Request q;
  MPI_Isendrecv_replace (&value, 1, MPI_INT, 1 - rank, 0, 1 - rank, 0, MPI_COMM_WORLD, &q);
  if (rank == 0)
    MPI_Send (&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  else
    MPI_Recv (&other, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
