// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: MPI_Dist_graph_create:15
// why: Rank 0 gives weights for its edge, and the others give MPI_UNWEIGHTED.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, size, degree = 1, weight = 5;
  MPI_Comm ring;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, &(int){(rank + 1) % size}, rank == 0 ? &weight : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
