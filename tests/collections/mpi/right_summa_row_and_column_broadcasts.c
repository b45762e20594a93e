// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: SUMMA on a 2x2 grid: in each step a row broadcast precedes a column broadcast everywhere.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm row, col;
  int i = rank / 2, j = rank % 2, a = rank + 1, b = rank + 5, c = 0;
  MPI_Comm_split(MPI_COMM_WORLD, i, j, &row);
  MPI_Comm_split(MPI_COMM_WORLD, j, i, &col);
  for (int k = 0; k < 2; k++) {
    int x = a, y = b;
    MPI_Bcast(&x, 1, MPI_INT, k, row);
    MPI_Bcast(&y, 1, MPI_INT, k, col);
    c += x * y;
  }
  static const int want[4] = { 19, 22, 43, 50 };
  if (c != want[rank])
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_free(&row);
  MPI_Comm_free(&col);
  MPI_Finalize();
  return 0;
}
