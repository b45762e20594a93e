// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The checkpoint is decided by the common step number.
#include <mpi.h>

int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int data = me + 1, all[2] = {0, 0}, sum;
  for (int t = 0; t < 4; t++) {
    if (t % 2 == 0)
      MPI_Gather(&data, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&data, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    data = sum;
  }
  if (data != 24)
    MPI_Abort(MPI_COMM_WORLD, 1);
  if (me == 0 && all[1] != 6)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
