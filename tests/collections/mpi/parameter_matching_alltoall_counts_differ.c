// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 2
// call: MPI_Alltoall:17
// why: Process 0 exchanges blocks of two, process 1 blocks of three.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int out[6] = { 0 }, in[6];
  int b = rank == 0 ? 2 : 3;
  MPI_Alltoall (out, b, MPI_INT, in, b, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
