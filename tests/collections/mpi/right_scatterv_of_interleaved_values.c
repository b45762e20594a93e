// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The values of the two ranks lie in turns, and none is given to both.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, part[2];
  const int values[4] = {1, 2, 3, 4}, counts[2] = {1, 1}, places[2] = {0, 1};
  MPI_Datatype every_second, step;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(2, 1, 2, MPI_INT, &every_second);
  MPI_Type_create_resized(every_second, 0, sizeof(int), &step);
  MPI_Type_commit(&step);
  MPI_Scatterv(values, counts, places, step, part, 2, MPI_INT, 0, MPI_COMM_WORLD);
  if (part[0] != 1 + rank || part[1] != 3 + rank) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Type_free(&step);
  MPI_Type_free(&every_second);
  MPI_Finalize();
  return 0;
}
