// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: MPI_Ssend:19, store:21
// why: Process 1 stores into memory of process 0, by the shared window, while process 0 sends it.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, unit, value = 0, *own, *of_first;
  MPI_Aint bytes;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &window);
  MPI_Win_shared_query(window, 0, &bytes, &unit, &of_first);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    MPI_Ssend(own, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    *of_first = 4;
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
