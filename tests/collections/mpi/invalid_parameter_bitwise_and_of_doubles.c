// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Allreduce:14
// why: MPI_BAND is not defined for floating point types.
#include <mpi.h>

int main(int argc, char** argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  double flags = myid ? 3 : 1, all;
  MPI_Allreduce(&flags, &all, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
