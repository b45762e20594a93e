// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Neighbor_allgather:15
// why: Two members are neighbours in both directions, and exchange values of different types.
#include <mpi.h>
int main(int argc, char **argv) {
  static int sb[8], rb[8];
  int rank, d[1] = {2}, p[1] = {1};
  MPI_Comm nc;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Cart_create(MPI_COMM_WORLD, 1, d, p, 0, &nc);
  MPI_Neighbor_allgather(sb, 2, rank == 0 ? MPI_FLOAT : MPI_INT, rb, 2, MPI_INT, nc);
  MPI_Comm_free(&nc);
  MPI_Finalize();
  return 0;
}
