// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Scatter:18
// why: The type of a pair has the extent of one value, so that the root reads its second value twice.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, part[2];
  const int values[3] = {1, 2, 3};
  MPI_Datatype pair, step;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, sizeof(int), &step);
  MPI_Type_commit(&step);
  MPI_Scatter(values, 1, step, part, 2, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Type_free(&step);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
