// verdict: wrong
// class: memory
// also: invalid_parameter
// nodes: 2
// call: MPI_Op_create:19, MPI_Allreduce:20
// why: The function always combines three values, although MPI may call it for some of them at a time.
#include <mpi.h>

static void add_three(void* in, void* inout, int* length, MPI_Datatype* type) {
  for (int i = 0; i < 3; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

int main(int argc, char** argv) {
  int rank, values[3], sums[3];
  MPI_Op add;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; ++i) values[i] = rank + 1;
  MPI_Op_create(add_three, 1, &add);
  MPI_Allreduce(values, sums, 3, MPI_INT, add, MPI_COMM_WORLD);
  MPI_Op_free(&add);
  MPI_Finalize();
  return 0;
}
