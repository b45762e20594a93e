// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: malloc:17
// why: The result is stored in a block that is freed already.
#include <mpi.h>
#include <stdlib.h>

static int* results;

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int sum = rank;
  results = malloc(2 * sizeof(int)); /*!*/
  results[0] = rank;
  free(results);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  results[1] = sum;
  MPI_Finalize();
  return 0;
}
