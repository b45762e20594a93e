// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: MPI_Allreduce:24
// why: Rank 0 combines by a function that adds, and the others by one that takes the larger value.
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
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Op op;
  MPI_Op_create(rank == 0 ? add : larger, 1, &op); MPI_Allreduce(&mine, &all, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
