// verdict: wrong
// class: parameter_matching
// also: invalid_parameter
// nodes: 2
// call: MPI_Dist_graph_create_adjacent:15
// why: Only one member gives weights.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, s[1], w[1] = {1};
  MPI_Comm x;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  s[0] = rank;
  /* MPI 3.1, 7.5.4: erroneous to supply MPI_UNWEIGHTED for some but not all processes */
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, s, rank == 0 ? w : MPI_UNWEIGHTED, 1, s, rank == 0 ? w : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &x);
  MPI_Comm_free(&x);
  MPI_Finalize();
  return 0;
}
