// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Accumulate:15
// why: MPI_NO_OP is for accesses that return values, and not for MPI_Accumulate.
#include <mpi.h>
int main(int argc, char** argv) {
  int cell = 0, unused = 1, me;
  MPI_Win w;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Accumulate(&unused, 1, MPI_INT, 1 - me, 0, 1, MPI_INT, MPI_NO_OP, w);
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
