// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Rput:18
// why: Request-based puts are valid only in passive target epochs.
#include <mpi.h>

int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int x = 0, v = me;
  MPI_Win w;
  MPI_Request r;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Rput(&v, 1, MPI_INT, 1 - me, 0, 1, MPI_INT, w, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
