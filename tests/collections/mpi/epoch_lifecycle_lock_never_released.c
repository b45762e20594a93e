// verdict: wrong
// class: epoch_lifecycle
// also: deadlock
// nodes: 2
// call: MPI_Win_lock:17, MPI_Win_free:22
// why: The lock on process 1 is still held when the window is freed.
#include <mpi.h>

int main(void) {
  int self;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  double acc = 0, part = 1.5;
  MPI_Win w;
  MPI_Win_create(&acc, sizeof acc, sizeof acc, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (self == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w);
    MPI_Accumulate(&part, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, MPI_SUM, w);
    MPI_Win_flush(1, w);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
