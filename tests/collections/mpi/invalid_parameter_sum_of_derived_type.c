// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Allreduce:17
// why: Predefined operations do not accept a derived type.
#include <mpi.h>

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Datatype v3;
  double f[3] = { 1, 2, 3 }, s[3];
  MPI_Type_contiguous (3, MPI_DOUBLE, &v3);
  MPI_Type_commit (&v3);
  MPI_Allreduce (f, s, 1, v3, MPI_SUM, MPI_COMM_WORLD);
  MPI_Type_free (&v3);
  MPI_Finalize ();
  return 0;
}
