// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 4
// call: MPI_Cart_create:13
// why: The Cartesian grid of 2x3 needs six processes, there are four.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm g;
  int dims[2] = {2, 3}, per[2] = {0, 0};
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, per, 0, &g);
  if (g != MPI_COMM_NULL)
    MPI_Comm_free(&g);
  MPI_Finalize();
  return 0;
}
