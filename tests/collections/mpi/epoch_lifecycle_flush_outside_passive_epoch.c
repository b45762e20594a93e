// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Win_flush:19
// why: MPI_Win_flush is allowed only in a passive target epoch, here it is used between fences.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int x = 0, v = 4;
  MPI_Win w;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  if (rank == 0) {
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_flush(1, w);
  }
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
