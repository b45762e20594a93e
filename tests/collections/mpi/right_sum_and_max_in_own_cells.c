// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Sum and maximum are accumulated in different cells.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int stat[2] = {0, 0}, v = rank;
  MPI_Win w;
  MPI_Win_create(stat, sizeof stat, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Accumulate(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w);
  MPI_Accumulate(&v, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_MAX, w);
  MPI_Win_fence(0, w);
  if (rank == 0 && (stat[0] != 3 || stat[1] != 2))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
