// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 4
// call: MPI_Cart_create:19
// why: The odd processes create the grid transposed: dims {1,4} instead of {4,1}.
#include <mpi.h>

int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm g;
  int dims[2] = {4, 1}, per[2] = {0, 0};
  if (me % 2) {
    dims[0] = 1;
    dims[1] = 4;
  }
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, per, 0, &g);
  MPI_Comm_free(&g);
  MPI_Finalize();
  return 0;
}
