// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A process locks and writes the other one's memory as soon as its own call has made the window.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, memory[4] = {0, 0, 0, 0}, value = 9;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, rank == 1 ? sizeof memory : 0, rank == 1 ? sizeof(int) : 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &window);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, window);
    MPI_Win_unlock(1, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
    if (memory[3] != value) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_unlock(1, window);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
