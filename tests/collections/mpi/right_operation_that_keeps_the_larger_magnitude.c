// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Where two values have the same magnitude, the operation keeps either, and the program takes whichever it gets.
#include <mpi.h>
#include <stdlib.h>

static void larger_magnitudes(void* in, void* in_and_out, int* length, MPI_Datatype* type) {
  const int* a = in;
  int* b = in_and_out;
  for (int i = 0; i < *length; ++i)
    if (abs(a[i]) > abs(b[i])) b[i] = a[i];
}

int main(int argc, char** argv) {
  int rank, values[2], results[2];
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  values[0] = rank == 0 ? 1 : -1;
  values[1] = rank == 0 ? 5 : 2;
  MPI_Op_create(larger_magnitudes, 1, &op);
  MPI_Allreduce(values, results, 2, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  if (abs(results[0]) != 1 || results[1] != 5) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
