// verdict: wrong
// class: resource_leak
// also: memory
// nodes: 2
// call: MPI_Alloc_mem:16
// why: Memory from MPI_Alloc_mem is never returned with MPI_Free_mem.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double* f;
  MPI_Alloc_mem(32 * sizeof(double), MPI_INFO_NULL, &f);
  for (int i = 0; i < 32; i++)
    f[i] = rank;
  MPI_Bcast(f, 32, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (f[31] != 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
