// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: MPI_Wait:19
// why: The started standard persistent send is completed before the receive, on both sides.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int my_rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  int v = my_rank, w = -1;
  MPI_Request q;
  MPI_Send_init (&v, 1, MPI_INT, 1 - my_rank, 3, MPI_COMM_WORLD, &q);
  MPI_Start (&q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Recv (&w, 1, MPI_INT, 1 - my_rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Request_free (&q);
  if (w != 1 - my_rank)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
