// verdict: wrong
// class: deadlock
// also: epoch_lifecycle
// nodes: 2
// call: MPI_Win_test:20
// why: Process 1 tests for ever whether process 0, which begins no epoch, has completed its accesses.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, memory = 0, done = 0, other = 0;
  MPI_Win window;
  MPI_Group all, origins;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&memory, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &origins);
  if (rank == 1) {
    MPI_Win_post(origins, 0, window);
    while (!done) MPI_Win_test(window, &done);
  }
  MPI_Group_free(&origins);
  MPI_Group_free(&all);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
