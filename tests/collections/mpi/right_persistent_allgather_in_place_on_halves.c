// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Each half of the processes has its own communicator and gathers in place.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int buf[2] = { 0 }, me;
  MPI_Comm half;
  MPI_Request q;
  MPI_Comm_split (MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Comm_rank (half, &me);
  MPI_Allgather_init (MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, buf, 1, MPI_INT, half, MPI_INFO_NULL, &q);
  for (int round = 0; round < 3; round++)
    {
      buf[me] = 10 * rank + round;
      MPI_Start (&q);
      MPI_Wait (&q, MPI_STATUS_IGNORE);
      for (int k = 0; k < 2; k++)
        if (buf[k] != 10 * (2 * k + rank % 2) + round)
          MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q);
  MPI_Comm_free (&half);
  MPI_Finalize ();
  return 0;
}
