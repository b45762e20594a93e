// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 4
// call: MPI_Cart_create:14
// why: Only rank 0 allows the grid's ranks to be reordered; all must say the same.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, sizes[2] = {2, 2}, periods[2] = {0, 0};
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, rank == 0, &grid);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
