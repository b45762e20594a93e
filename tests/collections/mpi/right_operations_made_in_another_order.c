// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The ranks make two operations in different orders, and reduce with the same function.
#include <mpi.h>

static void add(void* in, void* inout, int* length, MPI_Datatype* type) {
  for (int i = 0; i < *length; ++i) ((int*)inout)[i] += ((int*)in)[i];
  (void)type;
}
static void larger(void* in, void* inout, int* length, MPI_Datatype* type) {
  for (int i = 0; i < *length; ++i)
    if (((int*)in)[i] > ((int*)inout)[i]) ((int*)inout)[i] = ((int*)in)[i];
  (void)type;
}

int main(int argc, char** argv) {
  int rank, mine = 1, all = 0;
  MPI_Op ops[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int first = rank % 2;
  MPI_Op_create(first == 0 ? add : larger, 1, &ops[first]);
  MPI_Op_create(first == 0 ? larger : add, 1, &ops[1 - first]);
  MPI_Allreduce(&mine, &all, 1, MPI_INT, ops[0], MPI_COMM_WORLD);
  MPI_Op_free(&ops[0]);
  MPI_Op_free(&ops[1]);
  MPI_Finalize();
  return all != 3;
}
