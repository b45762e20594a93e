// verdict: wrong
// class: epoch_lifecycle
// also: resource_leak
// nodes: 2
// call: MPI_Win_lock:15, MPI_Finalize:17
// why: Process 0 ends with memory of process 1 locked, which is in MPI_Finalize meanwhile.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, one = 1, *memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  if (me == 0) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
  if (me == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  MPI_Finalize();
  return 0;
}
