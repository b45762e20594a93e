// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Dist_graph_create_adjacent:15
// why: The weight of an edge is negative.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size;
  MPI_Comm x;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int s[1] = {rank}, w[1] = {-1};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, s, w, 1, s, w, MPI_INFO_NULL, 0, &x);
  MPI_Comm_free(&x);
  MPI_Finalize();
  return 0;
}
