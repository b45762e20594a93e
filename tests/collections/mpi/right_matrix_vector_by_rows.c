// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Row-wise matrix-vector product; the vector is completed by allgather in each step.
#include <mpi.h>

#define N 6
int
main(int argc, char** argv)
{
  int rank, world;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  int rows = N / world;
  double a[N][N], x[N], y[N];
  for (int i = 0; i < N; i++) {
    x[i] = 1;
    for (int j = 0; j < N; j++)
      a[i][j] = (i == j) * 2.0;
  }
  for (int s = 0; s < 3; s++) {
    for (int i = 0; i < rows; i++) {
      int gi = rank * rows + i;
      y[i] = 0;
      for (int j = 0; j < N; j++)
        y[i] += a[gi][j] * x[j];
    }
    MPI_Allgather(y, rows, MPI_DOUBLE, x, rows, MPI_DOUBLE, MPI_COMM_WORLD);
  }
  for (int i = 0; i < N; i++)
    if (x[i] != 8)
      MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
