// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Reduce_scatter:18
// why: The receive counts of MPI_Reduce_scatter must be the same vector everywhere, but process 1 reverses it.
#include <mpi.h>

int main(int argc, char** argv) {
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int v[4] = {1, 2, 3, 4}, r[4], c[2] = {1, 3};
  if (self == 1) {
    c[0] = 3;
    c[1] = 1;
  }
  MPI_Reduce_scatter(v, r, c, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
