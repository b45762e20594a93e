// verdict: wrong
// class: invalid_parameter
// also: local_concurrency, memory
// nodes: 2
// call: MPI_Allreduce:14
// why: Send and receive buffer of the allreduce are the same array without MPI_IN_PLACE.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double f[3] = {rank, 1, 2};
  MPI_Allreduce(f, f, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (f[1] != 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
