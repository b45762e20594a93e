// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Allreduce:27
// why: The operation adds at even places and takes maxima at odd ones; MPI may call it for a part of the values.
#include <mpi.h>

static void sums_and_maxima(void* in, void* in_and_out, int* length, MPI_Datatype* type) {
  const double* a = in;
  double* b = in_and_out;
  for (int i = 0; i < *length; ++i) {
    if (i % 2 == 0) {
      b[i] += a[i];
    } else if (a[i] > b[i]) {
      b[i] = a[i];
    }
  }
}
int main(int argc, char** argv) {
  int rank;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double values[2] = {1, rank + 1}, results[2];
  MPI_Op_create(sums_and_maxima, 1, &op);
  MPI_Allreduce(values, results, 2, MPI_DOUBLE, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  if (results[0] != 2 || results[1] != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
