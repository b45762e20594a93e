// verdict: wrong
// class: message_race
// also: deadlock
// nodes: 4
// call: MPI_Recv:19
// why: Whoever's message arrives first becomes leader at process 0, but only process 3 waits for the leader message.
#include <mpi.h>

int
main (void)
{
  int my_rank;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  int lead;
  if (my_rank == 0)
    {
      int other;
      MPI_Recv (&lead, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (int k = 0; k < 2; k++)
        MPI_Recv (&other, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Ssend (&lead, 1, MPI_INT, lead, 1, MPI_COMM_WORLD);
    }
  else
    {
      MPI_Send (&my_rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      if (my_rank == 3)
        MPI_Recv (&lead, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  MPI_Finalize ();
  return 0;
}
