// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 2
// call: MPI_Scatter:12, MPI_Bcast:18
// why: Process 0 scatters first while process 1 is still in its broadcast.
#include <mpi.h>

static void
setup_root (double *field, double *part, int *n)
{
  MPI_Scatter (field, 4, MPI_DOUBLE, part, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast (n, 1, MPI_INT, 0, MPI_COMM_WORLD);
}
static void
setup_leaf (double *part, int *n)
{
  MPI_Bcast (n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Scatter (NULL, 4, MPI_DOUBLE, part, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
int
main (int argc, char **argv)
{
  int me;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  double field[8] = { 0 }, part[4];
  int n = 8;
  if (me == 0)
    setup_root (field, part, &n);
  else
    setup_leaf (part, &n);
  MPI_Finalize ();
  return 0;
}
