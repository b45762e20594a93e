// verdict: wrong
// class: epoch_lifecycle
// also: resource_leak
// nodes: 2
// call: MPI_Win_lock_all:14, MPI_Finalize:16
// why: The program ends in an epoch of MPI_Win_lock_all, and without having freed the window.
#include <mpi.h>
int main(int argc, char** argv) {
  int me, one = 1, *memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
  if (me == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  MPI_Finalize();
  return 0;
}
