// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Scatterv:14
// why: The root gives its second value to both processes, although it must not be read twice.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, part[2];
  const int values[3] = {1, 2, 3}, counts[2] = {2, 2}, places[2] = {0, 1};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Scatterv(values, counts, places, MPI_INT, part, 2, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
