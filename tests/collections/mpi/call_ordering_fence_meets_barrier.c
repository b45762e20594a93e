// verdict: wrong
// class: call_ordering
// also: deadlock, epoch_lifecycle
// nodes: 2
// call: MPI_Win_fence:19, MPI_Barrier:22
// why: Process 0 closes the epoch with a fence while process 1 calls a barrier on the communicator first.
#include <mpi.h>

int main(int argc, char** argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int slot = -1, v = my_rank + 5;
  MPI_Win w;
  MPI_Win_create(&slot, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  if (my_rank == 0) {
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(0, w);
  }
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
