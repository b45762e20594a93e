// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: none
// why: All processes of a node add to one counter in shared memory between the same fences.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, du, *mine, *base;
  MPI_Aint len;
  MPI_Comm node;
  MPI_Win w;
  MPI_Init(&argc, &argv);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &rank);
  MPI_Comm_size(node, &size);
  MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, node, &mine, &w);
  MPI_Win_shared_query(w, 0, &len, &du, &base);
  MPI_Win_fence(0, w);
  if (rank == 0) *base = 0;
  MPI_Win_fence(0, w);
  *base += 1;
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Comm_free(&node);
  MPI_Finalize();
  return 0;
}
