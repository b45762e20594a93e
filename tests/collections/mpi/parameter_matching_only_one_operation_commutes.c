// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Allreduce:18
// why: The processes declare the same function commutative and not commutative, so that their operations differ.
#include <mpi.h>

static void add(void* in, void* inout, int* length, MPI_Datatype* type) {
  for (int i = 0; i < *length; ++i) ((int*)inout)[i] += ((int*)in)[i];
}
int main(int argc, char** argv) {
  int rank, sum;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Op_create(add, rank == 1, &op);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
