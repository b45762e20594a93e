// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All processes get the same location at once: reads do not conflict.
#include <mpi.h>

int main(int argc, char** argv) {
  int self;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  double par = self == 0 ? 6.25 : 0, g = 0;
  MPI_Win w;
  MPI_Win_create(&par, sizeof par, sizeof par, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Get(&g, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, w);
  MPI_Win_fence(0, w);
  if (g != 6.25)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
