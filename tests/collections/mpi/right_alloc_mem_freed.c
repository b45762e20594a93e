// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The window memory is returned after the window was freed.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double* f;
  MPI_Win w;
  MPI_Alloc_mem(4 * sizeof(double), MPI_INFO_NULL, &f);
  for (int i = 0; i < 4; i++)
    f[i] = rank;
  MPI_Win_create(f, 4 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  double g = -1;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, w);
  MPI_Get(&g, 1, MPI_DOUBLE, 1 - rank, 3, 1, MPI_DOUBLE, w);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, w);
  if (g != 1 - rank)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Free_mem(f);
  MPI_Finalize();
  return 0;
}
