// verdict: wrong
// class: memory
// also: none
// nodes: 3
// call: MPI_Win_free:22
// why: Each rank stores to its part of a shared window after the window is freed.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  long* part;
  MPI_Win win;
  MPI_Comm node;
  MPI_Init(&argc, &argv);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &rank);
  MPI_Win_allocate_shared(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, node, &part, &win);
  MPI_Win_fence(0, win);
  part[0] = rank;
  MPI_Win_fence(0, win);
  MPI_Comm_free(&node);
  MPI_Win_free(&win); /*!*/
  part[1] = 7;
  MPI_Finalize();
  return 0;
}
