// verdict: wrong
// class: resource_leak
// also: none
// nodes: 2
// call: MPI_Op_create:27
// why: The user operation is never freed.
#include <stdlib.h>
#include <mpi.h>

static void
absmax (void *a, void *b, int *n, MPI_Datatype *t)
{
  int *x = a, *y = b;
  (void)t;
  for (int i = 0; i < *n; i++)
    if (abs (x[i]) > abs (y[i]))
      y[i] = x[i];
}
int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Op op;
  int v = rank ? -8 : 3, m;
  MPI_Op_create (absmax, 1, &op);
  MPI_Reduce (&v, &m, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
  if (rank == 0 && m != -8)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
