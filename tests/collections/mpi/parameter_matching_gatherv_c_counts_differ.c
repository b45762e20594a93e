// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Gatherv_c:19
// why: The root expects two values of rank 1, which gives one.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank, all[4];
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int value = rank;
  MPI_Count counts[2] = { 1, 2 };
  MPI_Aint places[2] = { 0, 1 };

  MPI_Gatherv_c (&value, 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
