// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Both branches issue the same sequence of collectives.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, np;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  int n = rank == 0 ? 64 : 0, local, total = 0;
  if (rank == 0) {
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    local = n;
    MPI_Reduce(&local, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (total != 64 * np)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    local = n;
    MPI_Reduce(&local, NULL, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
