// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Allreduce:18
// why: The freed duplicate (now MPI_COMM_NULL) is used in a reduction.
#include <mpi.h>

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Comm c;
  int a = 1, b;
  MPI_Comm_dup (MPI_COMM_WORLD, &c);
  MPI_Barrier (c);
  MPI_Comm_free (&c);
  MPI_Allreduce (&a, &b, 1, MPI_INT, MPI_SUM, c);
  MPI_Finalize ();
  return 0;
}
