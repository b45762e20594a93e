// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The same send completed before the end.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int me;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  int m[5] = { 1, 2, 3, 4, 5 };
  MPI_Request r = MPI_REQUEST_NULL;
  if (me == 0)
    MPI_Isend (m, 5, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
  else
    {
      int g[5];
      MPI_Recv (g, 5, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (g[4] != 5)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Wait (&r, MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
