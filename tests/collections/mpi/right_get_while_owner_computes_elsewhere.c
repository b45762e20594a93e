// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The owner computes only in cells which nobody gets.
#include <mpi.h>

int main(int argc, char** argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  double u[4] = {1, 2, 3, 4}, g[2] = {0};
  MPI_Win w;
  MPI_Win_create(u, sizeof u, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Get(g, 2, MPI_DOUBLE, 1 - my_rank, 0, 2, MPI_DOUBLE, w);
  for (int i = 2; i < 4; i++)
    u[i] *= 0.5;
  MPI_Win_fence(0, w);
  if (g[0] != 1 || g[1] != 2 || u[3] != 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
