// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Errors-return handler with all codes checked; no error occurs.
#include <mpi.h>

static void
ok (int e)
{
  if (e != MPI_SUCCESS)
    MPI_Abort (MPI_COMM_WORLD, 1);
}
int
main (int argc, char **argv)
{
  int me;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm c;
  int v = me, s;
  ok (MPI_Comm_dup (MPI_COMM_WORLD, &c));
  ok (MPI_Comm_set_errhandler (c, MPI_ERRORS_RETURN));
  ok (MPI_Allreduce (&v, &s, 1, MPI_INT, MPI_SUM, c));
  ok (MPI_Comm_free (&c));
  if (s != 1)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
