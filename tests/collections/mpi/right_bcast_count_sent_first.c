// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The length is broadcast before the data, so counts agree.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int n = rank == 0 ? 6 : 0;
  double par[8];
  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; i < n; i++)
    par[i] = rank == 0 ? i : 0;
  MPI_Bcast(par, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (n != 6 || par[5] != 5.0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
