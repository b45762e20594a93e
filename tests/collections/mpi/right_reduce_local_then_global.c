// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Local contributions are combined with MPI_Reduce_local before the global reduction.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int acc[2] = { 0, 0 }, all[2];
  for (int k = 1; k <= 3; k++) {
    int v[2] = { k, k * self };
    MPI_Reduce_local(v, acc, 2, MPI_INT, MPI_SUM);
  }
  MPI_Allreduce(acc, all, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (all[0] != 12 || all[1] != 6)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
