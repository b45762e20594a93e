// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The operation combines the parts of its values by operations of MPI, with calls that do not communicate.
#include <mpi.h>

static void sums_and_maxima(void* in, void* in_and_out, int* length, MPI_Datatype* type) {
  int initialized;
  MPI_Initialized(&initialized);
  for (int i = 0; i < *length; ++i) {
    double *a = (double*)in + 8 * i, *b = (double*)in_and_out + 8 * i;
    MPI_Reduce_local(a, b, 4, MPI_DOUBLE, MPI_SUM);
    MPI_Reduce_local(a + 4, b + 4, 4, MPI_DOUBLE, MPI_MAX);
  }
}

int main(int argc, char** argv) {
  int rank, size;
  double values[8], results[8];
  MPI_Datatype eight;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 8; ++i) values[i] = rank;
  MPI_Type_contiguous(8, MPI_DOUBLE, &eight);
  MPI_Type_commit(&eight);
  MPI_Op_create(sums_and_maxima, 1, &op);
  MPI_Allreduce(values, results, 1, eight, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  MPI_Type_free(&eight);
  if (results[0] != size * (size - 1) / 2 || results[7] != size - 1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
