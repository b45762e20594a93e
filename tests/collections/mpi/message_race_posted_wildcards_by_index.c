// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Irecv:20
// why: The two posted wildcard receives are assumed to hold the messages of processes 1 and 2 in that order.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int my_rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  int v[2] = { 0, 0 };
  if (my_rank == 0)
    {
      MPI_Request q[2];
      for (int i = 0; i < 2; i++)
        MPI_Irecv (&v[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &q[i]);
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
      if (v[0] != 101 || v[1] != 102)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  else
    {
      int s = 100 + my_rank;
      MPI_Send (&s, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
