// verdict: wrong
// class: resource_leak
// also: none
// nodes: 2
// call: MPI_Type_vector:13
// why: Each call of the helper builds a column type which it never frees.
#include <mpi.h>

static void
send_column (double *a, int n, int col, int to)
{
  MPI_Datatype t;
  MPI_Type_vector (n, 1, n, MPI_DOUBLE, &t);
  MPI_Type_commit (&t);
  MPI_Send (a + col, 1, t, to, col, MPI_COMM_WORLD);
}
int
main (int argc, char **argv)
{
  int me;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  double a[16] = { 0 }, c[4];
  for (int j = 0; j < 2; j++)
    {
      if (me == 0)
        send_column (a, 4, j, 1);
      else
        MPI_Recv (c, 4, MPI_DOUBLE, 0, j, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  MPI_Finalize ();
  return 0;
}
