// verdict: wrong
// class: resource_leak
// also: none
// nodes: 3
// call: MPI_Dist_graph_create:16
// why: The distributed graph communicator is dropped at the end.
#include <mpi.h>

int main(int argc, char **argv) {
  int my_rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm g;
  int deg[1] = {1}, dst[1] = {(my_rank + 1) % size}, wt[1] = {1}, a = my_rank, b;
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &my_rank, deg, dst, wt, MPI_INFO_NULL, 0, &g);
  MPI_Neighbor_alltoall(&a, 1, MPI_INT, &b, 1, MPI_INT, g);
  if (b != (my_rank + size - 1) % size)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
