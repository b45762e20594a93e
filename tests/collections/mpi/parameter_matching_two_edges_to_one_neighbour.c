// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Neighbor_alltoallv:19
// why: A graph has two edges from rank 0 to rank 1, whose counts the receiver has in the other order.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, zero[2] = {0, 0}, one[2] = {1, 1};
  MPI_Comm graph;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, me == 1 ? 2 : 0, zero, MPI_UNWEIGHTED, me == 0 ? 2 : 0, one,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  int sent_counts[2] = {1, 2}, sent_at[2] = {0, 1};
  int received_counts[2] = {2, 1}, received_at[2] = {0, 2};
  int sent[3] = {1, 2, 3}, received[3] = {0, 0, 0};
  MPI_Neighbor_alltoallv(sent, sent_counts, sent_at, MPI_INT, received, received_counts, received_at, MPI_INT, graph);
  MPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
