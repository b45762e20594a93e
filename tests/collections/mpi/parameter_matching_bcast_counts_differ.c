// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: MPI_Bcast:17
// why: The root broadcasts six doubles, the others expect five.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int my_rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &my_rank);
  double par[6] = { 0 };
  int n = my_rank == 0 ? 6 : 5;
  MPI_Bcast (par, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
