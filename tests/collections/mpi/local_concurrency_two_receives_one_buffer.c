// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Irecv:20, MPI_Irecv:21
// why: Two pending receives share the same buffer.
#include <mpi.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  int me;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  int in = 0;
  if (me == 0)
    {
      MPI_Request q[2];
      MPI_Irecv (&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q[0]);
      MPI_Irecv (&in, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &q[1]);
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
      printf ("%d\n", in);
    }
  else
    MPI_Send (&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
