// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Rsend:18
// why: Each process gives the whole graph, and so need not hear of the others before its call returns.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, sent = 5, got = 0;
  MPI_Request receive = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm graph;
  int ends[2] = {1, 2}, edges[2] = {1, 0};
  if (rank == 1) MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &receive);
  MPI_Graph_create(MPI_COMM_WORLD, 2, ends, edges, 0, &graph);
  if (rank == 0) MPI_Rsend(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
