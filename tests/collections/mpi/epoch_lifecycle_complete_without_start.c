// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Win_complete:17
// why: MPI_Win_complete is called by a process that started no access epoch.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int x = 0;
  MPI_Win w;
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (rank == 0)
    MPI_Win_complete(w);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
