// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Nonblocking reduction with a common root.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int me, np;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &np);
  double e = me, s = 0;
  MPI_Request r;
  MPI_Ireduce (&e, &s, 1, MPI_DOUBLE, MPI_SUM, np - 1, MPI_COMM_WORLD, &r);
  MPI_Wait (&r, MPI_STATUS_IGNORE);
  if (me == np - 1 && s != 3.0)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
