// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The first receive must get the synchronous message, as the other one is sent only after that was received.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank, first = 0, second = 0, token = 0;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  if (rank == 0)
    {
      MPI_Request q[2];
      MPI_Irecv (&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &q[0]);
      MPI_Irecv (&second, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &q[1]);
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
      if (first != 2 || second != 1)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  else if (rank == 1)
    {
      MPI_Recv (&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send (&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  else
    {
      MPI_Ssend (&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      MPI_Send (&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
