// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: MPI_Allreduce:16
// why: Only rank 0 gives MPI_IN_PLACE to the allreduce; all ranks must, or none.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, mine[2], sum[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mine[0] = sum[0] = rank;
  mine[1] = sum[1] = 1;
  void* given = rank == 0 ? MPI_IN_PLACE : (void*)mine;
  MPI_Allreduce(given, sum, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return sum[1] != 3;
}
