// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A nested function of GNU C that uses a variable of main is called by code on the stack.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, sum, factor;
  MPI_Op op;
  void add(void* in, void* inout, int* length, MPI_Datatype* type) {
    for (int i = 0; i < *length; ++i) ((int*)inout)[i] += factor * ((int*)in)[i];
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  factor = argc > 0 ? 1 : 2;
  MPI_Op_create(add, 1, &op);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  if (sum != 1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
