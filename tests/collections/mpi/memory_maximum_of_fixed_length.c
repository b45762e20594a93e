// verdict: wrong
// class: memory
// also: none
// nodes: 3
// call: MPI_Op_create:20, MPI_Reduce:21
// why: The function takes the maximum of eight values however many it is called for, so that it leaves its arguments.
#include <mpi.h>

static void maximum_of_eight(void* in, void* inout, int* length, MPI_Datatype* type) {
  int* most = inout;
  for (int i = 0; i < 8; ++i) most[i] = ((int*)in)[i] > most[i] ? ((int*)in)[i] : most[i];
}

int main(int argc, char** argv) {
  int rank, values[8], most[8];
  MPI_Op maximum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 8; ++i) values[i] = -rank;
  MPI_Op_create(maximum_of_eight, 1, &maximum);
  MPI_Reduce(values, most, 8, MPI_INT, maximum, 0, MPI_COMM_WORLD);
  MPI_Op_free(&maximum);
  MPI_Finalize();
  return 0;
}
