// verdict: wrong
// class: parameter_matching
// also: invalid_parameter
// nodes: 2
// call: MPI_Dist_graph_create_adjacent:14
// why: Both ends of an edge give it another weight.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, s[1], w[1] = {1}, v[1] = {7};
  MPI_Comm x;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  s[0] = rank;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, s, w, 1, s, v, MPI_INFO_NULL, 0, &x);
  MPI_Comm_free(&x);
  MPI_Finalize();
  return 0;
}
