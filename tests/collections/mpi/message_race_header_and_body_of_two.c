// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:21, MPI_Recv:22
// why: Header and body are both taken by wildcards, so the body may belong to the other sender.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int me, size;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int len, body;
  if (me == 0)
    {
      for (int k = 1; k < size; k++)
        {
          MPI_Recv (&len, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          MPI_Recv (&body, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          if (body != 100 * len)
            MPI_Abort (MPI_COMM_WORLD, 1);
        }
    }
  else
    {
      body = 100 * me;
      MPI_Send (&me, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
      MPI_Send (&body, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
