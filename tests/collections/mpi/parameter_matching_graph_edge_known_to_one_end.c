// verdict: wrong
// class: parameter_matching
// also: invalid_parameter
// nodes: 2
// call: MPI_Dist_graph_create_adjacent:15
// why: An edge is named as a source only, and another one as a destination only.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size;
  MPI_Comm x;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int s[1] = {1 - rank}, d[1] = {rank};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, s, MPI_UNWEIGHTED, 1, d, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &x);
  MPI_Comm_free(&x);
  MPI_Finalize();
  return 0;
}
