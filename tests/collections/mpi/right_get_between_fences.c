// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The get is complete after the closing fence.
#include <mpi.h>

int main(int argc, char **argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int t = my_rank + 50, g = 0;
  MPI_Win w;
  MPI_Win_create(&t, sizeof t, sizeof t, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Get(&g, 1, MPI_INT, 1 - my_rank, 0, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  if (g != 51 - my_rank)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
